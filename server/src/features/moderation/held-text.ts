import type { HoldReason } from '@lop-xanh/contract/comments';
import { hasLink } from './find-links.ts';
import { hasPhoneNumber } from './find-phones.ts';
import { hasListedWord, prepareWords, type WordList } from './find-words.ts';
import { toPlainText } from './plain-text.ts';

/** Why a text is held, whatever the setting: a link, a phone number or one of the school's words. */
export function findHoldReasons(text: string, words: string[]): HoldReason[] {
  // A ligature may become 18 letters; a text in a living language does not grow.
  const plain = toPlainText(text).slice(0, 2 * text.length);
  const reasons: [HoldReason, boolean][] = [
    ['link', hasLink(plain)],
    ['phone', hasPhoneNumber(plain)],
    ['word', hasListedWord(plain, getWordList(words))],
  ];
  return reasons.filter(([, isFound]) => isFound).map(([reason]) => reason);
}

const wordLists = new Map<string, WordList>();
const maxWordLists = 1_000;

/** Remembers the lists of many schools: preparing a long one takes milliseconds. */
function getWordList(words: string[]): WordList {
  const key = words.join('\n');
  const known = wordLists.get(key);
  if (known) return known;
  if (wordLists.size >= maxWordLists) wordLists.clear();
  const list = prepareWords(words.map(toPlainText));
  wordLists.set(key, list);
  return list;
}
