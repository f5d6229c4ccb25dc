import sharp from 'sharp';
import { AppError } from '../http/app-error.ts';

/** As large as a screen shows it, and as a card does. */
const displayPx = 1920;
const cardPx = 640;
const mostPixels = 60_000_000;
const atOnce = 2;
/** Of 6: files as small as with the usual 4, in less than half the time. */
const effort = 2;

/** A path, or the bytes themselves. */
export type Original = string | Buffer;

interface DrawnImage {
  data: Buffer;
  width: number;
  height: number;
}

/**
 * Draws an image anew in two sizes. What the file carried beside its pixels, the place of a child's
 * home among it, does not come along.
 */
export function reEncode(original: Original): Promise<{ display: DrawnImage; card: DrawnImage }> {
  return inTurn(async () => ({
    display: await drawWithin(original, displayPx, 82),
    card: await drawWithin(original, cardPx, 76),
  }));
}

/** The smaller of the two alone. */
export function drawCard(original: Original): Promise<DrawnImage> {
  return inTurn(() => drawWithin(original, cardPx, 76));
}

async function drawWithin(original: Original, px: number, quality: number): Promise<DrawnImage> {
  const { data, info } = await sharp(original, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: px, height: px, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function inTurn<T>(draw: () => Promise<T>): Promise<T> {
  const release = await turn();
  try {
    return await draw();
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
