import { cutView, scaledTo, viewPx } from '@lop-xanh/contract/rules/waste-view';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

const mostPixels = 40_000_000;
const types = new Set(['image/jpeg', 'image/png', 'image/webp']);

export type PictureRefusal = 'not_a_picture' | 'picture_too_large';

export class RefusedPicture extends Error {
  readonly refusal: PictureRefusal;

  constructor(refusal: PictureRefusal, cause?: unknown) {
    super(refusal, { cause });
    this.refusal = refusal;
  }
}

/** Decodes a picture as a person sees it, and cuts the view exactly as the training does (ml/photos.py). */
export async function viewOf(dataUrl: string): Promise<Uint8Array> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !types.has(type.mime)) throw new RefusedPicture('not_a_picture');
  try {
    const picture = sharp(bytes, { limitInputPixels: false, failOn: 'truncated' });
    const { width, height } = (await picture.metadata()).autoOrient;
    if (width * height > mostPixels) throw new RefusedPicture('picture_too_large');
    picture.autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb');
    if (Math.min(width, height) > 2 * viewPx) {
      const [across, down] = scaledTo(width, height, 2 * viewPx);
      picture.resize(across, down, { fit: 'fill', kernel: 'linear' });
    }
    const { data, info } = await picture
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return cutView({ pixels: data, channels: 3, width: info.width, height: info.height });
  } catch (error) {
    if (error instanceof RefusedPicture) throw error;
    throw new RefusedPicture('not_a_picture', error);
  }
}
