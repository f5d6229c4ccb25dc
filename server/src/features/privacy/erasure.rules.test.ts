import { describe, expect, test } from 'vitest';
import {
  findExcerpt,
  listSearchedWords,
  matchWords,
  redactJson,
  redactText,
} from './erasure.rules.ts';

const words = listSearchedWords({
  fullNames: ['Nguyễn Hoàng Minh An'],
  unique: ['be.an', 'hs-an-7', '2026000007', 'an@example.vn'],
});
const pattern = matchWords(words);

describe('a name is replaced', () => {
  test.each([
    ['in full', 'Em Nguyễn Hoàng Minh An hát.', 'Em … hát.'],
    ['as it is spoken', 'Bạn Minh An, lớp 3A', 'Bạn …, lớp 3A'],
    ['in capitals', 'NGUYỄN HOÀNG MINH AN', '…'],
    ['with other spaces', 'Minh\n An', '…'],
    ['in decomposed letters', 'Nguyễn Hoàng Minh An'.normalize('NFD'), '…'],
    ['by username, code and email', '(be.an) 2026000007, an@example.vn!', '(…) …, …!'],
    ['by a username with hyphens', 'Bạn hs-an-7', 'Bạn …'],
    ['several times', 'Minh An và Minh An', '… và …'],
  ])('%s', (_, text, redacted) => {
    expect(redactText(text, pattern)).toBe(redacted);
  });
});

describe('a text stays as it is', () => {
  test.each([
    ['with another name', 'Nguyễn Hoàng Minh Anh'],
    ['with the given name alone, which many have', 'Bạn An ngoan'],
    ['with a longer number', '20260000071'],
    ['with a longer username', 'xbe.an'],
    ['with a pattern instead of the name', 'beXan'],
  ])('%s', (_, text) => {
    expect(redactText(text, pattern)).toBe(text);
  });
});

test('a name is replaced in every text of a JSON value', () => {
  const value = { reason: 'Minh An khóc', old: [{ note: 'với Minh An' }, 3, null], week: 1 };
  expect(redactJson(value, pattern)).toEqual({
    reason: '… khóc',
    old: [{ note: 'với …' }, 3, null],
    week: 1,
  });
});

test('an excerpt has the words around the name', () => {
  const text = `${'trước '.repeat(20)}Minh An${' sau'.repeat(40)}`;
  expect(findExcerpt(text, pattern)).toMatch(/^…(ước |trước )+Minh An( sau)+ s?a?u?…$/);
  expect(findExcerpt('Không ai', pattern)).toBeUndefined();
});
