import { expect, test } from 'vitest';
import { findStep } from './app-codes.ts';

/** The secret and codes of RFC 6238, of which apps show the last six digits. */
const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [2_000_000_000, '279037', 66_666_666],
])('at second %i the code is %s', (seconds, code, step) => {
  expect(findStep(secret, code, at(seconds))).toBe(step);
});

test('a code is accepted half a minute early or late, not longer', () => {
  const [code, step] = ['279037', 66_666_666];
  const [begin, end] = [step * 30, step * 30 + 29];
  expect(findStep(secret, code, at(begin - 30))).toBe(step);
  expect(findStep(secret, code, at(end + 30))).toBe(step);
  expect(findStep(secret, code, at(begin - 31))).toBeUndefined();
  expect(findStep(secret, code, at(end + 31))).toBeUndefined();
  expect(findStep(secret, '27903', at(begin))).toBeUndefined();
});
