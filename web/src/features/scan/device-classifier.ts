import {
  cropPx,
  scaleShortSide,
  takeViews,
  type WasteViews,
} from '@lop-xanh/contract/rules/waste-crop';
import { toScanResponse } from '@lop-xanh/contract/rules/waste-result';
import type { WastePack } from '@lop-xanh/contract/scan';
import type { DeviceHead } from '@lop-xanh/contract/teaching';
import modelInfo from '../../../../ml/weights/small.json';
import { openModel } from '../../lib/device-models.ts';
import type { ModelInput } from '../../lib/device-worker.ts';
import { readPixels } from '../../lib/read-pixels.ts';
import { addDeviceHead } from './device-head.ts';

/** Classifies a photo with the small model, without the server. */
export async function classifyOnDevice(
  image: string,
  { pack, head }: { pack: WastePack; head: DeviceHead | undefined },
) {
  const { sha256: model, threshold } = modelInfo;
  const { probabilities, features } = await classifyViews(await viewPhoto(image));
  const response = toScanResponse({ probabilities, threshold }, pack);
  return addDeviceHead(response, { model, probabilities, features }, head);
}

async function viewPhoto(image: string): Promise<WasteViews> {
  const bitmap = await createImageBitmap(await loadImage(image));
  const shortSide = Math.min(bitmap.width, bitmap.height, 2 * cropPx);
  const [width, height] = scaleShortSide(bitmap.width, bitmap.height, shortSide);
  const pixels = readPixels(bitmap, { width, height });
  bitmap.close();
  return takeViews({ pixels, channels: 4, width, height });
}

/** Through an image element, because the content security policy forbids fetching a data URL. */
async function loadImage(image: string): Promise<HTMLImageElement> {
  const element = new Image();
  element.src = image;
  await element.decode();
  return element;
}

/** Averages the outputs for both views. */
async function classifyViews(views: WasteViews) {
  const model = openModel('waste');
  try {
    const { probabilities = empty, features = empty } = await model.run(toInput(views.crop));
    const whole = await model.run(toInput(views.whole));
    return {
      probabilities: [...average(probabilities, whole.probabilities)],
      features: average(features, whole.features),
    };
  } finally {
    model.close();
  }
}

const empty = new Float32Array();

function average(a: Float32Array, b: Float32Array = empty): Float32Array {
  return a.map((value, index) => (value + (b[index] ?? 0)) / 2);
}

function toInput(view: Uint8Array): ModelInput {
  return { name: 'image', type: 'uint8', data: view, dims: [1, cropPx, cropPx, 3] };
}
