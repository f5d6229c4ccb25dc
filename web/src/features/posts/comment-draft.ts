import { clearDraft, readDraft, saveDraft } from '../../lib/drafts.ts';

export const getCommentDraftName = (postId: number) => `comment:${postId}`;

/** Puts a text into the comment field of a post, behind what is already there. Returns an undo function. */
export function appendToCommentDraft(userId: number, postId: number, text: string): () => void {
  const name = getCommentDraftName(postId);
  const draft = readDraft(userId, name);
  const isOther = typeof draft === 'string' && draft !== '' && draft !== text;
  saveDraft(userId, name, isOther ? `${draft} ${text}` : text);
  return () => (draft === null ? clearDraft(userId, name) : saveDraft(userId, name, draft));
}
