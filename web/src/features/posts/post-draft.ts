import { clearDraft, keepDraft, readDraft } from '../../lib/drafts.ts';

export interface PostText {
  title: string;
  content: string;
}

const name = 'post';

export function readPostDraft(userId: number): PostText {
  const draft = readDraft(userId, name) as Partial<PostText> | null;
  return { title: draft?.title ?? '', content: draft?.content ?? '' };
}

export function keepPostDraft(userId: number, text: PostText): void {
  if (text.title === '' && text.content === '') clearPostDraft(userId);
  else keepDraft(userId, name, text);
}

export function clearPostDraft(userId: number): void {
  clearDraft(userId, name);
}

export function hasPostDraft(userId: number): boolean {
  return readDraft(userId, name) !== null;
}
