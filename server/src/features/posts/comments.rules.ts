import type { CommentAbilities, CommentStatus } from '@lop-xanh/contract/comments';
import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';

/** The post of a comment. */
export interface CommentedPost {
  school_id: number;
  class_id: number | null;
}

/** What the rules need to know about a comment. */
export interface CommentFacts {
  status: CommentStatus;
  is_own: boolean;
  /** Whether the actor moderates the comments of its post. */
  is_moderated: boolean;
  /** Whether somebody has reported it since the last decision. */
  is_reported: boolean;
  /** Whether the actor has ever reported it. */
  is_reported_by_actor: boolean;
}

/** Mods moderate the comments of their school; teachers, also substitutes, those of their current classes. */
export function isModerator(actor: Actor, { school_id, class_id }: CommentedPost): boolean {
  if (actor.role === 'Mod') return isInOwnSchool(actor, { school_id });
  return actor.role === 'Teacher' && class_id !== null && actor.class_ids.includes(class_id);
}

/** Whether the actor, who reads the post, may know what the comment says and what was decided. */
function canReadWords(
  { role }: Actor,
  { status, is_own, is_moderated }: Pick<CommentFacts, 'status' | 'is_own' | 'is_moderated'>,
): boolean {
  return status === 'visible' || is_own || is_moderated || role === 'Admin';
}

/** Others see that there was a hidden comment; they do not see a held one at all. */
export function canKnowOfComment(actor: Actor, comment: CommentFacts): boolean {
  return comment.status !== 'held' || canReadWords(actor, comment);
}

export type CommentDecision = 'hide' | 'approve' | 'restore';

export const decidedStatuses = {
  hide: 'hidden',
  approve: 'visible',
  restore: 'visible',
} as const satisfies Record<CommentDecision, CommentStatus>;

/** Approving a visible comment closes its reports. */
export function isCommentDecisionOpen(
  { status, is_reported }: Pick<CommentFacts, 'status' | 'is_reported'>,
  decision: CommentDecision,
): boolean {
  switch (decision) {
    case 'hide':
      return status !== 'hidden';
    case 'approve':
      return status === 'held' || (status === 'visible' && is_reported);
    case 'restore':
      return status === 'hidden';
  }
}

/** Only a visible comment can be reported: a held one waits for a decision anyway. */
export function getCommentAbilities(comment: CommentFacts): CommentAbilities {
  const { status, is_own, is_moderated, is_reported_by_actor } = comment;
  const canDecide = (decision: CommentDecision) =>
    is_moderated && isCommentDecisionOpen(comment, decision);
  return {
    delete: is_own,
    report: status === 'visible' && !is_own && !is_reported_by_actor,
    hide: canDecide('hide'),
    approve: canDecide('approve'),
    restore: canDecide('restore'),
  };
}
