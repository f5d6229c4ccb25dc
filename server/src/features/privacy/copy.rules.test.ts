import { expect, test } from 'vitest';
import { namesPerson } from './copy.rules.ts';

test.each([
  ['Bạn Nguyễn Thị Hoa!', true],
  ['nguyễn thị HOA', true],
  ['Nguyễn\nThị-Hoa', true],
  ['Nguyễn Thị Hoa'.normalize('NFD'), true],
  ['Nguyễn Thị Hoan', false],
  ['Nguyễn Hoa', false],
  ['Mã 2026000001.', true],
  ['Mã 12026000001', false],
  ['', false],
])('%j names the person: %s', (text, isNamed) => {
  expect(namesPerson(text, ['Nguyễn Thị Hoa', '2026000001', ''])).toBe(isNamed);
});
