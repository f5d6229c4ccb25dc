import type { AttendanceSheetInput, CorrectionInput } from '@lop-xanh/contract/attendance';
import type { SharedErrorName } from '@lop-xanh/contract/errors';
import { getSchoolYear } from '@lop-xanh/contract/rules/dates';
import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';
import type { StoredRecord } from './corrections.queries.ts';

/** Lists the students of a class whose records the actor may read. */
export function listReadableStudents(actor: Actor): number[] | 'all' {
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

/** Only the student and their parents read a student's year across classes. */
export function canReadYearOf(actor: Actor, studentId: number): boolean {
  const readable = listReadableStudents(actor);
  return readable !== 'all' && readable.includes(studentId);
}

/** Only the class's own teacher takes attendance, until its school year is over. */
export function canTake(actor: Actor, { id, is_past }: { id: number; is_past: boolean }): boolean {
  return actor.role === 'Teacher' && actor.class_ids.includes(id) && !is_past;
}

/** The class's own teacher corrects a sheet for some days, a Mod of the school at any time. */
export function findCorrectionError(
  actor: Actor,
  { id, school_id }: { id: number; school_id: number },
  { is_recent }: { is_recent: boolean },
): 'forbidden' | 'correction_too_late' | undefined {
  switch (actor.role) {
    case 'Mod':
      return isInOwnSchool(actor, { school_id }) ? undefined : 'forbidden';
    case 'Teacher':
      if (!actor.class_ids.includes(id)) return 'forbidden';
      return is_recent ? undefined : 'correction_too_late';
    case 'Admin':
    case 'Student':
    case 'Parent':
      return 'forbidden';
  }
}

type Corrected = CorrectionInput['records'][number];
type Mark = Corrected['was'];

/** A client that does not know excuses leaves them out. */
export const isSameMark = (a: Mark, b: Mark) =>
  a.status === b.status && a.note === b.note && !a.isExcused === !b.isExcused;

/** Only an absence can be excused. */
export function findExcuseError(
  marks: Pick<Mark, 'status' | 'isExcused'>[],
  list: string,
): { error: SharedErrorName; path: string } | undefined {
  const index = marks.findIndex(({ status, isExcused }) => status === 'present' && isExcused);
  return index < 0 ? undefined : { error: 'invalid_input', path: `${list}.${index}.isExcused` };
}

/** Every corrected record must be on the sheet and still say what the user saw, and one must change. */
export function findRecordError(
  corrected: Corrected[],
  stored: StoredRecord[],
): { error: SharedErrorName; path: string } | 'attendance_changed' | undefined {
  const storedById = new Map(stored.map((record) => [record.student_id, record]));
  const seen = new Set<number>();
  for (const [index, { student_id }] of corrected.entries()) {
    const path = `records.${index}.student_id`;
    if (!storedById.has(student_id)) return { error: 'student_not_on_sheet', path };
    if (seen.has(student_id)) return { error: 'duplicate_student', path };
    seen.add(student_id);
  }
  const excuseError = findExcuseError(corrected, 'records');
  if (excuseError) return excuseError;
  const isStale = ({ student_id, was }: Corrected) =>
    !isSameMark(was, storedById.get(student_id) as Mark);
  if (corrected.some(isStale)) return 'attendance_changed';
  const isUnchanged = (record: Corrected) => isSameMark(record, record.was);
  return corrected.every(isUnchanged)
    ? { error: 'nothing_to_correct', path: 'records' }
    : undefined;
}

/** A sheet's date must be in the school year of the class, and not in the future. */
export function findDateError(
  date: string,
  { today, schoolYear }: { today: string; schoolYear: number },
): SharedErrorName | undefined {
  if (date > today) return 'date_in_future';
  if (getSchoolYear(date) !== schoolYear) return 'date_outside_school_year';
  return undefined;
}

interface EnrolledStudent {
  id: number;
  status: 'active' | 'inactive';
}

/** A sheet must list every active student of the class exactly once, and nobody else. */
export function findStudentError(
  students: Pick<AttendanceSheetInput['students'][number], 'id'>[],
  enrolled: EnrolledStudent[],
): { error: SharedErrorName; path: string } | undefined {
  const statuses = new Map(enrolled.map(({ id, status }) => [id, status]));
  const active = enrolled.filter(({ status }) => status === 'active');
  if (active.length === 0) return { error: 'class_without_students', path: 'students' };
  const seen = new Set<number>();
  for (const [index, { id }] of students.entries()) {
    const path = `students.${index}.id`;
    const accountStatus = statuses.get(id);
    if (!accountStatus) return { error: 'student_of_another_class', path };
    if (accountStatus === 'inactive') return { error: 'student_inactive', path };
    if (seen.has(id)) return { error: 'duplicate_student', path };
    seen.add(id);
  }
  if (seen.size < active.length) return { error: 'student_missing', path: 'students' };
  return undefined;
}
