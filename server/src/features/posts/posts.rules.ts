import type { PostAbilities, PostStatus } from '@lop-xanh/contract/posts';
import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';

/** What the rules need to know about a post. */
export interface PostFacts {
  author_id: number;
  school_id: number;
  status: PostStatus;
  /** Whether a student or parent belongs to its class, or left that class after it was written. */
  is_of_own_class: boolean;
}

/** Whether comments on a post are on is a setting of its school and class. */
export interface PostWithSetting extends PostFacts {
  has_comments_on: boolean;
}

/** A student, or a parent's children. */
export function listOwnStudents({ id, role, student_ids }: Actor): number[] {
  return role === 'Student' ? [id] : student_ids;
}

/** Whether the actor teaches the class only in place of its homeroom teacher. */
export function isSubstitute(actor: Actor, classId: number | null): boolean {
  return classId !== null && classId !== actor.class_id;
}

/**
 * Students and parents read approved posts of their classes; staff read those of their school, also when
 * they are withdrawn.
 */
export function canRead(actor: Actor, post: PostFacts): boolean {
  const isApproved = post.status === 'approved';
  const isWithdrawn = post.status === 'withdrawn';
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return isInOwnSchool(actor, post);
    case 'Teacher':
      return isAuthor(actor, post) || ((isApproved || isWithdrawn) && isInOwnSchool(actor, post));
    case 'Student':
    case 'Parent':
      return isApproved && post.is_of_own_class;
  }
}

/** Whether the actor may learn that the post exists: 403 if so, otherwise 404. */
export function canKnowOf(actor: Actor, post: PostFacts): boolean {
  return actor.role === 'Admin' || isInOwnSchool(actor, post) || post.is_of_own_class;
}

/** Only Teachers write posts, but one who has since become a Mod may still edit and delete their own. */
export function canEdit(actor: Actor, post: PostFacts): boolean {
  return (actor.role === 'Teacher' || actor.role === 'Mod') && isAuthor(actor, post);
}

/** Nobody decides on their own post; the author's current role does not matter. */
export function canDecide(actor: Actor, post: PostFacts): boolean {
  return actor.role === 'Mod' && isInOwnSchool(actor, post) && !isAuthor(actor, post);
}

/** Whether the actor may like and comment on the post. */
export function canReact(actor: Actor, post: PostFacts): boolean {
  return canRead(actor, post) && post.status === 'approved';
}

export function getAbilities(actor: Actor, post: PostWithSetting): PostAbilities {
  const isOwn = canEdit(actor, post);
  const canTake = (decision: Decision) =>
    canDecide(actor, post) && isDecisionOpen(post.status, decision);
  return {
    edit: isOwn,
    delete: isOwn,
    approve: canTake('approve'),
    reject: canTake('reject'),
    withdraw: canTake('withdraw'),
    restore: canTake('restore'),
    like: canReact(actor, post),
    comment: canReact(actor, post) && post.has_comments_on,
  };
}

/** Only the author, the Mods and the Admins see who rejected or withdrew a post, and why. */
export function canReadDecision(actor: Actor, post: PostFacts): boolean {
  return isAuthor(actor, post) || actor.role === 'Mod' || actor.role === 'Admin';
}

/** Who of the families has read an approved post: its class's teachers and the school's Mods. */
export function canReadReads(
  actor: Actor,
  {
    school_id,
    class_id,
    status,
  }: Pick<PostFacts, 'school_id' | 'status'> & { class_id: number | null },
): boolean {
  if (status !== 'approved' || class_id === null) return false;
  switch (actor.role) {
    case 'Mod':
      return isInOwnSchool(actor, { school_id });
    case 'Teacher':
      return actor.class_ids.includes(class_id);
    case 'Admin':
    case 'Student':
    case 'Parent':
      return false;
  }
}

export type Decision = 'approve' | 'reject' | 'withdraw' | 'restore';

/** A rejected post can still be approved; an approved one can only be withdrawn, and then restored. */
const decisions: Record<Decision, { from: readonly PostStatus[]; to: PostStatus }> = {
  approve: { from: ['pending', 'rejected'], to: 'approved' },
  reject: { from: ['pending'], to: 'rejected' },
  withdraw: { from: ['approved'], to: 'withdrawn' },
  restore: { from: ['withdrawn'], to: 'approved' },
};

export function isDecisionOpen(status: PostStatus, decision: Decision): boolean {
  return decisions[decision].from.includes(status);
}

export function getDecidedStatus(decision: Decision): PostStatus {
  return decisions[decision].to;
}

/** What an edit does to the author's confirmation of the photos. */
export type PhotoConfirmation = 'given' | 'kept' | 'dropped';

/** A confirmation is about the files that the post had then: new ones need a new one. */
export function decideConfirmation({
  photosConfirmed = false,
  kept,
  added,
}: {
  photosConfirmed: boolean | undefined;
  kept: number;
  added: number;
}): PhotoConfirmation {
  if (photosConfirmed && kept + added > 0) return 'given';
  return kept > 0 && added === 0 ? 'kept' : 'dropped';
}

function isAuthor(actor: Actor, { author_id }: PostFacts): boolean {
  return actor.id === author_id;
}
