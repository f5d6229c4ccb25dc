import { cacheModel, runModel } from '../../lib/device-models.ts';
import type { ModelInput } from '../../lib/device-worker.ts';
import { type Area, findFaces, inputPx } from './find-faces.ts';

/** Finds the faces in a photo on this device. It cannot tell whose they are. */
export async function detectFaces(photo: HTMLCanvasElement): Promise<Area[]> {
  const scale = inputPx / Math.max(photo.width, photo.height);
  const size = { width: photo.width * scale, height: photo.height * scale };
  const [outputs = {}] = await runModel('faces', [toInput(photo, size)]);
  cacheModel('faces').catch(() => undefined);
  return findFaces(outputs, size);
}

/** The photo's red, green and blue planes, in the top left corner of a black square. */
function toInput(photo: HTMLCanvasElement, size: { width: number; height: number }): ModelInput {
  const canvas = new OffscreenCanvas(inputPx, inputPx);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser does not support a 2D canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, 0, 0, size.width, size.height);
  const pixels = context.getImageData(0, 0, inputPx, inputPx).data;
  const points = inputPx * inputPx;
  const data = new Float32Array(3 * points);
  for (let point = 0; point < points; point++) {
    for (let channel = 0; channel < 3; channel++) {
      data[channel * points + point] = pixels[point * 4 + channel] ?? 0;
    }
  }
  return { name: 'data', type: 'float32', data, dims: [1, 3, inputPx, inputPx] };
}
