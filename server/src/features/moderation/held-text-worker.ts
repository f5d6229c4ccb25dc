import type { HoldReason } from '@lop-xanh/contract/comments';
import { findHoldReasons } from './held-text.ts';

export interface TextJob {
  text: string;
  words: string[];
}

export default function checkText({ text, words }: TextJob): HoldReason[] {
  return findHoldReasons(text, words);
}
