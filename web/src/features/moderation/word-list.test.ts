import { limits } from '@lop-xanh/contract/rules/limits';
import { expect, test } from 'vitest';
import { parseWords, validateWords } from './word-list.ts';

const list = (count: number) => Array.from({ length: count }, (_, index) => `từ ${index}`);

test('a list has one word per line, without empty lines and repetitions', () => {
  expect(parseWords(' đồ ngốc \n\nxấu   xí\r\nđồ ngốc\n')).toEqual(['đồ ngốc', 'xấu xí']);
  expect(parseWords(' \n ')).toEqual([]);
});

test('a list may be as long as the limit, and no longer', () => {
  const words = list(limits.maxHeldWords);
  expect(validateWords(words.join('\n'))).toBeNull();
  expect(validateWords([...words, ...words].join('\n'))).toBeNull();
  expect(validateWords([...words, 'thừa'].join('\n'))).toBe('Nhiều nhất 200 từ, đang có 201');
});

test('a word that is too long is named', () => {
  const longest = 'a'.repeat(limits.maxHeldWordLength);
  expect(validateWords(`ngắn\n${longest}`)).toBeNull();
  expect(validateWords(`ngắn\n${longest}b`)).toBe(`“${'a'.repeat(20)}…” dài quá 50 ký tự`);
});
