import { expect, test } from 'vitest';
import { advanceCodeNumber, getFirstCodeNumber } from './identifier-codes.rules.ts';

test('the first number is the year followed by 000001', () => {
  expect(getFirstCodeNumber(2026)).toBe(2026000001);
});

test.each([
  [['2026000050'], 2026000051],
  [['2026000050', null, '2026000070'], 2026000071],
  [['2026000041'], 2026000042],
  [['2026010040'], 2026010041],
  [['2026010041'], 2026000041],
  [['2026000040'], 2026000041],
  [['9'.repeat(10)], 2026000041],
  [['9'.repeat(50)], 2026000041],
  [['HS-2026000050', '02026000050', '2026000050.5', ''], 2026000041],
])('after the codes %j the next number is %i', (codes, next) => {
  expect(advanceCodeNumber(codes, 2026000041)).toBe(next);
});
