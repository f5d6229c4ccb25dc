import { expect, test } from 'vitest';
import { blurPixels } from './blur-pixels.ts';

const side = 60;
type Paint = (x: number, y: number) => [number, number, number, number];

function makeImage(paint: Paint) {
  const pixels = Array.from({ length: side * side }, (_, i) =>
    paint(i % side, Math.floor(i / side)),
  );
  return { data: Uint8ClampedArray.from(pixels.flat()), width: side, height: side };
}
function blur(paint: Paint): Uint8ClampedArray {
  const image = makeImage(paint);
  blurPixels(image);
  return image.data;
}
const readRed = (data: Uint8ClampedArray, x: number, y: number) => data[(y * side + x) * 4];

/** Black and white pixels in turn, which average to grey. */
const chess: Paint = (x, y) => {
  const value = (x + y) % 2 === 0 ? 0 : 255;
  return [value, value, value, 255];
};

test('nothing finer than a cell remains inside the ellipse', () => {
  const data = blur(chess);
  for (let x = 0; x < side; x++) expect([127, 128]).toContain(readRed(data, x, side / 2));
});

test('two faces with the same average colors cannot be told apart afterwards', () => {
  const readMiddle = (data: Uint8ClampedArray) =>
    Array.from({ length: side }, (_, x) => readRed(data, x, side / 2));
  const inverted: Paint = (x, y) => chess(x + 1, y);
  expect(readMiddle(makeImage(inverted).data)).not.toEqual(readMiddle(makeImage(chess).data));
  expect(readMiddle(blur(inverted))).toEqual(readMiddle(blur(chess)));
});

test('pixels outside the ellipse stay as they are', () => {
  const data = blur(chess);
  const original = makeImage(chess).data;
  for (const [x, y] of [
    [0, 0],
    [side - 1, 0],
    [3, 3],
    [side - 4, side - 4],
  ] as const) {
    expect(readRed(data, x, y)).toBe(readRed(original, x, y));
  }
});

test('colors blend from cell to cell without an edge', () => {
  const data = blur((x) => (x < side / 2 ? [0, 0, 0, 255] : [255, 255, 255, 255]));
  const row = Array.from({ length: side }, (_, x) => readRed(data, x, side / 2) ?? 0);
  const steps = row.slice(1).map((value, i) => Math.abs(value - (row[i] ?? 0)));
  expect(Math.max(...steps)).toBeLessThan(30);
});

test('what lies outside the photo does not darken a face at its edge', () => {
  const data = blur((x) => (x < side / 2 ? [0, 0, 0, 0] : [200, 200, 200, 255]));
  expect(readRed(data, side - 5, side / 2)).toBe(200);
});
