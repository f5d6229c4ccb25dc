import { expect, test } from 'vitest';
import { keepWithinLimits, maxTotalLength } from './persisted-limits.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-17T07:00:00Z');
const make = (name: string, { user = 1, days = 0, length = 10 } = {}) => ({
  name,
  user,
  text: 'x'.repeat(length),
  updatedAt: now - days * day,
});
const keep = (...entries: ReturnType<typeof make>[]) => {
  const { kept, dropped } = keepWithinLimits(entries, { user: 1, now });
  return [kept.map(({ name }) => name), dropped.map(({ name }) => name)];
};

test('the data of another user is dropped', () => {
  expect(keep(make('own'), make('other', { user: 2 }))).toEqual([['own'], ['other']]);
});

test('what is older than thirty days is dropped', () => {
  expect(keep(make('a', { days: 29 }), make('b', { days: 31 }))).toEqual([['a'], ['b']]);
});

test('without room for everything, the oldest is dropped', () => {
  const length = maxTotalLength / 2;
  expect(
    keep(
      make('oldest', { days: 3, length }),
      make('newest', { days: 1, length }),
      make('middle', { days: 2, length }),
    ),
  ).toEqual([['newest', 'middle'], ['oldest']]);
});

test('one that is too large does not push out the others', () => {
  const length = maxTotalLength + 1;
  expect(keep(make('large', { length }), make('small', { days: 1 }))).toEqual([
    ['small'],
    ['large'],
  ]);
});
