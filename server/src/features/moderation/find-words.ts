/** Digits and signs that stand for a letter; 1 stands for i or l. */
const letterBySign = new Map(Object.entries({ 0: 'o', 3: 'e', 4: 'a', 5: 's', '@': 'a', $: 's' }));
const isMark = (char: string) => /[\u0300-\u036f]/.test(char);
/** The others, such as the horn of ư, belong to the letter. */
const isTone = (mark: string) => /[\u0300\u0301\u0303\u0309\u0323]/.test(mark);
const isVowel = (letter: string) => /[aeiouy]/.test(letter);

interface Letter {
  /** Without marks. */
  letter: string;
  /** How it is written, with marks but without the tone; several where it is repeated. */
  forms: string[];
}

interface Spelling {
  letters: Letter[];
  /** In their order. Where a syllable has its tone makes no difference: "hoà" is "hòa". */
  tones: string;
}

/** A part of a text between separators. */
interface Piece extends Spelling {
  text: string;
}

/** A listed word or phrase. */
interface ListedWord extends Spelling {
  pieces: number;
  hasLetters: boolean;
}

/** The words of a school, prepared for `hasListedWord`. */
export interface WordList {
  /** Without a letter or digit, such as an emoji. */
  signs: string[];
  listed: Map<string, ListedWord[]>;
  maxLetters: number;
  maxPieces: number;
}

/** Takes plain texts. */
export function prepareWords(words: string[]): WordList {
  const signs: string[] = [];
  const listed = new Map<string, ListedWord[]>();
  for (const word of words) {
    const pieces = splitText(word);
    if (pieces.length === 0) {
      signs.push(word);
      continue;
    }
    const spelling = pieces.reduce(joinSpellings, emptySpelling);
    const hasLetters = /\p{L}/u.test(word);
    const key = toKey(spelling);
    const known = listed.get(key) ?? [];
    listed.set(key, [...known, { ...spelling, pieces: pieces.length, hasLetters }]);
  }
  const all = [...listed.values()].flat();
  return {
    signs,
    listed,
    maxLetters: Math.max(0, ...all.map(({ letters }) => letters.length)),
    maxPieces: Math.max(0, ...all.map(({ pieces }) => pieces)),
  };
}

/** Whether a plain text has one of the words, as a whole word, also spaced out or with look-alikes. */
export function hasListedWord(
  text: string,
  { signs, listed, maxLetters, maxPieces }: WordList,
): boolean {
  if (signs.some((sign) => text.includes(sign))) return true;
  if (listed.size === 0) return false;
  const pieces = splitText(text);

  /** Whether a listed word is written in these pieces. */
  const isListed = (spelling: Spelling, first: number, length: number) =>
    (listed.get(toKey(spelling)) ?? []).some((word) => {
      const window = pieces.slice(first, first + length);
      const isAligned = length === 1 || word.pieces === length;
      return (
        (isAligned || isSpacedOut(window, pieces[first - 1], pieces[first + length])) &&
        (!word.hasLetters || window.some((piece) => /\p{L}/u.test(piece.text))) &&
        isSameWord(spelling, word)
      );
    });

  return pieces.some((piece, first) => {
    const trimmed = piece.text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
    if (trimmed !== piece.text && isListed(spell(trimmed), first, 1)) return true;
    let spelling = emptySpelling;
    for (let length = 1; first + length <= pieces.length; length++) {
      const next = pieces[first + length - 1] as Piece;
      spelling = joinSpellings(spelling, next);
      if (spelling.letters.length > maxLetters) return false;
      if (isListed(spelling, first, length)) return true;
      const canGrow = length < maxPieces || (isShort(next) && length < 2 * maxLetters);
      if (!canGrow) return false;
    }
    return false;
  });
}

const emptySpelling: Spelling = { letters: [], tones: '' };

function splitText(text: string): Piece[] {
  return (text.match(/[\p{L}\p{M}\d@$]+/gu) ?? []).map((piece) => ({
    text: piece,
    ...spell(piece),
  }));
}

/** Repeated letters and tones count once. */
function spell(text: string): Spelling {
  const letters: Letter[] = [];
  let tones = '';
  for (const char of text.normalize('NFD')) {
    const last = letters.at(-1);
    if (isMark(char)) {
      // A tone on a consonant is noise.
      if (!last || !isVowel(last.letter)) continue;
      if (!isTone(char)) last.forms.push(`${last.forms.pop()}${char}`);
      else if (!tones.endsWith(char)) tones += char;
      continue;
    }
    const letter = char === 'đ' ? 'd' : (letterBySign.get(char) ?? char);
    const form = char === 'đ' ? char : letter;
    if (last?.letter === letter) last.forms.push(form);
    else letters.push({ letter, forms: [form] });
  }
  return { letters, tones };
}

function joinSpellings(first: Spelling, second: Spelling): Spelling {
  const [last, next] = [first.letters.at(-1), second.letters[0]];
  const isRepeated = last && next && last.letter === next.letter;
  const letters = isRepeated
    ? [
        ...first.letters.slice(0, -1),
        { ...last, forms: [...new Set([...last.forms, ...next.forms])] },
        ...second.letters.slice(1),
      ]
    : [...first.letters, ...second.letters];
  const isSameTone = first.tones !== '' && second.tones.startsWith(first.tones.at(-1) as string);
  return { letters, tones: first.tones + (isSameTone ? second.tones.slice(1) : second.tones) };
}

/** The same for all spellings that may be the same word. */
function toKey({ letters }: Spelling): string {
  return letters.map(({ letter }) => ('l1'.includes(letter) ? 'i' : letter)).join('');
}

/** A letter without its marks stands for one with marks, but not the other way round: "ngủ" is not "ngu". */
function isSameWord(text: Spelling, listed: Spelling): boolean {
  const hasSameLetters = text.letters.every(({ forms }, index) => {
    const expected = listed.letters[index] as Letter;
    return forms.every(
      (form) => form === '1' || form === expected.letter || expected.forms.includes(form),
    );
  });
  return hasSameLetters && isSubsequence(text.tones, listed.tones);
}

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const char of whole) if (char === part[at]) at++;
  return at === part.length;
}

const isShort = ({ text }: Piece) => text.length <= 2;

/** "n g u" and "ng.u", but not the start of "n g u y ê n". */
function isSpacedOut(
  window: Piece[],
  before: Piece | undefined,
  after: Piece | undefined,
): boolean {
  const isSpelledOn = (neighbour: Piece | undefined) => /^[a-zđ]$/.test(neighbour?.text ?? '');
  return (
    window.every(isShort) &&
    window.some(({ letters }) => !letters.some(({ letter }) => isVowel(letter))) &&
    !isSpelledOn(before) &&
    !isSpelledOn(after)
  );
}
