import { expect, test } from 'vitest';
import { defaultAvatar } from './limits.ts';
import {
  compareByGivenName,
  formatFullName,
  getInitial,
  hasPhoto,
  removeDiacritics,
} from './names.ts';

test('a full name is the last name, then the first name', () => {
  expect(formatFullName('Nguyễn Hoàng', 'Bảo An')).toBe('Nguyễn Hoàng Bảo An');
  expect(formatFullName('', 'An')).toBe('An');
});

test.each([
  ['Bảo An', 'A'],
  ['đăng', 'Đ'],
  ['Ân'.normalize('NFD'), 'Â'],
  ['', ''],
])('the initial of %j is %j', (firstName, initial) => {
  expect(getInitial(firstName)).toBe(initial);
});

test('names are sorted by given name in Vietnamese alphabetical order', () => {
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

test('the default avatar does not count as a photo', () => {
  expect(hasPhoto(defaultAvatar)).toBe(false);
  expect(hasPhoto('')).toBe(false);
  expect(hasPhoto('/uploads/avt/7.webp')).toBe(true);
});

test.each(['NFC', 'NFD'])('diacritics are removed from text in %s', (form) => {
  expect(removeDiacritics('Nguyễn Đình Ân'.normalize(form))).toBe('nguyen dinh an');
});
