import { cacheModel, runModel } from '../../lib/device-models.ts';
import type { ModelInput } from '../../lib/device-worker.ts';
import { readPixels } from '../../lib/read-pixels.ts';
import { type Area, findFaces, listUncovered, listViews } from './find-faces.ts';

/**
 * Finds the faces in a photo on this device; it cannot tell whose they are. Yields the large ones of
 * the whole photo first, and then all those found so far as it looks closer.
 */
export async function* detectFaces(opening: Promise<HTMLCanvasElement>): AsyncGenerator<Area[]> {
  let faces: Area[] = [];
  let looked = 0;
  for await (const outputs of runModel('faces', drawViews(opening))) {
    const photo = await opening;
    const view = listViews(photo)[looked++];
    if (view) faces = faces.concat(listUncovered(findFaces(outputs, view, photo), faces));
    yield faces;
  }
  cacheModel('faces').catch(() => undefined);
}

/** One after the other, because each takes some megabytes. */
async function* drawViews(opening: Promise<HTMLCanvasElement>): AsyncGenerator<ModelInput> {
  const photo = await opening;
  for (const { width, height, scale } of listViews(photo)) {
    const drawn = { width: photo.width * scale, height: photo.height * scale };
    const data = toPlanes(readPixels(photo, drawn, { width, height }));
    yield { name: 'photo', type: 'float32', data, dims: [1, 3, height, width] };
  }
}

/** The red, green and blue planes, from -1 to 1. */
function toPlanes(pixels: Uint8ClampedArray): Float32Array {
  const points = pixels.length / 4;
  const planes = new Float32Array(3 * points);
  for (let point = 0; point < points; point++) {
    for (let channel = 0; channel < 3; channel++) {
      planes[channel * points + point] = (pixels[point * 4 + channel] ?? 0) / 127.5 - 1;
    }
  }
  return planes;
}
