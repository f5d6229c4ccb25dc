import { cacheModel, type OpenModel } from '../../lib/device-models.ts';
import type { ModelInput } from '../../lib/device-worker.ts';
import { readPixels } from '../../lib/read-pixels.ts';
import { type Area, findFaces, listUncovered, listViews, type View } from './find-faces.ts';

/**
 * Finds the faces in a photo on this device; it cannot tell whose they are. Yields the large ones of
 * the whole photo first, and then all those found so far as it looks closer.
 */
export async function* detectFaces(
  model: OpenModel,
  photo: HTMLCanvasElement,
): AsyncGenerator<Area[]> {
  let faces: Area[] = [];
  for (const view of listViews(photo)) {
    const outputs = await model.run(drawView(photo, view));
    faces = faces.concat(listUncovered(findFaces(outputs, view, photo), faces));
    yield faces;
  }
  cacheModel('faces').catch(() => undefined);
}

function drawView(photo: HTMLCanvasElement, { width, height, scale }: View): ModelInput {
  const drawn = { width: photo.width * scale, height: photo.height * scale };
  const data = toPlanes(readPixels(photo, drawn, { width, height }));
  return { name: 'photo', type: 'float32', data, dims: [1, 3, height, width] };
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
