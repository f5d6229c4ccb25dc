import { expect, test } from 'vitest';
import { matchesWordStarts, splitAtMatches } from './search-text.ts';

const mark = (text: string, query: string) =>
  splitAtMatches(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Nguyễn Hoàng Gia Hân', 'hân 2a', 'Nguyễn Hoàng Gia [Hân]'],
  ['Lớp 2A · 7910000412', 'hân 2a', 'Lớp [2A] · 7910000412'],
  ['Đặng Đức Đạt', 'da', '[Đặ]ng Đức [Đạ]t'],
  ['Đặng'.normalize('NFD'), 'dang', '[Đặng]'],
  ['Lan Anh', 'an', 'Lan [An]h'],
  ['7910000412', '0412', '791000[0412]'],
  ['Trang chủ', '', 'Trang chủ'],
  ['a.b', '.', 'a.b'],
])('in %j the words of %j are marked as %j', (text, query, expected) => {
  expect(mark(text, query)).toBe(expected);
});

test('every word of the query must begin a word of the text', () => {
  expect(matchesWordStarts('Dữ liệu cá nhân', 'du nhan')).toBe(true);
  expect(matchesWordStarts('Dữ liệu cá nhân', 'lieu xa')).toBe(false);
  expect(matchesWordStarts('Trang chủ', 'ang')).toBe(false);
  expect(matchesWordStarts('Trang chủ', ' ')).toBe(true);
});
