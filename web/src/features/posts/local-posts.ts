import type { Profile } from '@lop-xanh/contract/auth';
import type { Comment } from '@lop-xanh/contract/comments';
import type { Attachment, Post } from '@lop-xanh/contract/posts';
import type { OutboxEntryView } from '../../lib/outbox/outbox.ts';
import { noPostAbilities, undecided } from './normalize-posts.ts';
import {
  type PostAction,
  toLocalAttachmentIds,
  toLocalCommentId,
  toLocalPostId,
} from './post-actions.ts';
import { listTaughtClasses } from './taught-classes.ts';

export interface OptimisticComment extends Comment {
  /** Waits in the outbox for a retry. False during the first attempt, so that no badge flashes. */
  isUnsent?: boolean;
}

/** The server's post with this user's unsent actions applied. */
export interface OptimisticPost extends Post {
  comments: OptimisticComment[];
  /**
   * Its creation, or an edit, like or decision of it, waits in the outbox for a retry. A waiting
   * comment marks only itself.
   */
  isUnsent?: boolean;
}

export type PostEntry = OutboxEntryView & { action: PostAction };

/** Builds the post that an unsent action creates; an empty list for other actions. */
export function buildLocalPosts(entry: PostEntry, user: Profile): OptimisticPost[] {
  const { seq, at, action, isFirstAttempt } = entry;
  // During the first attempt the editor is still open and shows the post.
  if (action.kind !== 'create' || isFirstAttempt || user.school_id === null) return [];
  const taughtClass = listTaughtClasses(user).find(({ id }) => id === action.class_id);
  return [
    {
      id: toLocalPostId(seq),
      author: user.username,
      author_id: user.id,
      author_first_name: user.first_name,
      author_last_name: user.last_name,
      author_display: user.full_name,
      author_avt: user.avt,
      authorRole: user.role,
      authorSchoolId: user.school_id,
      class_id: taughtClass?.id ?? null,
      class_name: taughtClass?.name ?? null,
      isBySubstitute: taughtClass?.isSubstituted ?? false,
      title: action.title,
      content: action.content,
      createdAt: at,
      status: 'pending',
      approved: false,
      version: 1,
      reason: null,
      decided_by: null,
      likes: [],
      likeCount: 0,
      liked: false,
      comments: [],
      commentsNext: null,
      commentCount: 0,
      attachments: toLocalAttachments(entry, action),
      can: { ...noPostAbilities, edit: true, delete: true },
      isUnsent: true,
    },
  ];
}

export function buildLocalComment(
  { seq, at, isFirstAttempt }: PostEntry,
  text: string,
  user: Profile,
): OptimisticComment {
  const { id, username, first_name, last_name, avt, role } = user;
  return {
    ...undecided,
    id: toLocalCommentId(seq),
    user: username,
    user_id: id,
    text,
    first_name,
    last_name,
    avt,
    authorRole: role,
    createdAt: at,
    can: { ...undecided.can, delete: !isFirstAttempt },
    isUnsent: !isFirstAttempt,
  };
}

/** Kept by attachment id, so that a new render does not load the files again. */
const objectUrls = new Map<number, string>();

/** Builds attachments for files that are only on this device, with object URLs. */
export function toLocalAttachments(
  { seq }: PostEntry,
  { files, fileIds, blurredFaces }: Extract<PostAction, { kind: 'create' | 'edit' }>,
): Attachment[] {
  const ids = fileIds ?? toLocalAttachmentIds(seq, files.length);
  return files.map((file, index) => {
    const id = ids[index] as number;
    const url = objectUrls.get(id) ?? URL.createObjectURL(file);
    objectUrls.set(id, url);
    return {
      id,
      url,
      thumb: file.type.startsWith('image/') ? url : null,
      mime: file.type,
      filename: file.name,
      width: null,
      height: null,
      blurredFaces: blurredFaces?.[index] ?? 0,
    };
  });
}
