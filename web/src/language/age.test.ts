import { expect, test } from 'vitest';
import { formatAge, isLate } from './age.ts';

const now = Date.parse('2026-11-17T08:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test.each([
  [-5, 'vừa xong'],
  [1, '1 phút'],
  [59, '59 phút'],
  [60, '1 giờ'],
  [23 * 60 + 59, '23 giờ'],
  [24 * 60, '1 ngày'],
  [39 * 60, '1 ngày 15 giờ'],
  [7 * 24 * 60 + 300, '7 ngày'],
])('an item of %i minutes has waited %s', (minutes, text) => {
  expect(formatAge(ago(minutes), now)).toBe(text);
});

test('an item is late after a day', () => {
  expect([isLate(ago(24 * 60 - 1), now), isLate(ago(24 * 60), now)]).toEqual([false, true]);
});
