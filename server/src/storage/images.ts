import { availableParallelism } from 'node:os';
import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { AppError } from '../http/app-error.ts';
import { type Caller, FairQueue } from '../lib/fair-queue.ts';
import { watchQueue } from '../metrics/queues.ts';

/** The longest side of the full image and of its thumbnail. */
const displayPx = 1920;
const thumbnailPx = 640;
/** Avatars are squares; the largest on screen has a side of 96 px. */
const avatarPx = 256;
const maxInputPixels = 60_000_000;
/** A photo of 60 megapixels takes some seconds, on a busy machine more. */
const maxSeconds = 30;
/** From 0 to 6. Files are as small as with the default of 4, in less than half the time. */
const effort = 2;

/** A path, or the bytes themselves. */
export type ImageSource = string | Buffer;

export interface EncodedImage {
  data: Buffer;
  width: number;
  height: number;
}

/**
 * Re-encodes an image in two sizes. This strips its metadata, which may contain the location of a
 * child's home.
 */
export function reEncode(
  source: ImageSource,
  caller: Caller,
): Promise<{ display: EncodedImage; thumbnail: EncodedImage }> {
  return queueEncoding(caller, async () => {
    // A large photo is decoded only once.
    const { data, info } = await openImage(source)
      .resize(within(displayPx))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const scaled = () => sharp(data, { raw: info });
    return {
      display: await encode(scaled(), 82),
      thumbnail: await encode(scaled().resize(within(thumbnailPx)), 76),
    };
  });
}

export function encodeThumbnail(source: ImageSource, caller: Caller): Promise<EncodedImage> {
  return queueEncoding(caller, () => encode(openImage(source).resize(within(thumbnailPx)), 76));
}

export function encodeAvatar(source: ImageSource, caller: Caller): Promise<EncodedImage> {
  const size = { width: avatarPx, height: avatarPx };
  return queueEncoding(caller, () => encode(openImage(source).resize(size), 80));
}

const within = (maxSidePx: number): ResizeOptions => ({
  width: maxSidePx,
  height: maxSidePx,
  fit: 'inside',
  withoutEnlargement: true,
});

function openImage(source: ImageSource): Sharp {
  return sharp(source, { limitInputPixels: maxInputPixels, failOn: 'error' })
    .timeout({ seconds: maxSeconds })
    .autoOrient();
}

async function encode(image: Sharp, quality: number): Promise<EncodedImage> {
  const { data, info } = await image
    .webp({ quality, effort })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

// One thread for each image, so that `maxRunning` bounds the cores that images take.
sharp.concurrency(1);

/** Encoding takes a whole core and much memory; one core stays free for the requests. */
const queue = new FairQueue({
  maxRunning: Math.min(4, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 200,
  createError: () => new AppError('server_busy', { retryAfterSeconds: 10 }),
});
watchQueue('photos', () => queue);

function queueEncoding<T>(caller: Caller, encode: () => Promise<T>): Promise<T> {
  return queue.run(caller, encode).catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('unsupported_type', { cause: error });
  });
}
