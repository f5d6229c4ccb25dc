import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type Attachment, type Comment, type Post, posts } from '@lop-xanh/contract/posts';
import { request } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { type Transfer, upload } from '../../lib/upload.ts';

/**
 * What can be done without a network. A post, comment or attachment that only this device knows has a
 * negative id, made from the place of its act in the outbox; it becomes the server's when the act arrives.
 */
export type PostAction =
  | { kind: 'create'; title: string; content: string; files: readonly File[] }
  | {
      kind: 'edit';
      post: number;
      /** The one that the author began to change. */
      version: number;
      title: string;
      content: string;
      kept: readonly Attachment[];
      files: readonly File[];
    }
  | { kind: 'delete'; post: number; title: string }
  | { kind: 'like'; post: number; liked: boolean }
  | { kind: 'comment'; post: number; text: string }
  | { kind: 'reject'; post: number; title: string; version: number; reason: string };

export const localPostId = (seq: number) => -seq;
export const localAttachmentId = (seq: number, place: number) => -(seq * 100 + place + 1);

/** What the server answers to an act. */
export type PostAnswer =
  | {
      kind: 'create' | 'edit';
      post: Post;
      /** How many of its attachments came with the act: the last ones, in their order. */
      newFiles: number;
    }
  | { kind: 'reject'; post: Post }
  | { kind: 'delete'; post: number }
  | { kind: 'like'; post: number; answer: ResponseOf<typeof posts.like> }
  | { kind: 'comment'; post: number; comment: Comment };

export async function sendPostAction(
  act: PostAction,
  key: string,
  transfer?: Transfer,
): Promise<PostAnswer> {
  const headers = { 'idempotency-key': key };
  switch (act.kind) {
    case 'create':
      return {
        kind: 'create',
        post: await sendCreate(act, headers, transfer),
        newFiles: act.files.length,
      };
    case 'edit':
      return {
        kind: 'edit',
        post: await sendEdit(act, headers, transfer),
        newFiles: act.files.length,
      };
    case 'delete':
      await sendDelete(act.post);
      return { kind: 'delete', post: act.post };
    case 'like': {
      const { post, liked } = act;
      // A first try that the server comes to late must not undo what was done since.
      const answer = await request(posts.like, { params: { id: post }, body: { liked }, headers });
      return { kind: 'like', post, answer };
    }
    case 'comment': {
      const { post, text } = act;
      const comment = await request(posts.comment, {
        params: { id: post },
        body: { text },
        headers,
      });
      return { kind: 'comment', post, comment };
    }
    case 'reject': {
      const { version, reason } = act;
      const body = { version, ...(reason && { reason }) };
      return {
        kind: 'reject',
        post: await request(posts.reject, { params: { id: act.post }, body, headers }),
      };
    }
  }
}

type Headers = Record<string, string>;
type Create = Extract<PostAction, { kind: 'create' }>;
type Edit = Extract<PostAction, { kind: 'edit' }>;

function sendCreate({ title, content, files }: Create, headers: Headers, transfer?: Transfer) {
  if (files.length === 0) return request(posts.create, { body: { title, content }, headers });
  const form = formOf({ title, content }, files);
  return upload(posts.create, { form, headers, transfer });
}

function sendEdit(act: Edit, headers: Headers, transfer?: Transfer) {
  const { title, content, version, files } = act;
  // The post was made on this device, and the server did not take it.
  if (act.post < 0) throw new ApiError(404, { message: 'Bài viết gốc không được máy chủ nhận' });
  const params = { id: act.post };
  const kept = act.kept.filter(({ id }) => id > 0).map(({ url }) => url);
  if (files.length === 0) {
    const body = { title, content, version, attachments: kept };
    return request(posts.edit, { params, body, headers });
  }
  const fields = {
    title,
    content,
    version: String(version),
    existingAttachments: JSON.stringify(kept),
  };
  return upload(posts.edit, { params, form: formOf(fields, files), headers, transfer });
}

/** One that is gone, or never arrived, is as its author wants it. */
async function sendDelete(post: number): Promise<void> {
  if (post < 0) return;
  try {
    await request(posts.remove, { params: { id: post } });
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    if (!isGone) throw error;
  }
}

function formOf(fields: Record<string, string>, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append('attachments', file, file.name);
  return form;
}

/** What an answer means for a later act: it goes on from what the server holds now. */
export function followAnswer(later: PostAction, seq: number, answer: PostAnswer): PostAction {
  if (!('post' in later) || (answer.kind !== 'create' && answer.kind !== 'edit')) return later;
  const { id, version, attachments } = answer.post;
  if (later.post !== id && later.post !== localPostId(seq)) return later;
  if (later.kind !== 'edit') return { ...later, post: id };
  const arrived = attachments.slice(attachments.length - answer.newFiles);
  const places = new Map(arrived.map((one, place) => [localAttachmentId(seq, place), one]));
  const kept = later.kept.map((attachment) => places.get(attachment.id) ?? attachment);
  // What its author has seen since may be newer than the answer.
  return { ...later, post: id, version: Math.max(later.version, version), kept };
}
