import { resultOf } from '@lop-xanh/contract/rules/waste-answer';
import { cutView, scaledTo, viewPx } from '@lop-xanh/contract/rules/waste-view';
import type { ScanResult, WasteTable } from '@lop-xanh/contract/scan';
import table from '@lop-xanh/contract/waste-table.json';
import notes from '../../../../ml/weights/small.json';
import { deviceFiles } from './device-files.ts';
import type { Judged } from './device-worker.ts';

/** The answer of the small classifier, which works without the server. */
export async function analyzeHere(image: string): Promise<ScanResult | null> {
  const probabilities = await judge(await viewOf(image));
  return resultOf({ probabilities, threshold: notes.threshold }, table as WasteTable);
}

async function viewOf(image: string): Promise<Uint8Array> {
  const bitmap = await createImageBitmap(await decoded(image));
  const shortSide = Math.min(bitmap.width, bitmap.height, 2 * viewPx);
  const [width, height] = scaledTo(bitmap.width, bitmap.height, shortSide);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return cutView({
    pixels: context.getImageData(0, 0, width, height).data,
    channels: 4,
    width,
    height,
  });
}

/** The page's policy lets nothing be fetched from a data URL, so an image element reads it. */
async function decoded(image: string): Promise<HTMLImageElement> {
  const element = new Image();
  element.src = image;
  await element.decode();
  return element;
}

/** A thread for one picture: it and its memory are gone afterwards. */
async function judge(view: Uint8Array): Promise<number[]> {
  const worker = new Worker(new URL('./device-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.addEventListener('message', ({ data }: MessageEvent<Judged>) =>
        'probabilities' in data ? resolve(data.probabilities) : reject(new Error(data.fault)),
      );
      worker.postMessage({ view, ...deviceFiles });
    });
  } finally {
    worker.terminate();
  }
}
