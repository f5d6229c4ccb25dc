import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

/** What the classifier looks at: the middle square of the picture, in bytes of red, green and blue. */
export const viewPx = 224;
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
    return cutView(data, info.width, info.height);
  } catch (error) {
    if (error instanceof RefusedPicture) throw error;
    throw new RefusedPicture('not_a_picture', error);
  }
}

function scaledTo(width: number, height: number, shortSide: number): [number, number] {
  const scale = shortSide / Math.min(width, height);
  const scaled = (side: number) => Math.max(shortSide, Math.floor(side * scale + 0.5));
  return [scaled(width), scaled(height)];
}

/** The enlarging of libvips lies half a pixel off from everybody else's, so the last step is ours. */
function cutView(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const [across, down] = scaledTo(width, height, viewPx);
  const columns = samplesOf(width, across);
  const rows = samplesOf(height, down);
  const narrowed = new Uint8Array(height * viewPx * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < viewPx; x++) {
      const { first, weights } = columns[x] as Samples;
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0.5;
        let at = (y * width + first) * 3 + channel;
        for (const weight of weights) {
          sum += weight * (pixels[at] as number);
          at += 3;
        }
        narrowed[(y * viewPx + x) * 3 + channel] = sum;
      }
    }
  }
  const view = new Uint8Array(viewPx * viewPx * 3);
  const stride = viewPx * 3;
  for (let y = 0; y < viewPx; y++) {
    const { first, weights } = rows[y] as Samples;
    for (let x = 0; x < stride; x++) {
      let sum = 0.5;
      let at = first * stride + x;
      for (const weight of weights) {
        sum += weight * (narrowed[at] as number);
        at += stride;
      }
      view[y * stride + x] = sum;
    }
  }
  return view;
}

interface Samples {
  first: number;
  weights: number[];
}

/** For each pixel of the middle, which source pixels it is made of: a triangle as wide as the scale is steep. */
function samplesOf(from: number, to: number): Samples[] {
  const scale = from / to;
  const reach = Math.max(1, scale);
  const offset = Math.floor((to - viewPx) / 2);
  return Array.from({ length: viewPx }, (_, index) => {
    const centre = (index + offset + 0.5) * scale;
    const first = Math.max(0, Math.floor(centre - reach + 0.5));
    const last = Math.min(from, Math.floor(centre + reach + 0.5));
    const weights = Array.from({ length: last - first }, (_, i) =>
      Math.max(0, 1 - Math.abs(first + i - centre + 0.5) / reach),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return { first, weights: weights.map((weight) => weight / total) };
  });
}
