import type { Actor } from '../../http/authentication.ts';

/** What a rule must know of a class. */
export interface ClassFacts {
  id: number;
  school_id: number;
}

/** A class is seen by its pupils, their parents, its teacher, its school's Mods and every Admin. */
export function canSeeClass(actor: Actor, { id, school_id }: ClassFacts): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return actor.school_id === school_id;
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return actor.class_ids.includes(id);
  }
}

/** Whether somebody may know that a class exists: then a refusal says so, else it is not there. */
export function canKnowOfClass(actor: Actor, { school_id }: ClassFacts): boolean {
  return actor.role === 'Admin' || actor.school_id === school_id;
}

/** Classmates and parents are told a pupil's names and avatar, the staff how to reach the family too. */
export function canReadPupilDetails(actor: Actor): boolean {
  return actor.role !== 'Student' && actor.role !== 'Parent';
}
