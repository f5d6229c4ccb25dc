import { expect, test } from 'vitest';
import { isPhoneNumber, normalizePhone } from './phone-numbers.ts';

test.each([
  ['0912345678', '0912345678'],
  ['+84 912.345.678', '0912345678'],
  ['84912345678', '0912345678'],
  ['(0912) 345-678', '0912345678'],
  ['912345678', '0912345678'],
  ['0283 829 1234', '02838291234'],
])('the phone number %s is stored as %s', (text, expected) => {
  expect(normalizePhone(text)).toBe(expected);
  expect(isPhoneNumber(expected)).toBe(true);
});

test.each(['', 'không có', '113', '0912 345 678 / 0987 654 321', '84123'])(
  '%j is not a phone number',
  (text) => {
    expect(isPhoneNumber(normalizePhone(text))).toBe(false);
  },
);
