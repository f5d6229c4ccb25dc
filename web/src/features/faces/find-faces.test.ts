import { expect, test } from 'vitest';
import { type Area, findFaces, inputPx, listTiles, listUncovered } from './find-faces.ts';

interface Found {
  stride: number;
  /** Which of the two face sizes of the grid. */
  sizeIndex: number;
  column: number;
  row: number;
  score: number;
}

/** The outputs of a model that found exactly these faces, each with the size and place of its grid point. */
function makeOutputs(found: Found[]): Record<string, Float32Array> {
  const outputs: Record<string, Float32Array> = {};
  for (const stride of [32, 16, 8]) {
    const points = (inputPx / stride) ** 2;
    const scores = new Float32Array(4 * points);
    for (const { sizeIndex, column, row, score } of found.filter((of) => of.stride === stride)) {
      scores[(2 + sizeIndex) * points + row * (inputPx / stride) + column] = score;
    }
    outputs[`face_rpn_cls_prob_reshape_stride${stride}`] = scores;
    outputs[`face_rpn_bbox_pred_stride${stride}`] = new Float32Array(8 * points);
  }
  return outputs;
}

const square = { width: inputPx, height: inputPx };
const whole = { x: 0, y: 0, side: inputPx };
const face = { stride: 16, sizeIndex: 1, column: 10, row: 20, score: 0.9 };
const measure = ({ left, top, width, height }: Area, { width: w, height: h } = square) =>
  [(left + width / 2) * w, (top + height / 2) * h, width * w, height * h].map(Math.round);

test('a face is where the model says, somewhat larger to cover hair and ears', () => {
  const [area, ...others] = findFaces(makeOutputs([face]), whole, square);
  expect(others).toEqual([]);
  expect(area && measure(area)).toEqual([168, 328, 83, 83]);
});

test('an unlikely face is no face', () => {
  expect(findFaces(makeOutputs([{ ...face, score: 0.4 }]), whole, square)).toEqual([]);
});

test('of several boxes around one face the most likely remains, and neighbors stay', () => {
  const likely = { ...face, column: 11, score: 0.99 };
  const neighbor = { ...face, column: 16 };
  const found = findFaces(makeOutputs([face, likely, neighbor]), whole, square);
  expect(found.map((area) => measure(area)[0])).toEqual([184, 264]);
});

test('a face in a tile is where it is in the photo', () => {
  const photo = { width: 4000, height: 3000 };
  const tile = { x: 1600, y: 600, side: 2400 };
  const [area] = findFaces(makeOutputs([face]), tile, photo);
  expect(area && measure(area, photo)).toEqual([2230, 1830, 312, 312]);
});

test('a face at the edge of a tile is left to the next tile, at the edge of the photo it counts', () => {
  const photo = { width: 4000, height: 3000 };
  const atRight = makeOutputs([{ ...face, column: 38 }]);
  const listFound = (x: number) => findFaces(atRight, { x, y: 600, side: 2400 }, photo);
  expect(listFound(0)).toEqual([]);
  expect(listFound(1600)).toHaveLength(1);
});

test('the tiles of a large photo cover it, and a small photo has one', () => {
  expect(listTiles({ width: 1000, height: 800 })).toEqual([{ x: 0, y: 0, side: 1000 }]);
  expect(listTiles({ width: 4000, height: 3000 })).toEqual([
    { x: 0, y: 0, side: 4000 },
    { x: 0, y: 0, side: 2400 },
    { x: 1600, y: 0, side: 2400 },
    { x: 0, y: 600, side: 2400 },
    { x: 1600, y: 600, side: 2400 },
  ]);
  expect(listTiles({ width: 1000, height: 3000 })).toHaveLength(3);
});

test('a face counts as covered by an area around it, and not by one beside it', () => {
  const area = { left: 0.4, top: 0.4, width: 0.1, height: 0.1 };
  expect(listUncovered([area], [{ ...area, left: 0.42 }])).toEqual([]);
  expect(listUncovered([area], [{ ...area, left: 0.49 }])).toEqual([area]);
});
