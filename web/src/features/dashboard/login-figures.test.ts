import { expect, test } from 'vitest';
import { findScale } from './login-figures.ts';

const week = (students: number) => ({ monday: '2026-11-16', students, parents: 1, staff: 0 });

test.each([
  [0, [0, 1, 2, 3]],
  [3, [0, 1, 2, 3]],
  [4, [0, 2, 4, 6]],
  [13_100, [0, 5_000, 10_000, 15_000]],
  [15_001, [0, 10_000, 20_000, 30_000]],
])('the scale for at most %i logins has round marks', (most, marks) => {
  expect(findScale([week(most), week(0)])).toEqual({ highest: marks.at(-1), marks });
});
