import { cropImage, cropPx, mirrorCrop, scaleShortSide } from '@lop-xanh/contract/rules/waste-crop';
import { toScanResponse } from '@lop-xanh/contract/rules/waste-result';
import type { WasteTable } from '@lop-xanh/contract/scan';
import table from '@lop-xanh/contract/waste-table.json';
import modelInfo from '../../../../ml/weights/small.json';
import { openModel } from '../../lib/device-models.ts';
import type { ModelInput } from '../../lib/device-worker.ts';
import { readPixels } from '../../lib/read-pixels.ts';

/** Classifies a photo with the small model, without the server. */
export async function classifyOnDevice(image: string) {
  const probabilities = await classifyCrop(await cropPhoto(image));
  return toScanResponse({ probabilities, threshold: modelInfo.threshold }, table as WasteTable);
}

async function cropPhoto(image: string): Promise<Uint8Array> {
  const bitmap = await createImageBitmap(await loadImage(image));
  const shortSide = Math.min(bitmap.width, bitmap.height, 2 * cropPx);
  const [width, height] = scaleShortSide(bitmap.width, bitmap.height, shortSide);
  const pixels = readPixels(bitmap, { width, height });
  bitmap.close();
  return cropImage({ pixels, channels: 4, width, height });
}

/** Through an image element, because the content security policy forbids fetching a data URL. */
async function loadImage(image: string): Promise<HTMLImageElement> {
  const element = new Image();
  element.src = image;
  await element.decode();
  return element;
}

/** Averages the probabilities of the photo and of its mirror image. */
async function classifyCrop(crop: Uint8Array): Promise<number[]> {
  const averages: number[] = [];
  const inputs = [crop, mirrorCrop(crop)].map(toInput);
  const model = openModel('waste');
  try {
    for (const input of inputs) {
      const { probabilities = [] } = await model.run(input);
      for (const [label, probability] of probabilities.entries()) {
        averages[label] = (averages[label] ?? 0) + probability / inputs.length;
      }
    }
  } finally {
    model.close();
  }
  return averages;
}

function toInput(crop: Uint8Array): ModelInput {
  return { name: 'image', type: 'uint8', data: crop, dims: [1, cropPx, cropPx, 3] };
}
