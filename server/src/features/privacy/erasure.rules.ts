/** Stands in place of a name, a username or a code. */
const redaction = '…';

/** Everything by which others may have called a person. */
export interface Identifiers {
  /** Of today, of former times and on attendance sheets. */
  fullNames: string[];
  /** Username, code, email and phone: nobody else has them. */
  unique: string[];
}

const charactersAround = 40;

/** In classes a long name is often shortened: 'Nguyễn Hoàng Minh An' is called 'Minh An'. */
function listSpokenNames(fullName: string): string[] {
  const words = fullName.split(' ');
  return words.length > 2 ? [fullName, words.slice(-2).join(' ')] : [fullName];
}

/** The words to look for, the longest first. A given name alone is too common to be found. */
export function listSearchedWords({ fullNames, unique }: Identifiers): string[] {
  const words = [...fullNames.flatMap(listSpokenNames), ...unique];
  return [...new Set(words.filter(Boolean))].toSorted((a, b) => b.length - a.length);
}

/** Finds any of the words, in any case and spacing, but not inside a longer word. */
export function matchWords(words: string[]): RegExp {
  const alternatives = words.map((word) =>
    word
      .normalize('NFC')
      .replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      .replaceAll(/\s+/g, '\\s+'),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

export function redactText(text: string, pattern: RegExp): string {
  const normalized = text.normalize('NFC');
  const redacted = normalized.replaceAll(pattern, redaction);
  return redacted === normalized ? text : redacted;
}

/** Redacts every text in a JSON value, however deep. */
export function redactJson(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return redactText(value, pattern);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, pattern));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, redactJson(item, pattern)]),
  );
}

/** The words around the first match; undefined without one. */
export function findExcerpt(text: string, pattern: RegExp): string | undefined {
  const normalized = text.normalize('NFC');
  const index = normalized.search(pattern);
  if (index < 0) return undefined;
  const start = Math.max(0, index - charactersAround);
  const end = index + 2 * charactersAround;
  const before = start > 0 ? '…' : '';
  const after = end < normalized.length ? '…' : '';
  return before + normalized.slice(start, end).replaceAll(/\s+/g, ' ').trim() + after;
}
