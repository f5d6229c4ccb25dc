import { expect, test } from 'vitest';
import { readKey } from './desk-keys.ts';

test('a key is the letter on it, with Shift or Caps Lock too', () => {
  expect(readKey({ key: 'a', code: 'KeyA' })).toBe('a');
  expect(readKey({ key: 'R', code: 'KeyR' })).toBe('r');
  expect(readKey({ key: '?', code: 'Slash' })).toBe('?');
});

test('the toned letter that Telex sends for a second key counts as that key', () => {
  expect(readKey({ key: 'ả', code: '' })).toBe('r');
  expect(readKey({ key: 'Ạ', code: '' })).toBe('j');
});

test('a letter that an input method restores is not a key press', () => {
  expect(readKey({ key: 'a', code: '' })).toBeUndefined();
});
