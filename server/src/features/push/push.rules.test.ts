import { expect, test } from 'vitest';
import { findQuietEnd, getRetryMinutes } from './push.rules.ts';

test.each([
  ['13:59:59', undefined],
  ['14:00:00', '2026-11-17T23:00:00.000Z'],
  ['16:59:59', '2026-11-17T23:00:00.000Z'],
  ['17:00:00', '2026-11-17T23:00:00.000Z'],
  ['22:59:59', '2026-11-17T23:00:00.000Z'],
  ['23:00:00', undefined],
  ['05:00:00', undefined],
])('at %s UTC, it is quiet until %s', (time, end) => {
  expect(findQuietEnd(new Date(`2026-11-17T${time}Z`))?.toISOString()).toBe(end);
});

test('a failed message waits longer after each attempt', () => {
  expect([1, 2, 3, 4, 5, 6, 100].map(getRetryMinutes)).toEqual([1, 5, 30, 120, 360, 360, 360]);
});
