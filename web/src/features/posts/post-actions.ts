import { t } from '@lingui/core/macro';
import type { Comment } from '@lop-xanh/contract/comments';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type Attachment, type Post, posts } from '@lop-xanh/contract/posts';
import { request } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { type FileTransfer, upload } from '../../lib/upload.ts';

/**
 * The actions on posts that also work offline; `post` is the post's id. The outbox stores them, so
 * the fields cannot be renamed.
 *
 * A post, comment or attachment that the server does not have yet has a negative id, derived from
 * its action's sequence number in the outbox. Later actions switch to the server's id once the
 * action is sent.
 */
export type PostAction =
  | {
      kind: 'create';
      title: string;
      content: string;
      /** Missing for a teacher without a class, and in actions stored before posts belonged to classes. */
      class_id?: number | undefined;
      files: readonly File[];
    }
  | {
      kind: 'edit';
      post: number;
      /** The version that the author started to edit. */
      version: number;
      title: string;
      content: string;
      /** The existing attachments to keep. */
      kept: readonly Attachment[];
      /** The files to add. */
      files: readonly File[];
    }
  | { kind: 'delete'; post: number; title: string }
  | { kind: 'like'; post: number; liked: boolean }
  | { kind: 'comment'; post: number; text: string }
  | { kind: 'reject'; post: number; title: string; version: number; reason: string };

export const toLocalPostId = (seq: number) => -seq;
export const toLocalCommentId = (seq: number) => -seq;
export const toLocalAttachmentId = (seq: number, index: number) => -(seq * 100 + index + 1);

/**
 * The server's response to an action; a number in `post` is the post's id. The outbox stores
 * responses too, so the fields cannot be renamed.
 */
export type PostActionResponse =
  | {
      kind: 'create' | 'edit';
      post: Post;
      /** How many files the action added: they are the post's last attachments, in order. */
      newFiles: number;
    }
  | { kind: 'reject'; post: Post }
  | { kind: 'delete'; post: number }
  /** `answer` is the stored name of the response. */
  | { kind: 'like'; post: number; answer: ResponseOf<typeof posts.like> }
  | { kind: 'comment'; post: number; comment: Comment };

export async function sendPostAction(
  action: PostAction,
  key: string,
  transfer?: FileTransfer,
): Promise<PostActionResponse> {
  const headers = { 'idempotency-key': key };
  switch (action.kind) {
    case 'create':
      return {
        kind: 'create',
        post: await sendCreate(action, headers, transfer),
        newFiles: action.files.length,
      };
    case 'edit':
      return {
        kind: 'edit',
        post: await sendEdit(action, headers, transfer),
        newFiles: action.files.length,
      };
    case 'delete':
      await sendDelete(action.post);
      return { kind: 'delete', post: action.post };
    case 'like': {
      const { post, liked } = action;
      // The key keeps a delayed first attempt from overwriting a newer like.
      const response = await request(posts.like, {
        params: { id: post },
        body: { liked },
        headers,
      });
      return { kind: 'like', post, answer: response };
    }
    case 'comment': {
      const { post, text } = action;
      const comment = await request(posts.comment, {
        params: { id: post },
        body: { text },
        headers,
      });
      return { kind: 'comment', post, comment };
    }
    case 'reject': {
      const { version, reason } = action;
      const body = { version, ...(reason && { reason }) };
      return {
        kind: 'reject',
        post: await request(posts.reject, { params: { id: action.post }, body, headers }),
      };
    }
  }
}

type RequestHeaders = Record<string, string>;
type CreateAction = Extract<PostAction, { kind: 'create' }>;
type EditAction = Extract<PostAction, { kind: 'edit' }>;

function sendCreate(
  { title, content, class_id, files }: CreateAction,
  headers: RequestHeaders,
  transfer?: FileTransfer,
) {
  if (files.length === 0) {
    return request(posts.create, { body: { title, content, class_id }, headers });
  }
  const classField = class_id === undefined ? {} : { class_id: String(class_id) };
  const form = toFormData({ title, content, ...classField }, files);
  return upload(posts.create, { form, headers, transfer });
}

function sendEdit(action: EditAction, headers: RequestHeaders, transfer?: FileTransfer) {
  const { title, content, version, files } = action;
  // Still a local id: the server rejected the action that creates the post.
  if (action.post < 0)
    throw new ApiError(404, { message: t`Bài viết gốc không được máy chủ nhận` });
  const params = { id: action.post };
  const keptUrls = action.kept.filter(({ id }) => id > 0).map(({ url }) => url);
  if (files.length === 0) {
    const body = { title, content, version, attachments: keptUrls };
    return request(posts.edit, { params, body, headers });
  }
  const fields = {
    title,
    content,
    version: String(version),
    existingAttachments: JSON.stringify(keptUrls),
  };
  return upload(posts.edit, { params, form: toFormData(fields, files), headers, transfer });
}

/** Also succeeds if the post is already deleted or never reached the server. */
async function sendDelete(postId: number): Promise<void> {
  if (postId < 0) return;
  try {
    await request(posts.delete, { params: { id: postId } });
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    if (!isGone) throw error;
  }
}

function toFormData(fields: Record<string, string>, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append('attachments', file, file.name);
  return form;
}

/**
 * Updates a queued action with the response to an earlier one: local ids become the server's ids,
 * and an edit continues from the new version. `seq` is the earlier action's sequence number.
 */
export function rebaseAction(
  action: PostAction,
  seq: number,
  response: PostActionResponse,
): PostAction {
  if (!('post' in action)) return action;
  if (response.kind !== 'create' && response.kind !== 'edit') return action;
  const { id, version, attachments } = response.post;
  if (action.post !== id && action.post !== toLocalPostId(seq)) return action;
  if (action.kind !== 'edit') return { ...action, post: id };
  const uploaded = attachments.slice(attachments.length - response.newFiles);
  const uploadedByLocalId = new Map(
    uploaded.map((attachment, index) => [toLocalAttachmentId(seq, index), attachment]),
  );
  const kept = action.kept.map((attachment) => uploadedByLocalId.get(attachment.id) ?? attachment);
  // The author may have started from a version newer than this response.
  return { ...action, post: id, version: Math.max(action.version, version), kept };
}
