import { removeDiacritics } from '@lop-xanh/contract/rules/names';

/** Where `split_words` of the database splits too: at spaces and punctuation, but not at a slash. */
const separators = /[\s!-.:-@[-`{-~“”‘’–—…]+/;
/** Each word costs time, and nobody types more. */
const maxWords = 8;
const minEndingDigits = 3;

/** A word as the alternatives that match it. */
type Word = readonly string[];

export interface SearchWords {
  /** As typed, without diacritics. */
  text: string;
  all: Word[];
  /** The words that name a class, such as '2A', and the others; both empty unless there are both. */
  ofClass: Word[];
  ofPerson: Word[];
}

/** 'lớp 2a' names a class too. */
const classPrefix = 'lop';

export function parseSearch(q: string): SearchWords {
  const text = removeDiacritics(q).trim();
  if (isNumber(q)) return { text, all: [listNumbers(q)], ofClass: [], ofPerson: [] };
  const typed = text.split(separators).filter(Boolean).slice(0, maxWords);
  const classNames = typed.filter(isClassName);
  const others = typed.filter((word) => !isClassName(word));
  const names = classNames.length > 0 ? others.filter((word) => word !== classPrefix) : others;
  const words = [...names, ...classNames].map(listEndings);
  const isMixed = names.length > 0 && classNames.length > 0;
  return {
    text,
    all: words,
    ofPerson: isMixed ? words.slice(0, names.length) : [],
    ofClass: isMixed ? words.slice(names.length) : [],
  };
}

function isClassName(word: string): boolean {
  return /^\d+\D/.test(word);
}

/** A phone number or code, perhaps with spaces. */
function isNumber(q: string): boolean {
  return /^[+\d\s().-]+$/.test(q) && q.replaceAll(/\D/g, '').length >= minEndingDigits;
}

/** The digits as typed, and as they are if they begin a phone number with its country code or without its zero. */
function listNumbers(q: string): Word {
  const digits = q.replaceAll(/\D/g, '');
  const local = digits.replace(/^84/, '0');
  const numbers = [digits, ...(local === digits ? [] : [local])];
  return [...numbers, ...(/^[1-9]\d{8}$/.test(digits) ? [`0${digits}`] : [])].flatMap(listEndings);
}

/** Users remember the end of a number; the index has numbers backwards too. */
function listEndings(word: string): Word {
  const isLongNumber = word.length >= minEndingDigits && /^\d+$/.test(word);
  return isLongNumber ? [word, `<${[...word].toReversed().join('')}`] : [word];
}

/** Text for PostgreSQL that matches whatever has a word with each of these beginnings. */
export function toTsquery(words: readonly Word[], scopes: readonly string[] = ['']): string {
  return words
    .map((word) => word.flatMap((start) => scopes.map((scope) => `${quote(scope + start)}:*`)))
    .map((alternatives) => `(${alternatives.join(' | ')})`)
    .join(' & ');
}

/** Text for PostgreSQL that matches whoever has one of these given names, or with `:*` their beginnings. */
export function toGivenNameQuery(
  words: readonly Word[],
  { scopes, isPrefix }: { scopes: readonly string[]; isPrefix: boolean },
): string {
  return words
    .flatMap((word) =>
      scopes.map((scope) => `${quote(`${scope}=${word[0]}`)}${isPrefix ? ':*' : ''}`),
    )
    .join(' | ');
}

function quote(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`;
}
