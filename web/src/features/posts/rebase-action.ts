import {
  type CommentDecision,
  type PostAction,
  type PostActionResponse,
  type PostDecision,
  toLocalAttachmentIds,
  toLocalCommentId,
  toLocalPostId,
} from './post-actions.ts';

/**
 * Updates a queued action with the response to an earlier one: local ids become the server's ids,
 * and an edit or decision continues from the new version. `seq` is the earlier action's sequence number.
 */
export function rebaseAction(
  action: PostAction,
  seq: number,
  response: PostActionResponse,
): PostAction {
  switch (response.kind) {
    case 'create':
    case 'edit':
      return rebaseOnPost(action, seq, response);
    case 'approve':
    case 'reject':
    case 'withdraw':
    case 'restore':
      return isPostDecision(action) && action.post === response.post.id
        ? withVersion(action, response.post)
        : action;
    case 'comment':
      return 'comment' in action && action.comment === toLocalCommentId(seq)
        ? { ...action, comment: response.comment.id }
        : action;
    case 'hide-comment':
    case 'approve-comment':
    case 'restore-comment':
      return isCommentDecision(action) && action.comment === response.comment.id
        ? withVersion(action, response.comment)
        : action;
    default:
      return action;
  }
}

function rebaseOnPost(
  action: PostAction,
  seq: number,
  { post, newFiles, fileIds }: Extract<PostActionResponse, { kind: 'create' | 'edit' }>,
): PostAction {
  if (!('post' in action)) return action;
  const { id, attachments } = post;
  if (action.post !== id && action.post !== toLocalPostId(seq)) return action;
  if (action.kind !== 'edit') return { ...action, post: id };
  const uploaded = attachments.slice(attachments.length - newFiles);
  const localIds = fileIds ?? toLocalAttachmentIds(seq, uploaded.length);
  const uploadedByLocalId = new Map(
    uploaded.map((attachment, index) => [localIds[index], attachment]),
  );
  const kept = action.kept.map((attachment) => uploadedByLocalId.get(attachment.id) ?? attachment);
  return withVersion({ ...action, post: id, kept }, post);
}

/** The user may have started from a version newer than the response. */
function withVersion<Action extends { version: number }>(
  action: Action,
  { version }: { version: number },
): Action {
  return { ...action, version: Math.max(action.version, version) };
}

const isPostDecision = (action: PostAction): action is PostDecision =>
  ['approve', 'reject', 'withdraw', 'restore'].includes(action.kind);

const isCommentDecision = (action: PostAction): action is CommentDecision =>
  ['hide-comment', 'approve-comment', 'restore-comment'].includes(action.kind);
