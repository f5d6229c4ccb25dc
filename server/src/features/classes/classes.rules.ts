import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';

/** The class that the actor wants to see. */
export interface TargetClass {
  id: number;
  school_id: number;
}

export function canSeeClass(actor: Actor, target: TargetClass): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return isInOwnSchool(actor, target);
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return actor.class_ids.includes(target.id);
  }
}

/** An actor who may know that the class exists gets 403 instead of 404. */
export function canDiscoverClass(actor: Actor, target: TargetClass): boolean {
  return actor.role === 'Admin' || isInOwnSchool(actor, target);
}

/** Classmates and parents see only names and avatars. */
export function canReadStudentDetails(actor: Actor): boolean {
  return actor.role !== 'Student' && actor.role !== 'Parent';
}
