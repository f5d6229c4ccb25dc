import { expect, test } from 'vitest';
import { sortAreas, span, surround } from './mark-faces.ts';

const photo = { width: 4000, height: 3000 };
const makeArea = (left: number, width = 0.1) => ({ left, top: 0.2, width, height: width });

test('a tap marks an area of the usual size around it', () => {
  const { left, top, width, height } = surround({ x: 0.5, y: 0.5 }, [], photo);
  expect([left + width / 2, top + height / 2]).toEqual([0.5, 0.5]);
  expect(width * photo.width).toBeCloseTo(480);
  expect(height * photo.height).toBeCloseTo(480);
});

test('a tap marks an area as large as the face of middle size', () => {
  const faces = [makeArea(0, 0.3), makeArea(0.4, 0.05), makeArea(0.7, 0.1)];
  expect(surround({ x: 0.5, y: 0.5 }, faces, photo)).toMatchObject({ width: 0.1, height: 0.1 });
});

test('a drag in any direction marks the area between its ends', () => {
  const area = { left: 0.25, top: 0.25, width: 0.5, height: 0.25 };
  expect(span({ x: 0.25, y: 0.25 }, { x: 0.75, y: 0.5 })).toEqual(area);
  expect(span({ x: 0.75, y: 0.5 }, { x: 0.25, y: 0.25 })).toEqual(area);
});

test('areas are numbered from left to right', () => {
  expect(sortAreas([makeArea(0.5), makeArea(0.1)]).map(({ left }) => left)).toEqual([0.1, 0.5]);
});
