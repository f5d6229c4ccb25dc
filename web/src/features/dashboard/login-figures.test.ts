import { expect, test } from 'vitest';
import { findScale, type LoginKind, placeLabels } from './login-figures.ts';

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

test.each([
  ['apart', { students: 90, parents: 50, staff: 10 }, [10, 50, 90]],
  ['together', { students: 52, parents: 50, staff: 48 }, [32, 42, 52]],
  ['at the foot', { students: 0, parents: 0, staff: 0 }, [100, 90, 80]],
])('the labels of lines that end %s do not overlap', (_, counts, tops) => {
  const kinds: LoginKind[] = (['students', 'parents', 'staff'] as const).map((field) => ({
    field,
    name: field,
  }));
  const labels = placeLabels(kinds, { monday: '2026-11-16', ...counts }, 100);
  const byField = new Map(labels.map(({ field, top }) => [field, top]));
  expect(kinds.map(({ field }) => byField.get(field))).toEqual(tops);
});
