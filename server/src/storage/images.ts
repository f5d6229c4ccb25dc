import sharp from 'sharp';
import { AppError } from '../http/app-error.ts';

/** As large as a screen shows it, and as a card does. */
const displayPx = 1920;
const cardPx = 640;
const mostPixels = 60_000_000;
const atOnce = 2;

/** A path, or the bytes themselves. */
export type Original = string | Buffer;

export interface ImageSizes {
  display: { data: Buffer; width: number; height: number };
  card: Buffer;
}

/**
 * Draws an image anew in two sizes. What the file carried beside its pixels, the place of a child's
 * home among it, does not come along.
 */
export async function drawAnew(original: Original): Promise<ImageSizes> {
  const release = await turn();
  try {
    const image = () =>
      sharp(original, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient();
    const fit = (px: number) =>
      ({ width: px, height: px, fit: 'inside', withoutEnlargement: true }) as const;
    const { data, info } = await image()
      .resize(fit(displayPx))
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    const card = await image().resize(fit(cardPx)).webp({ quality: 76 }).toBuffer();
    return { display: { data, width: info.width, height: info.height }, card };
  } catch (error) {
    throw new AppError('unsupported_type', { cause: error });
  } finally {
    release();
  }
}

const waiting: (() => void)[] = [];
let running = 0;

/** Drawing takes a core and much memory: two at a time, the others wait. */
async function turn(): Promise<() => void> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  return () => {
    running -= 1;
    waiting.shift()?.();
  };
}
