import { expect, test } from 'vitest';
import { type Area, findFaces, listUncovered, listViews } from './find-faces.ts';

interface Found {
  column: number;
  row: number;
  score: number;
  /** The distance of the face's center from the cell's, and its size. */
  box: [number, number, number, number];
}

const view = { width: 160, height: 128, scale: 1 };

/** The outputs of a model that found exactly these faces. */
function makeOutputs(found: Found[]): Record<string, Float32Array> {
  const cells = (view.width / 4) * (view.height / 4);
  const scores = new Float32Array(cells).fill(-10);
  const boxes = new Float32Array(16 * cells);
  for (const { column, row, score, box } of found) {
    const cell = row * (view.width / 4) + column;
    scores[cell] = Math.log(score / (1 - score));
    for (const [index, value] of box.entries()) boxes[index * cells + cell] = value;
  }
  return { scores, boxes };
}

const face: Found = { column: 10, row: 20, score: 0.9, box: [6, -2, 20, 24] };
const measure = (
  { left, top, width, height }: Area,
  { width: w, height: h }: { width: number; height: number } = view,
) => [(left + width / 2) * w, (top + height / 2) * h, width * w, height * h].map(Math.round);

test('a face is where the model says, somewhat larger to cover hair and ears', () => {
  const [area, ...others] = findFaces(makeOutputs([face]), view, view);
  expect(others).toEqual([]);
  expect(area && measure(area)).toEqual([48, 80, 30, 36]);
});

test('an unlikely face is no face', () => {
  expect(findFaces(makeOutputs([{ ...face, score: 0.4 }]), view, view)).toEqual([]);
});

test('of several boxes around one face the most likely remains, and neighbors stay', () => {
  const likely = { ...face, column: 11, score: 0.99 };
  const neighbor = { ...face, column: 18 };
  const found = findFaces(makeOutputs([face, likely, neighbor]), view, view);
  expect(found.map((area) => measure(area)[0])).toEqual([52, 80]);
});

test('a face in a reduced view is where it is in the photo', () => {
  const photo = { width: 1600, height: 1200 };
  const [area] = findFaces(makeOutputs([face]), { ...view, scale: 0.1 }, photo);
  expect(area && measure(area, photo)).toEqual([480, 800, 300, 360]);
});

test('a photo is looked at in two sizes, but never enlarged', () => {
  expect(listViews({ width: 4000, height: 3000 })).toEqual([
    { width: 192, height: 160, scale: 0.048 },
    { width: 896, height: 672, scale: 0.224 },
  ]);
  expect(listViews({ width: 225, height: 300 })).toEqual([
    { width: 160, height: 192, scale: 192 / 300 },
    { width: 256, height: 320, scale: 1 },
  ]);
});

test('a face counts as covered by an area around it, and not by one beside it', () => {
  const area = { left: 0.4, top: 0.4, width: 0.1, height: 0.1 };
  expect(listUncovered([area], [{ ...area, left: 0.42 }])).toEqual([]);
  expect(listUncovered([area], [{ ...area, left: 0.49 }])).toEqual([area]);
});
