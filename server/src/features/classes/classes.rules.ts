import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';

/** The class that the actor wants to see. */
export interface TargetClass {
  id: number;
  school_id: number;
  /** Whether its school year is over. */
  is_past: boolean;
  /** The homeroom teacher, of a past class the last one. */
  teacher_id: number | null;
}

export function canSeeClass(actor: Actor, target: TargetClass): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return isInOwnSchool(actor, target);
    case 'Teacher':
      return isInClass(actor, target) || (target.is_past && target.teacher_id === actor.id);
    case 'Student':
    case 'Parent':
      return isInClass(actor, target);
  }
}

function isInClass({ class_ids }: Actor, { id }: TargetClass): boolean {
  return class_ids.includes(id);
}

/** An actor who may know that the class exists gets 403 instead of 404. */
export function canDiscoverClass(actor: Actor, target: TargetClass): boolean {
  return actor.role === 'Admin' || isInOwnSchool(actor, target) || isInClass(actor, target);
}

/** Classmates and parents see only names and avatars. */
export function canReadStudentDetails(actor: Actor): boolean {
  return actor.role !== 'Student' && actor.role !== 'Parent';
}
