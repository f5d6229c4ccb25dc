import type { PostAbilities, PostStatus } from '@lop-xanh/contract/posts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { Actor } from '../../http/authentication.ts';
import { isOfOwnSchool } from '../../http/own-school.ts';

/** What a rule must know of a post. */
export interface PostFacts {
  author_id: number;
  author_role: Role;
  /** The class that the author teaches now. */
  author_class_id: number | null;
  school_id: number;
  status: PostStatus;
}

/** Students and parents read what their homeroom teacher got approved; a school's staff reads its posts. */
export function canRead(actor: Actor, post: PostFacts): boolean {
  const isApproved = post.status === 'approved';
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return isOfOwnSchool(actor, post);
    case 'Teacher':
      return isAuthor(actor, post) || (isApproved && isOfOwnSchool(actor, post));
    case 'Student':
    case 'Parent':
      return isApproved && isOfOwnSchool(actor, post) && isHomeroomTeachers(actor, post);
  }
}

/** Whether the reader may know that a post exists: then a refusal says so, else it is not there. */
export function canKnowOf(actor: Actor, post: PostFacts): boolean {
  return actor.role === 'Admin' || isOfOwnSchool(actor, post);
}

/** Only a Teacher writes posts, but who became a Mod since still edits and deletes their own. */
export function canEdit(actor: Actor, post: PostFacts): boolean {
  return (actor.role === 'Teacher' || actor.role === 'Mod') && isAuthor(actor, post);
}

/** Whatever became of its author since; nobody decides on their own post. */
export function canDecide(actor: Actor, post: PostFacts): boolean {
  return actor.role === 'Mod' && isOfOwnSchool(actor, post) && !isAuthor(actor, post);
}

/** Liking and commenting. */
export function canReact(actor: Actor, post: PostFacts): boolean {
  return canRead(actor, post) && post.status === 'approved';
}

export function abilitiesOf(actor: Actor, post: PostFacts): PostAbilities {
  const isOwn = canEdit(actor, post);
  const canReactToIt = canReact(actor, post);
  return {
    edit: isOwn,
    delete: isOwn,
    approve: canDecide(actor, post) && isDecisionOpen(post.status, 'approved'),
    reject: canDecide(actor, post) && isDecisionOpen(post.status, 'rejected'),
    like: canReactToIt,
    comment: canReactToIt,
  };
}

/** Why a post was rejected, and by whom, is between its author and those who manage the school. */
export function canReadDecision(actor: Actor, post: PostFacts): boolean {
  return isAuthor(actor, post) || actor.role === 'Mod' || actor.role === 'Admin';
}

export type Decision = 'approved' | 'rejected';

/** A decision again is no conflict; a rejected post may still be approved, an approved one not rejected. */
export function isDecisionOpen(status: PostStatus, decision: Decision): boolean {
  return decision === 'approved' ? status !== 'approved' : status === 'pending';
}

function isAuthor(actor: Actor, { author_id }: PostFacts): boolean {
  return actor.id === author_id;
}

function isHomeroomTeachers(actor: Actor, { author_class_id, author_role }: PostFacts): boolean {
  return (
    author_role === 'Teacher' &&
    author_class_id !== null &&
    actor.class_ids.includes(author_class_id)
  );
}
