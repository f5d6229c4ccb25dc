import { readDraft, saveDraft } from '../../lib/drafts.ts';

export const getCommentDraftName = (postId: number) => `comment:${postId}`;

/** Puts a text into the comment field of a post, behind what is already there. */
export function appendToCommentDraft(userId: number, postId: number, text: string): void {
  const name = getCommentDraftName(postId);
  const draft = readDraft(userId, name);
  const isOther = typeof draft === 'string' && draft !== '' && draft !== text;
  saveDraft(userId, name, isOther ? `${draft} ${text}` : text);
}
