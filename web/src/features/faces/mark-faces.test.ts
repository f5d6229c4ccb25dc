import { describe, expect, test } from 'vitest';
import { changeByKey, findFreePoint, sortMarks, span, surround, toMark } from './mark-faces.ts';

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

test('marks are numbered from left to right, wherever they are moved', () => {
  const [a, b] = [toMark(makeArea(0.5)), toMark(makeArea(0.1))];
  const moved = { ...b, left: 0.9 };
  expect(sortMarks([a, moved])).toEqual([moved, a]);
});

describe('a key', () => {
  const mark = surround({ x: 0.5, y: 0.5 }, [makeArea(0)], photo);
  const change = (key: string, start = mark) => {
    const { left, top, width, height } = changeByKey(start, key) ?? {};
    return [left, top, width, height].map((value) => Math.round((value ?? NaN) * 1000) / 1000);
  };

  test.each([
    ['ArrowLeft', [0.43, 0.45, 0.1, 0.1]],
    ['ArrowRight', [0.47, 0.45, 0.1, 0.1]],
    ['ArrowUp', [0.45, 0.43, 0.1, 0.1]],
    ['ArrowDown', [0.45, 0.47, 0.1, 0.1]],
    ['+', [0.445, 0.445, 0.11, 0.11]],
    ['-', [0.455, 0.455, 0.091, 0.091]],
  ])('%s changes a mark', (key, expected) => expect(change(key)).toEqual(expected));

  test('that means something else does nothing', () => {
    for (const key of ['Enter', ' ', 'Tab', 'a']) expect(changeByKey(mark, key)).toBeUndefined();
  });

  test('never moves a mark out of the photo, nor makes it vanish', () => {
    let moved = mark;
    for (let i = 0; i < 50; i++) {
      for (const key of ['ArrowUp', 'ArrowLeft', '-']) moved = changeByKey(moved, key) ?? moved;
    }
    expect(change('-', moved)).toEqual([-0.01, -0.01, 0.02, 0.02]);
    expect(moved.origin).toBe(mark.origin);
  });
});

test('a mark is added in the middle, or beside one that was added there', () => {
  const first = surround(findFreePoint([]), [], photo);
  expect(first.origin).toEqual({ x: 0.5, y: 0.5 });
  const second = surround(findFreePoint([first]), [], photo);
  expect(second.origin).toEqual({ x: 0.52, y: 0.5 });
});
