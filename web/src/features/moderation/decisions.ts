import type { ModerationItem } from '@lop-xanh/contract/moderation';
import type { OutboxEntryView } from '../../lib/outbox/outbox.ts';
import { type PostAction, postFeature } from '../posts/public.ts';

export type Decision = { kind: 'approve' } | { kind: 'reject'; reason: string };

/** Approving a reported comment keeps it; rejecting a comment hides it. */
export function toAction(item: ModerationItem, decision: Decision): DecisionAction {
  const { post, comment } = item;
  if (comment) {
    const decided = { post: post.id, comment: comment.id, version: comment.version };
    return decision.kind === 'approve'
      ? { kind: 'approve-comment', ...decided }
      : { kind: 'hide-comment', ...decided, reason: decision.reason };
  }
  return { ...decision, post: post.id, title: post.title, version: post.version };
}

type DecisionAction = Extract<
  PostAction,
  { kind: 'approve' | 'reject' | 'approve-comment' | 'hide-comment' }
>;

export type DecisionEntry = OutboxEntryView & { action: DecisionAction };

const decisionKinds: readonly string[] = ['approve', 'reject', 'approve-comment', 'hide-comment'];

/** The decisions that the server does not have yet. */
export function selectDecisions(entries: readonly OutboxEntryView[]): DecisionEntry[] {
  return entries.filter(
    (entry): entry is DecisionEntry =>
      entry.feature === postFeature &&
      entry.rejectionMessage === undefined &&
      decisionKinds.includes((entry.action as PostAction).kind),
  );
}

/** Whether the action decides on this item. */
export function isDecisionOn(action: DecisionAction, { post, comment }: ModerationItem): boolean {
  if (action.kind === 'approve' || action.kind === 'reject') {
    return comment === null && action.post === post.id;
  }
  return action.comment === comment?.id;
}

/** Decisions that were made together have one time. */
export function findLastBatch(entries: readonly DecisionEntry[], now: number): DecisionEntry[] {
  const open = entries.filter(({ notBefore = 0 }) => notBefore > now);
  const last = Math.max(...open.map(({ notBefore = 0 }) => notBefore));
  return open.filter(({ notBefore }) => notBefore === last);
}
