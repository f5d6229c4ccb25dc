import type { Actor } from '../../http/authentication.ts';

/** What a rule must know of a class. */
interface ClassFacts {
  id: number;
  school_id: number;
  /** The classes of the actor's children that this one is among. */
  pupil_ids: readonly number[];
}

/** A class is seen by its pupils, their parents, its teacher, its school's Mods and every Admin. */
export function canSeeClass(actor: Actor, { id, school_id, pupil_ids }: ClassFacts): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return actor.school_id === school_id;
    case 'Teacher':
    case 'Student':
      return actor.class_id === id;
    case 'Parent':
      return pupil_ids.some((pupil) => actor.student_ids.includes(pupil));
  }
}
