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

/** A student, or a parent's children. */
export function listOwnStudents({ id, role, student_ids }: Actor): number[] {
  return role === 'Student' ? [id] : student_ids;
}

/** Whether the actor teaches the class only in place of its homeroom teacher. */
export function isSubstitute(actor: Actor, classId: number | null): boolean {
  return classId !== null && classId !== actor.class_id;
}

/** Students and parents read approved posts of their classes; staff read those of their school. */
export function canRead(actor: Actor, post: PostFacts): boolean {
  const isApproved = post.status === 'approved';
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return isInOwnSchool(actor, post);
    case 'Teacher':
      return isAuthor(actor, post) || (isApproved && isInOwnSchool(actor, post));
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

export function getAbilities(actor: Actor, post: PostFacts): PostAbilities {
  const isOwn = canEdit(actor, post);
  return {
    edit: isOwn,
    delete: isOwn,
    approve: canDecide(actor, post) && isDecisionOpen(post.status, 'approved'),
    reject: canDecide(actor, post) && isDecisionOpen(post.status, 'rejected'),
    withdraw: canDecide(actor, post) && post.status === 'approved',
    restore: canDecide(actor, post) && post.status === 'withdrawn',
    like: canReact(actor, post),
    comment: canReact(actor, post),
  };
}

/** Only the author, the Mods and the Admins see who rejected a post, and why. */
export function canReadDecision(actor: Actor, post: PostFacts): boolean {
  return isAuthor(actor, post) || actor.role === 'Mod' || actor.role === 'Admin';
}

export type Decision = 'approved' | 'rejected';

/** A rejected post can still be approved; an approved post cannot be rejected. */
export function isDecisionOpen(status: PostStatus, decision: Decision): boolean {
  return decision === 'approved' ? status !== 'approved' : status === 'pending';
}

function isAuthor(actor: Actor, { author_id }: PostFacts): boolean {
  return actor.id === author_id;
}
