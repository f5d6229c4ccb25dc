import { clearDraft, keepDraft, readDraft } from '../../lib/drafts.ts';

export interface PostText {
  title: string;
  content: string;
}

const nameFor = (userId: number) => `post:${userId}`;

export function readPostDraft(userId: number): PostText {
  const draft = readDraft(nameFor(userId)) as Partial<PostText> | null;
  return { title: draft?.title ?? '', content: draft?.content ?? '' };
}

export function keepPostDraft(userId: number, text: PostText): void {
  if (text.title === '' && text.content === '') clearPostDraft(userId);
  else keepDraft(nameFor(userId), text);
}

export function clearPostDraft(userId: number): void {
  clearDraft(nameFor(userId));
}

export function hasPostDraft(userId: number): boolean {
  return readDraft(nameFor(userId)) !== null;
}
