import { cropImage, cropPx, scaleShortSide } from '@lop-xanh/contract/rules/waste-crop';
import { toScanResult } from '@lop-xanh/contract/rules/waste-result';
import type { ScanResult, WasteTable } from '@lop-xanh/contract/scan';
import table from '@lop-xanh/contract/waste-table.json';
import modelInfo from '../../../../ml/weights/small.json';
import { classifierUrls } from './classifier-cache.ts';
import type { WorkerResponse } from './device-worker.ts';

/** Classifies a photo with the small model, without the server. */
export async function classifyOnDevice(image: string): Promise<ScanResult | null> {
  const probabilities = await runWorker(await cropPhoto(image));
  return toScanResult({ probabilities, threshold: modelInfo.threshold }, table as WasteTable);
}

async function cropPhoto(image: string): Promise<Uint8Array> {
  const bitmap = await createImageBitmap(await loadImage(image));
  const shortSide = Math.min(bitmap.width, bitmap.height, 2 * cropPx);
  const [width, height] = scaleShortSide(bitmap.width, bitmap.height, shortSide);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser does not support a 2D canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return cropImage({
    pixels: context.getImageData(0, 0, width, height).data,
    channels: 4,
    width,
    height,
  });
}

/** Through an image element, because the content security policy forbids fetching a data URL. */
async function loadImage(image: string): Promise<HTMLImageElement> {
  const element = new Image();
  element.src = image;
  await element.decode();
  return element;
}

/** Starts a worker for each photo, so that its memory is released afterwards. */
async function runWorker(crop: Uint8Array): Promise<number[]> {
  const worker = new Worker(new URL('./device-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) =>
        'probabilities' in data ? resolve(data.probabilities) : reject(new Error(data.error)),
      );
      worker.postMessage({ crop, ...classifierUrls });
    });
  } finally {
    worker.terminate();
  }
}
