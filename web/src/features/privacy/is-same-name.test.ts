import { expect, test } from 'vitest';
import { isSameName } from './is-same-name.ts';

test('a name is the same whatever its case, spaces and encoding', () => {
  expect(isSameName('  nguyễn  thị An ', 'Nguyễn Thị An')).toBe(true);
  expect(isSameName('Nguyễn Thị An'.normalize('NFD'), 'Nguyễn Thị An')).toBe(true);
});

test('a name without its accents is another name', () => {
  expect(isSameName('Nguyen Thi An', 'Nguyễn Thị An')).toBe(false);
  expect(isSameName('', 'Nguyễn Thị An')).toBe(false);
});
