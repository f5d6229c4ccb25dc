import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';

/** What belongs to the scanner of a school. */
interface SchoolFacts {
  school_id: number;
}

/** Teachers and Mods teach the scanner of their school; an Admin puts every one in order. */
export function canManage(actor: Actor, facts: SchoolFacts): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
    case 'Teacher':
      return isInOwnSchool(actor, facts);
    default:
      return false;
  }
}

/** Students can take their own photos back while they wait. */
export function canDelete(
  actor: Actor,
  photo: SchoolFacts & { added_by: number | null; is_pending: boolean },
): boolean {
  return canManage(actor, photo) || (photo.is_pending && photo.added_by === actor.id);
}

/** Only students' photos wait for approval. */
export function needsApproval({ role }: Pick<Actor, 'role'>): boolean {
  return role === 'Student';
}

/** Also a student, whose photo then waits. */
export function canTeach(actor: Actor, facts: SchoolFacts): boolean {
  return actor.role !== 'Parent' && isInOwnSchool(actor, facts);
}
