import type { ConsentSide } from '@lop-xanh/contract/consent';
import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';

/** The student whose consent the actor wants to read or record. */
export interface TargetStudent {
  id: number;
  school_id: number | null;
  class_id: number | null;
}

/** Families for themselves; teachers for the students in their classes now. */
export function canReadConsent(actor: Actor, student: TargetStudent): boolean {
  return canRecordPaper(actor, student) || findOwnSide(actor, student) !== undefined;
}

/** An actor who may know that the student exists gets 403 instead of 404. */
export function canDiscoverStudent(actor: Actor, student: TargetStudent): boolean {
  return canReadConsent(actor, student) || isInOwnSchool(actor, student);
}

/** Whether the actor may record what a paper form says. */
export function canRecordPaper(actor: Actor, student: TargetStudent): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return isInOwnSchool(actor, student);
    case 'Teacher':
      return student.class_id !== null && actor.class_ids.includes(student.class_id);
    case 'Student':
    case 'Parent':
      return false;
  }
}

/** For whom the actor answers in the app: a Parent as the guardian, a Student as the child. */
export function findOwnSide(actor: Actor, { id }: TargetStudent): ConsentSide | undefined {
  if (actor.role === 'Student' && actor.id === id) return 'child';
  return actor.role === 'Parent' && actor.student_ids.includes(id) ? 'guardian' : undefined;
}
