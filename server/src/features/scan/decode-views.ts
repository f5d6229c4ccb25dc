import {
  cropPx,
  scaleShortSide,
  takeViews,
  type WasteViews,
} from '@lop-xanh/contract/rules/waste-crop';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

const maxPixels = 40_000_000;
/** A photo takes a second; a progressive one can be made to take minutes. */
const maxDecodeSeconds = 10;
/** The longest side of a photo that is kept. */
const smallPx = 512;
const acceptedTypes = new Set(['image/jpeg', 'image/png', 'image/webp']);

export type ImageErrorName = 'not_an_image' | 'image_too_large';

export class ImageError extends Error {
  readonly errorName: ImageErrorName;

  constructor(errorName: ImageErrorName, cause?: unknown) {
    super(errorName, { cause });
    this.errorName = errorName;
  }
}

const toBytes = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** Decodes an image in its displayed orientation, exactly as ml/photos.py does. */
export async function decodeViews(dataUrl: string): Promise<WasteViews> {
  const bytes = toBytes(dataUrl);
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !acceptedTypes.has(type.mime)) throw new ImageError('not_an_image');
  try {
    const image = sharp(bytes, { limitInputPixels: false, failOn: 'truncated' });
    const { width, height } = (await image.metadata()).autoOrient;
    if (width * height > maxPixels) throw new ImageError('image_too_large');
    image.autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb');
    if (Math.min(width, height) > 2 * cropPx) {
      const [scaledWidth, scaledHeight] = scaleShortSide(width, height, 2 * cropPx);
      image.resize(scaledWidth, scaledHeight, { fit: 'fill', kernel: 'linear' });
    }
    const { data, info } = await image
      .timeout({ seconds: maxDecodeSeconds })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return takeViews({ pixels: data, channels: 3, width: info.width, height: info.height });
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError('not_an_image', error);
  }
}

/** Re-encodes an image that was decoded before. This strips its metadata. */
export function encodeSmall(dataUrl: string): Promise<Uint8Array> {
  return sharp(toBytes(dataUrl), { limitInputPixels: false })
    .timeout({ seconds: maxDecodeSeconds })
    .autoOrient()
    .resize({ width: smallPx, height: smallPx, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}
