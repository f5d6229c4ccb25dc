import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';

/** One word or phrase per line; empty lines and repetitions do not count. */
export function parseWords(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** Returns what is wrong with the list, or null. */
export function validateWords(text: string): string | null {
  const words = parseWords(text);
  const { maxHeldWords: max, maxHeldWordLength: maxLength } = limits;
  const count = words.length;
  if (count > max) return t`Nhiều nhất ${max} từ, đang có ${count}`;
  const longWord = words.find((word) => word.length > maxLength);
  if (longWord === undefined) return null;
  const start = longWord.slice(0, 20);
  return t`“${start}…” dài quá ${maxLength} ký tự`;
}
