import { clearDraft, readDraft, saveDraft } from '../../lib/drafts.ts';

export interface PostText {
  title: string;
  content: string;
}

const draftName = 'post';

export function readPostDraft(userId: number): PostText {
  const draft = readDraft(userId, draftName) as Partial<PostText> | null;
  return { title: draft?.title ?? '', content: draft?.content ?? '' };
}

export function savePostDraft(userId: number, text: PostText): void {
  if (text.title === '' && text.content === '') clearPostDraft(userId);
  else saveDraft(userId, draftName, text);
}

export function clearPostDraft(userId: number): void {
  clearDraft(userId, draftName);
}

export function hasPostDraft(userId: number): boolean {
  return readDraft(userId, draftName) !== null;
}
