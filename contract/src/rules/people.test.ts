import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultAvatar } from './limits.ts';
import {
  compareByGivenName,
  fullName,
  givenNameInitial,
  hasPhoto,
  withoutDiacritics,
} from './names.ts';
import { isStrongEnough } from './passwords.ts';
import { parseRole, roles } from './roles.ts';

test('a full name is the last name, then the first name', () => {
  expect(fullName('Nguyễn Hoàng', 'Bảo An')).toBe('Nguyễn Hoàng Bảo An');
  expect(fullName('', 'An')).toBe('An');
});

test.each([
  ['Bảo An', 'A'],
  ['đăng', 'Đ'],
  ['Ân'.normalize('NFD'), 'Â'],
  ['', ''],
])('the initial of %j is %j', (firstName, initial) => {
  expect(givenNameInitial(firstName)).toBe(initial);
});

test('people stand by their given name in the order of the Vietnamese alphabet', () => {
  const names = [
    'Trần Văn Đạt',
    'Lê Thị Ân',
    'Bùi An',
    'Phạm Gia Dũng',
    'Vũ Ánh',
    'Cao An',
    'Đỗ Ăn',
  ];
  expect(names.toSorted(compareByGivenName)).toEqual([
    'Bùi An',
    'Cao An',
    'Vũ Ánh',
    'Đỗ Ăn',
    'Lê Thị Ân',
    'Phạm Gia Dũng',
    'Trần Văn Đạt',
  ]);
});

test('the default avatar is no photo', () => {
  expect(hasPhoto(defaultAvatar)).toBe(false);
  expect(hasPhoto('')).toBe(false);
  expect(hasPhoto('/uploads/avt/7.webp')).toBe(true);
});

test('a role is known in any case and with space around it, and nothing else is one', () => {
  for (const role of roles) expect(parseRole(` ${role.toUpperCase()} `)).toBe(role);
  fc.assert(
    fc.property(fc.string(), (word) => {
      const known = roles.some((role) => role.toLowerCase() === word.trim().toLowerCase());
      expect(parseRole(word) !== undefined).toBe(known);
    }),
    { seed: 20_261_115 },
  );
});

test('a password of one’s own has eight characters with letters and numbers', () => {
  expect(isStrongEnough('abcdefg1')).toBe(true);
  expect(isStrongEnough('đường123')).toBe(true);
  expect(isStrongEnough('abcdef1')).toBe(false);
  expect(isStrongEnough('abcdefgh')).toBe(false);
  expect(isStrongEnough('12345678')).toBe(false);
});

test.each(['NFC', 'NFD'])('a name is searched without its diacritics, in %s', (form) => {
  expect(withoutDiacritics('Nguyễn Đình Ân'.normalize(form))).toBe('nguyen dinh an');
});
