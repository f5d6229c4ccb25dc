import type { Comment } from '@lop-xanh/contract/comments';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type { Attachment, Post, posts } from '@lop-xanh/contract/posts';

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
      /** The local ids of the files; missing unless an edit was folded in. */
      fileIds?: readonly number[] | undefined;
      /** What the author says about the files. Missing in actions stored before it was asked. */
      photosConfirmed?: boolean | undefined;
      /** How many faces are blurred in each file; missing in actions stored before faces were blurred. */
      blurredFaces?: readonly number[] | undefined;
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
      /** As in a new post. */
      fileIds?: readonly number[] | undefined;
      photosConfirmed?: boolean | undefined;
      /** As in a new post. */
      blurredFaces?: readonly number[] | undefined;
    }
  | { kind: 'delete'; post: number; title: string }
  | { kind: 'like'; post: number; liked: boolean }
  | { kind: 'comment'; post: number; text: string }
  | { kind: 'withdraw'; post: number; title: string; version: number; reason: string }
  | { kind: 'restore'; post: number; title: string; version: number }
  | { kind: 'delete-comment'; post: number; comment: number; text: string }
  /** Without the words of the comment, which its moderators may hide meanwhile. */
  | { kind: 'report-comment'; post: number; comment: number; reason: string }
  | { kind: 'restore-comment'; post: number; comment: number; version: number }
  | QueueDecision;

/** A decision on what waits for the moderators: a pending post, a held or a reported comment. */
export type QueueDecision =
  | { kind: 'approve'; post: number; title: string; version: number }
  | { kind: 'reject'; post: number; title: string; version: number; reason: string }
  | { kind: 'approve-comment'; post: number; comment: number; version: number }
  | { kind: 'hide-comment'; post: number; comment: number; version: number; reason: string };

const queueDecisionKinds: readonly string[] = [
  'approve',
  'reject',
  'approve-comment',
  'hide-comment',
];

export function isQueueDecision(action: PostAction): action is QueueDecision {
  return queueDecisionKinds.includes(action.kind);
}

export type CommentDecision = Extract<
  PostAction,
  { kind: 'hide-comment' | 'approve-comment' | 'restore-comment' }
>;

export const toLocalPostId = (seq: number) => -seq;
export const toLocalCommentId = (seq: number) => -seq;
/** The ids of the files of an action that was not folded. */
export const toLocalAttachmentIds = (seq: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => -(seq * 100 + index + 1));

/**
 * The server's response to an action; a number in `post` is the post's id. The outbox stores
 * responses too, so the fields cannot be renamed. It keeps them for long, so they contain no words of
 * other users' comments, which may be hidden meanwhile.
 */
export type PostActionResponse =
  | {
      kind: 'create' | 'edit';
      post: Post;
      /** How many files the action added: they are the post's last attachments, in order. */
      newFiles: number;
      /** The local ids that they had, if an edit was folded in. */
      fileIds?: readonly number[] | undefined;
    }
  | { kind: 'approve' | 'reject' | 'withdraw' | 'restore'; post: Post }
  | { kind: 'delete'; post: number }
  /** `answer` is the stored name of the response. */
  | { kind: 'like'; post: number; answer: ResponseOf<typeof posts.like> }
  | { kind: 'comment'; post: number; comment: Comment }
  | { kind: 'delete-comment' | 'report-comment'; post: number; comment: number }
  | { kind: CommentDecision['kind']; post: number; comment: DecidedComment };

/** The words stay as they are cached. */
type DecidedComment = Omit<Comment, 'text'>;

export type PostDecision = Extract<
  PostAction,
  { kind: 'approve' | 'reject' | 'withdraw' | 'restore' }
>;
