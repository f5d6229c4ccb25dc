import type { Comment } from '@lop-xanh/contract/comments';
import type { Person } from '@lop-xanh/contract/people';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { addJsonFields, JsonText } from '../../http/json-text.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { checkText } from '../moderation/settings.service.ts';
import { listAuthoredComments } from './authored-comments.queries.ts';
import {
  deleteComment,
  findComment,
  findCommentLimits,
  insertComment,
  insertReport,
  listCommentsBefore,
  listCommentsById,
  lockComment,
  type StoredComment,
  saveCommentDecision,
} from './comments.queries.ts';
import {
  type CommentDecision,
  type CommentFacts,
  canKnowOfComment,
  decidedStatuses,
  isCommentDecisionOpen,
  isModerator,
} from './comments.rules.ts';
import { canKnowOf, canRead } from './posts.rules.ts';
import { findAllowedPost, rethrowMissingPost, throwReactionError } from './posts.service.ts';

export async function readComments(
  db: Db,
  actor: Actor,
  { id, limit, before }: { id: number; limit: number; before?: string | undefined },
): Promise<JsonText<{ comments: Comment[]; next: string | null }>> {
  const last = before ? decodeCursor(before) : Number.MAX_SAFE_INTEGER;
  const rows = await listCommentsBefore(db, actor, { postId: id, before: last, limit: limit + 1 });
  if (rows.length === 0) await findAllowedPost(db, actor, id, canRead);
  const { page, next } = toPage(rows, limit, (comment) => comment.id);
  const comments = page.toReversed().map(({ json }) => json);
  return new JsonText(addJsonFields(`{"comments":[${comments.join()}]}`, { next }));
}

/** What an author has commented on posts that the actor may read. */
export async function readAuthoredComments(
  db: Db,
  actor: Actor,
  { authorId, limit, before }: { authorId: number; limit: number; before?: string | undefined },
): Promise<Person['comments']> {
  const last = before ? decodeCursor(before) : Number.MAX_SAFE_INTEGER;
  const range = { authorId, before: last, limit: limit + 1 };
  const rows = await listAuthoredComments(db, actor, range);
  const { page, next } = toPage(rows, limit, ({ id }) => id);
  return { comments: page, next };
}

/** Each comment as JSON, by its id. Checks no permissions: that is up to the caller. */
export async function readCommentsById(
  db: Db,
  actor: Actor,
  ids: number[],
): Promise<Map<number, JsonText<Comment>>> {
  const comments = await listCommentsById(db, actor, ids);
  return new Map(comments.map(({ id, json }) => [id, new JsonText(json)]));
}

export async function commentPost(
  db: Db,
  actor: Actor,
  { id, text }: { id: number; text: string },
): Promise<Comment> {
  // Checking a hostile text takes a while, so a user who comments too often is rejected first.
  const { words, retryAfterSeconds: waitSeconds } = await findCommentLimits(db, actor, id);
  if (waitSeconds !== null) {
    throw new AppError('too_many_comments', { retryAfterSeconds: waitSeconds });
  }
  const findings = await checkText(text, words);
  const comment = { postId: id, text, findings };
  const outcome = await insertComment(db, actor, comment).catch(rethrowMissingPost);
  if (!outcome) return throwReactionError(db, actor, id);
  if (outcome.isOff) throw new AppError('comments_off');
  if (outcome.comment) return outcome.comment;
  const { retryAfterSeconds } = outcome;
  throw new AppError('too_many_comments', retryAfterSeconds === null ? {} : { retryAfterSeconds });
}

/** The current state of a comment, for a retried request: the actor's permissions may have changed. */
export async function readComment(db: Db, actor: Actor, id: number): Promise<Comment> {
  await lockKnownComment(db, actor, id);
  const comment = await findComment(db, actor, id);
  if (!comment) throw new AppError('comment_not_found');
  return comment;
}

export async function removeComment(db: Db, actor: Actor, id: number): Promise<void> {
  const comment = await lockComment(db, actor, id);
  if (comment?.user_id !== actor.id) {
    await lockKnownComment(db, actor, id);
    throw new AppError('forbidden');
  }
  await deleteComment(db, id);
}

export async function reportComment(
  db: Db,
  actor: Actor,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const { facts } = await lockKnownComment(db, actor, id);
  if (facts.is_own) throw new AppError('forbidden');
  if (facts.status !== 'visible') throw new AppError('comment_changed');
  if (!(await insertReport(db, actor, { id, reason }))) throw new AppError('already_reported');
}

/** Decides on the version the moderator saw; a comment decided since then is a conflict. */
export async function decideComment(
  db: Db,
  actor: Actor,
  {
    id,
    decision,
    version,
    reason = null,
  }: {
    id: number;
    decision: CommentDecision;
    version?: number | undefined;
    reason?: string | null | undefined;
  },
): Promise<Comment> {
  const { comment, facts } = await lockKnownComment(db, actor, id);
  if (!facts.is_moderated) throw new AppError('forbidden');
  const status = decidedStatuses[decision];
  if (!isCommentDecisionOpen(facts, decision)) {
    if (facts.status !== status) throw new AppError('comment_changed');
    return readComment(db, actor, id);
  }
  if (version !== undefined && version !== comment.version) throw new AppError('comment_changed');
  await saveCommentDecision(db, actor, { id, decision, reason });
  await writeAuditEntries(db, actor, {
    action: pastTenses[decision],
    subject: 'comment',
    id,
    name: comment.title,
    schoolId: comment.post.school_id,
    details: {
      post_id: comment.post.id,
      old: { status: facts.status },
      new: { status, ...(reason && { reason }) },
    },
  });
  return readComment(db, actor, id);
}

/** How the audit log names a decision. */
const pastTenses = { hide: 'hidden', approve: 'approved', restore: 'restored' } as const;

/** The only way to decide on a comment: one of a post that the actor cannot read is denied like that post. */
async function lockKnownComment(
  db: Db,
  actor: Actor,
  id: number,
): Promise<{ comment: StoredComment; facts: CommentFacts }> {
  const comment = await lockComment(db, actor, id);
  if (!comment || !canKnowOf(actor, comment.post)) throw new AppError('comment_not_found');
  if (!canRead(actor, comment.post)) throw new AppError('post_denied');
  const facts = {
    ...comment,
    is_own: comment.user_id === actor.id,
    is_moderated: isModerator(actor, comment.post),
  };
  if (!canKnowOfComment(actor, facts)) throw new AppError('comment_not_found');
  return { comment, facts };
}
