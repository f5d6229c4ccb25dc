import { cacheModel, runModel } from '../../lib/device-models.ts';
import type { ModelInput } from '../../lib/device-worker.ts';
import {
  type Area,
  findFaces,
  inputPx,
  listTiles,
  listUncovered,
  type Tile,
} from './find-faces.ts';

/**
 * Finds the faces in a photo on this device; it cannot tell whose they are. Yields the large ones of
 * the whole photo first, and then all those found so far as it looks closer.
 */
export async function* detectFaces(photo: HTMLCanvasElement): AsyncGenerator<Area[]> {
  const tiles = listTiles(photo);
  let faces: Area[] = [];
  let looked = 0;
  for await (const outputs of runModel('faces', drawTiles(photo, tiles))) {
    const tile = tiles[looked++];
    if (tile) faces = faces.concat(listUncovered(findFaces(outputs, tile, photo), faces));
    yield faces;
  }
  cacheModel('faces').catch(() => undefined);
}

/** One after the other, because each takes some megabytes. */
function* drawTiles(photo: HTMLCanvasElement, tiles: Tile[]): Generator<ModelInput> {
  const canvas = new OffscreenCanvas(inputPx, inputPx);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser does not support a 2D canvas.');
  context.imageSmoothingQuality = 'high';
  for (const { x, y, side } of tiles) {
    const width = Math.min(side, photo.width - x);
    const height = Math.min(side, photo.height - y);
    const scale = inputPx / side;
    context.clearRect(0, 0, inputPx, inputPx);
    context.drawImage(photo, x, y, width, height, 0, 0, width * scale, height * scale);
    yield toInput(context.getImageData(0, 0, inputPx, inputPx).data);
  }
}

/** The red, green and blue planes. */
function toInput(pixels: Uint8ClampedArray): ModelInput {
  const points = inputPx * inputPx;
  const data = new Float32Array(3 * points);
  for (let point = 0; point < points; point++) {
    for (let channel = 0; channel < 3; channel++) {
      data[channel * points + point] = pixels[point * 4 + channel] ?? 0;
    }
  }
  return { name: 'data', type: 'float32', data, dims: [1, 3, inputPx, inputPx] };
}
