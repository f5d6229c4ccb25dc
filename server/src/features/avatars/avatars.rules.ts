import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';

/** An uploaded picture and its user, as they are now. */
export interface PhotoFacts {
  user_id: number;
  school_id: number | null;
  class_id: number | null;
  is_approved: boolean;
}

/** Only students' pictures wait for approval. */
export function needsApproval({ role }: Pick<Actor, 'role'>): boolean {
  return role === 'Student';
}

export function canDecide(actor: Actor, { school_id, class_id }: PhotoFacts): boolean {
  switch (actor.role) {
    case 'Mod':
      return isInOwnSchool(actor, { school_id });
    case 'Teacher':
      return class_id !== null && actor.class_ids.includes(class_id);
    default:
      return false;
  }
}

/** What waits is shown to its user and to those who decide; an approved picture goes with the name. */
export function canReadPhoto(actor: Actor, photo: PhotoFacts): boolean {
  if (actor.id === photo.user_id || canDecide(actor, photo)) return true;
  if (!photo.is_approved) return false;
  // Admins write to users of every school.
  return actor.role === 'Admin' || photo.school_id === null || isInOwnSchool(actor, photo);
}
