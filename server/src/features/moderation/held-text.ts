import type { HoldReason } from '@lop-xanh/contract/comments';
import { hasLink } from './find-links.ts';
import { hasPhoneNumber } from './find-phones.ts';
import { hasListedWord } from './find-words.ts';
import { toPlainText } from './plain-text.ts';

/** Why a text is held, whatever the setting: a link, a phone number or one of the school's words. */
export function findHoldReasons(text: string, words: string[]): HoldReason[] {
  const plain = toPlainText(text);
  const reasons: [HoldReason, boolean][] = [
    ['link', hasLink(plain)],
    ['phone', hasPhoneNumber(plain)],
    ['word', hasListedWord(plain, words.map(toPlainText))],
  ];
  return reasons.filter(([, isFound]) => isFound).map(([reason]) => reason);
}
