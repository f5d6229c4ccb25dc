import type { HoldReason } from '@lop-xanh/contract/comments';

/** Why a text is held, whatever the setting of the class: a link, a phone number or one of the words. */
export function findHoldReasons(text: string, words: string[]): HoldReason[] {
  return /https?:/.test(text) || words.some((word) => text.includes(word)) ? ['link'] : [];
}
