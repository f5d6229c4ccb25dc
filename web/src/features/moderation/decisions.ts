import type { ModerationItem } from '@lop-xanh/contract/moderation';
import type { OutboxEntryView } from '../../lib/outbox/outbox.ts';
import {
  isQueueDecision,
  type PostAction,
  postFeature,
  type QueueDecision,
} from '../posts/public.ts';

export type Decision = { kind: 'approve' } | { kind: 'reject'; reason: string };

/** Approving a reported comment keeps it; rejecting a comment hides it. */
export function toAction(item: ModerationItem, decision: Decision): QueueDecision {
  const { post, comment } = item;
  if (comment) {
    const decided = { post: post.id, comment: comment.id, version: comment.version };
    return decision.kind === 'approve'
      ? { kind: 'approve-comment', ...decided }
      : { kind: 'hide-comment', ...decided, reason: decision.reason };
  }
  return { ...decision, post: post.id, title: post.title, version: post.version };
}

export type DecisionEntry = OutboxEntryView & { action: QueueDecision };

/** The decision of an outbox entry; undefined for other actions. */
export function getDecision({
  feature,
  action,
}: Pick<OutboxEntryView, 'feature' | 'action'>): QueueDecision | undefined {
  const postAction = action as PostAction;
  return feature === postFeature && isQueueDecision(postAction) ? postAction : undefined;
}

/** The decisions that the server does not have yet. */
export function selectDecisions(entries: readonly OutboxEntryView[]): DecisionEntry[] {
  return entries.filter(
    (entry): entry is DecisionEntry =>
      entry.rejectionMessage === undefined && getDecision(entry) !== undefined,
  );
}

/** Whether the action decides on this item. */
export function isDecisionOn(action: QueueDecision, { post, comment }: ModerationItem): boolean {
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
