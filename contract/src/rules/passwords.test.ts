import { expect, test } from 'vitest';
import { hasOwnName, isStrongPassword } from './passwords.ts';

test('a strong password has at least eight characters with letters and numbers', () => {
  expect(isStrongPassword('abcdefg1')).toBe(true);
  expect(isStrongPassword('đường123')).toBe(true);
  expect(isStrongPassword('abcdef1')).toBe(false);
  expect(isStrongPassword('abcdefgh')).toBe(false);
  expect(isStrongPassword('12345678')).toBe(false);
});

const owner = {
  full_name: 'Nguyễn Thị Đào',
  username: 'dao.3a',
  school_name: 'Trường Tiểu học Kim Đồng',
};

test.each([
  ['a part of the name', 'nguyen88'],
  ['a part of the name, with marks', 'emNguyễn77'],
  ['first and last name', 'nguyendao7'],
  ['the username, with other separators', 'dao-3a-2026'],
  ['the school', 'KimDong2026'],
  ['the school, written apart', 'kim.dong.2026'],
])('a password with %s has a name', (_, password) => {
  expect(hasOwnName(password, owner)).toBe(true);
});

test('a password may contain short names and the type of the school', () => {
  expect(hasOwnName('thi2026an', { ...owner, full_name: 'Lê Thị An', username: 'an.3a' })).toBe(
    false,
  );
  expect(hasOwnName('tieuhoc88x', owner)).toBe(false);
  expect(hasOwnName('conThuyen7', { ...owner, school_name: null })).toBe(false);
});
