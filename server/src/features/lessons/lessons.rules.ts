import type { WeekStatus } from '@lop-xanh/contract/lessons';
import type { Actor } from '../../http/authentication.ts';

/** What a rule must know of a lesson. */
export interface LessonFacts {
  grade_id: number;
}

/** A lesson is read in its grade: by students, their parents and teachers there, and by all who manage. */
export function canRead(actor: Actor, { grade_id }: LessonFacts): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return actor.school_id !== null;
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return actor.grade_ids.includes(grade_id);
  }
}

/** Of a hidden entry only an Admin gets more than its week and title. */
export function canReadContent(actor: Actor, { status }: { status: WeekStatus }): boolean {
  return actor.role === 'Admin' || status === 'active';
}
