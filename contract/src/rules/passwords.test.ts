import { expect, test } from 'vitest';
import { isStrongPassword } from './passwords.ts';

test('a strong password has at least eight characters with letters and numbers', () => {
  expect(isStrongPassword('abcdefg1')).toBe(true);
  expect(isStrongPassword('đường123')).toBe(true);
  expect(isStrongPassword('abcdef1')).toBe(false);
  expect(isStrongPassword('abcdefgh')).toBe(false);
  expect(isStrongPassword('12345678')).toBe(false);
});
