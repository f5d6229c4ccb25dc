import type { Actor } from '../../http/authentication.ts';

/** What a rule must know of a class. */
interface ClassFacts {
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
