import type { AttendanceSheetInput } from '@lop-xanh/contract/attendance';
import type { Refusal } from '@lop-xanh/contract/errors';
import { schoolYearOf } from '@lop-xanh/contract/rules/dates';
import type { Actor } from '../../http/authentication.ts';

/** Whose records somebody may read in a class that they see: students the own, parents the children's. */
export function readableStudents(actor: Actor): number[] | 'all' {
  switch (actor.role) {
    case 'Admin':
    case 'Mod':
    case 'Teacher':
      return 'all';
    case 'Student':
      return [actor.id];
    case 'Parent':
      return actor.student_ids;
  }
}

/** A student's year, over all classes, is the student's own and the parents'. */
export function canReadYearOf(actor: Actor, studentId: number): boolean {
  const readable = readableStudents(actor);
  return readable !== 'all' && readable.includes(studentId);
}

/** The class's own teacher calls the roll; nobody else does it for them. */
export function canTake(actor: Actor, { id }: { id: number }): boolean {
  return actor.role === 'Teacher' && actor.class_ids.includes(id);
}

/** A roll is called on a day of this school year that has come. */
export function problemOfDate(date: string, today: string): Refusal | undefined {
  if (date > today) return 'date_in_future';
  if (schoolYearOf(date) !== schoolYearOf(today)) return 'date_outside_school_year';
  return undefined;
}

interface Enrolled {
  id: number;
  status: 'active' | 'inactive';
}

/** A roll names every active student of the class exactly once, and nobody else. */
export function problemOfRoll(
  roll: Pick<AttendanceSheetInput['students'][number], 'id'>[],
  enrolled: Enrolled[],
): { refusal: Refusal; path: string } | undefined {
  const statusOf = new Map(enrolled.map(({ id, status }) => [id, status]));
  const active = enrolled.filter(({ status }) => status === 'active');
  if (active.length === 0) return { refusal: 'class_without_students', path: 'students' };
  const named = new Set<number>();
  for (const [at, { id }] of roll.entries()) {
    const path = `students.${at}.id`;
    const status = statusOf.get(id);
    if (!status) return { refusal: 'student_of_another_class', path };
    if (status === 'inactive') return { refusal: 'student_inactive', path };
    if (named.has(id)) return { refusal: 'student_doubled', path };
    named.add(id);
  }
  if (named.size < active.length) return { refusal: 'student_missing', path: 'students' };
  return undefined;
}
