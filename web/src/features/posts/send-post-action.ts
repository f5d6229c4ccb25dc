import { t } from '@lingui/core/macro';
import { type Comment, comments } from '@lop-xanh/contract/comments';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { request } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { type FileTransfer, upload } from '../../lib/upload.ts';
import type {
  CommentDecision,
  PostAction,
  PostActionResponse,
  PostDecision,
} from './post-actions.ts';

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
        post: withoutComments(await sendCreate(action, headers, transfer)),
        newFiles: action.files.length,
        fileIds: action.fileIds,
      };
    case 'edit':
      return {
        kind: 'edit',
        post: withoutComments(await sendEdit(action, headers, transfer)),
        newFiles: action.files.length,
        fileIds: action.fileIds,
      };
    case 'delete':
      await deleteIfPresent(posts.delete, action.post);
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
    case 'approve':
    case 'reject':
    case 'withdraw':
    case 'restore':
      return {
        kind: action.kind,
        post: withoutComments(await sendPostDecision(action, headers)),
      };
    case 'delete-comment': {
      const { kind, post, comment } = action;
      await deleteIfPresent(comments.delete, comment);
      return { kind, post, comment };
    }
    case 'report-comment': {
      const { kind, post, comment } = action;
      await sendReport(action, headers);
      return { kind, post, comment };
    }
    case 'hide-comment':
    case 'approve-comment':
    case 'restore-comment': {
      const { text: _, ...comment } = await sendCommentDecision(action, headers);
      return { kind: action.kind, post: action.post, comment };
    }
  }
}

function withoutComments(post: Post): Post {
  return { ...post, comments: [] };
}

type RequestHeaders = Record<string, string>;
type CreateAction = Extract<PostAction, { kind: 'create' }>;
type EditAction = Extract<PostAction, { kind: 'edit' }>;

async function sendCreate(
  { title, content, class_id, files, photosConfirmed, blurredFaces }: CreateAction,
  headers: RequestHeaders,
  transfer?: FileTransfer,
) {
  if (files.length === 0) {
    return request(posts.create, { body: { title, content, class_id }, headers });
  }
  const classField = class_id === undefined ? {} : { class_id: String(class_id) };
  const photoFields = toPhotoFields({ photosConfirmed, blurredFaces });
  const form = await toFormData({ title, content, ...classField, ...photoFields }, files);
  return upload(posts.create, { form, headers, transfer });
}

async function sendEdit(action: EditAction, headers: RequestHeaders, transfer?: FileTransfer) {
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
    ...toPhotoFields(action),
  };
  return upload(posts.edit, {
    params,
    form: await toFormData(fields, files),
    headers,
    transfer,
  });
}

/** What the author says about the files, as far as it is known. */
function toPhotoFields({
  photosConfirmed,
  blurredFaces,
}: Pick<CreateAction, 'photosConfirmed' | 'blurredFaces'>): Record<string, string> {
  return {
    ...(photosConfirmed && { photosConfirmed: 'true' }),
    ...(blurredFaces && { blurredFaces: JSON.stringify(blurredFaces) }),
  };
}

function sendPostDecision(action: PostDecision, headers: RequestHeaders): Promise<Post> {
  const params = { id: action.post };
  const { version } = action;
  switch (action.kind) {
    case 'approve':
      return request(posts.approve, { params, body: { version }, headers });
    case 'reject': {
      const { reason } = action;
      return request(posts.reject, {
        params,
        body: { version, ...(reason && { reason }) },
        headers,
      });
    }
    case 'withdraw':
      return request(posts.withdraw, {
        params,
        body: { version, reason: action.reason },
        headers,
      });
    case 'restore':
      return request(posts.restore, { params, body: { version }, headers });
  }
}

function sendCommentDecision(action: CommentDecision, headers: RequestHeaders): Promise<Comment> {
  const params = { id: action.comment };
  const { version } = action;
  switch (action.kind) {
    case 'hide-comment':
      return request(comments.hide, { params, body: { version, reason: action.reason }, headers });
    case 'approve-comment':
      return request(comments.approve, { params, body: { version }, headers });
    case 'restore-comment':
      return request(comments.restore, { params, body: { version }, headers });
  }
}

/** Also succeeds if the moderators know already: it was reported, hidden or deleted. */
async function sendReport(
  { comment, reason }: Extract<PostAction, { kind: 'report-comment' }>,
  headers: RequestHeaders,
): Promise<void> {
  await ignoreStatuses(
    [404, 409],
    request(comments.report, { params: { id: comment }, body: { reason }, headers }),
  );
}

/** Also succeeds if it is already deleted or never reached the server. */
async function deleteIfPresent(
  endpoint: typeof posts.delete | typeof comments.delete,
  id: number,
): Promise<void> {
  if (id > 0) await ignoreStatuses([404], request(endpoint, { params: { id } }));
}

async function ignoreStatuses(statuses: readonly number[], sending: Promise<unknown>) {
  try {
    await sending;
  } catch (error) {
    const isIgnored = error instanceof ApiError && statuses.includes(error.status);
    if (!isIgnored) throw error;
  }
}

async function toFormData(
  fields: Record<string, string>,
  files: readonly File[],
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) {
    form.append('attachments', file, file.name);
    if (!file.type.startsWith('video/')) continue;
    const poster = await makePoster(file);
    if (poster) form.append('poster', poster, file.name);
  }
  return form;
}

/** A video goes without a poster where the code for it cannot be loaded. */
const makePoster = (file: File): Promise<Blob | undefined> =>
  import('./make-poster.ts').then((poster) => poster.makePoster(file)).catch(() => undefined);
