import {
  type PostAction,
  toLocalAttachmentIds,
  toLocalCommentId,
  toLocalPostId,
} from './post-actions.ts';

export interface QueuedPostAction {
  readonly seq: number;
  readonly action: PostAction;
  readonly refusal?: string;
}

type Written = Extract<PostAction, { kind: 'create' | 'edit' }>;

/** The actions on a post are sent in their order. */
export function getPostLane({ seq, action }: QueuedPostAction): string {
  return `post:${action.kind === 'create' ? -seq : action.post}`;
}

/** Whether it is about a post or comment that the server can only get from the earlier action. */
export function dependsOnAction({ action }: QueuedPostAction, earlier: QueuedPostAction): boolean {
  if (earlier.action.kind === 'create') {
    return 'post' in action && action.post === toLocalPostId(earlier.seq);
  }
  return 'comment' in action && action.comment === toLocalCommentId(earlier.seq);
}

/**
 * The one action that has the effect of two actions on the same post of which the server has neither: null
 * if they cancel out, undefined if both are needed.
 */
export function foldActions(
  earlier: QueuedPostAction,
  later: QueuedPostAction,
): PostAction | null | undefined {
  const { action } = later;
  // The words of a rejected edit or comment stay until their author has seen them.
  if (earlier.refusal !== undefined && ['edit', 'delete'].includes(action.kind)) {
    if (earlier.action.kind !== 'create' && !usesFilesOf(earlier, action)) return undefined;
  }
  switch (action.kind) {
    case 'edit':
      return isWritten(earlier.action) ? foldEdit(earlier, later, action) : undefined;
    case 'like':
      return earlier.action.kind === 'like' ? action : undefined;
    case 'delete':
      return foldDeletion(earlier.action, action);
    case 'delete-comment':
      return earlier.action.kind === 'comment' && action.comment === toLocalCommentId(earlier.seq)
        ? null
        : undefined;
    default:
      return undefined;
  }
}

/** What happens to a post before it is deleted need not be sent; a report or decision has its own readers. */
function foldDeletion(earlier: PostAction, deletion: PostAction): PostAction | null | undefined {
  if (earlier.kind === 'create') return null;
  const isOfAuthor = ['edit', 'like', 'comment', 'delete', 'delete-comment'].includes(earlier.kind);
  return isOfAuthor ? deletion : undefined;
}

/** The last text, with those files of both that the author has kept. */
function foldEdit(
  earlier: QueuedPostAction,
  later: QueuedPostAction,
  edit: Extract<PostAction, { kind: 'edit' }>,
) {
  const written = earlier.action as Written;
  const keptIds = new Set(edit.kept.map(({ id }) => id));
  const earlierFiles = listFiles(earlier.seq, written).filter(({ id }) => keptIds.has(id));
  const files = [...earlierFiles, ...listFiles(later.seq, edit)];
  const earlierIds = new Set(earlierFiles.map(({ id }) => id));
  const confirmations = [
    ...(earlierFiles.length > 0 ? [written.photosConfirmed] : []),
    ...(edit.files.length > 0 ? [edit.photosConfirmed] : []),
  ];
  const fields = {
    title: edit.title,
    content: edit.content,
    files: files.map(({ file }) => file),
    fileIds: files.map(({ id }) => id),
    // Only if the author has said it about all of them.
    photosConfirmed: confirmations.length > 0 && confirmations.every(Boolean),
    blurredFaces: files.map(({ blurredFaces }) => blurredFaces),
  };
  if (written.kind === 'create') return { ...written, ...fields };
  const kept = edit.kept.filter(({ id }) => !earlierIds.has(id));
  return { ...edit, version: written.version, kept, ...fields };
}

function listFiles(seq: number, action: Written) {
  const ids = action.fileIds ?? toLocalAttachmentIds(seq, action.files.length);
  return action.files.map((file, index) => ({
    file,
    id: ids[index] as number,
    blurredFaces: action.blurredFaces?.[index] ?? 0,
  }));
}

/** Whether the author went on from the rejected edit, whose files nobody else has. */
function usesFilesOf({ seq, action }: QueuedPostAction, later: PostAction): boolean {
  if (!isWritten(action) || later.kind !== 'edit') return false;
  const keptIds = later.kept.map(({ id }) => id);
  return listFiles(seq, action).some(({ id }) => keptIds.includes(id));
}

const isWritten = (action: PostAction): action is Written =>
  action.kind === 'create' || action.kind === 'edit';
