import type { Actor } from '../../http/authentication.ts';
import { isOfOwnSchool } from '../../http/own-school.ts';

/** What a rule must know of a class. */
export interface ClassFacts {
  id: number;
  school_id: number;
}

/** A class is seen by its students, their parents, its teacher, its school's Mods and every Admin. */
export function canSeeClass(actor: Actor, found: ClassFacts): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return isOfOwnSchool(actor, found);
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return actor.class_ids.includes(found.id);
  }
}

/** Whether somebody may know that a class exists: then a refusal says so, else it is not there. */
export function canKnowOfClass(actor: Actor, found: ClassFacts): boolean {
  return actor.role === 'Admin' || isOfOwnSchool(actor, found);
}

/** Classmates and parents are told a student's names and avatar, the staff how to reach the family too. */
export function canReadStudentDetails(actor: Actor): boolean {
  return actor.role !== 'Student' && actor.role !== 'Parent';
}
