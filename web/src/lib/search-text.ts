/** Whether a text contains every word of a query, ignoring case and diacritics: 'nuoc sach' finds 'Nước sạch'. */
export function matchesSearch(text: string, query: string): boolean {
  const plainText = toPlainText(text);
  return toPlainText(query)
    .split(/\s+/)
    .every((word) => plainText.includes(word));
}

/** Whether every word of a query begins a word of a text. */
export function matchesWordStarts(text: string, query: string): boolean {
  const plainText = toPlainText(text);
  return splitWords(query).every((word) => findWord(plainText, word).length > 0);
}

export interface TextPart {
  text: string;
  start: number;
  isMatch: boolean;
}

/** Splits a text where the words of a query begin and end in it. Digits also match inside a number. */
export function splitAtMatches(text: string, query: string): TextPart[] {
  const characters = [...text.normalize('NFC')];
  // Letters that become none or several would shift the matches.
  const plainText = characters.map((character) => toPlainText(character).charAt(0) || ' ').join('');
  const isMatch = characters.map(() => false);
  for (const word of splitWords(query)) {
    for (const start of findWord(plainText, word)) isMatch.fill(true, start, start + word.length);
  }
  const parts: TextPart[] = [];
  for (const [index, character] of characters.entries()) {
    const last = parts.at(-1);
    if (last && last.isMatch === isMatch[index]) last.text += character;
    else parts.push({ text: character, start: index, isMatch: Boolean(isMatch[index]) });
  }
  return parts;
}

function findWord(plainText: string, word: string): number[] {
  const isNumber = /^\d{3,}$/.test(word);
  const found: number[] = [];
  for (let at = plainText.indexOf(word); at >= 0; at = plainText.indexOf(word, at + 1)) {
    if (isNumber || !/[\p{L}\p{N}]/u.test(plainText.charAt(at - 1))) found.push(at);
  }
  return found;
}

function splitWords(query: string): string[] {
  return toPlainText(query)
    .split(/[^\p{L}\p{N}/]+/u)
    .filter(Boolean);
}

function toPlainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase();
}
