import type { WeekStatus } from '@lop-xanh/contract/lessons';
import type { Actor } from '../../http/authentication.ts';

/** What the rules need to know about a lesson. */
export interface LessonFacts {
  grade_id: number;
}

/** Students, parents and teachers read the lessons of their grades, Mods and Admins all lessons. */
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

/** Only Admins see more of a hidden entry than its week and title. */
export function canReadContent(actor: Actor, { status }: { status: WeekStatus }): boolean {
  return actor.role === 'Admin' || status === 'active';
}
