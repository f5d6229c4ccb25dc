import { type AttendanceGrid, markLetters } from '@lop-xanh/contract/attendance';
import { limits } from '@lop-xanh/contract/rules/limits';
import { compareByGivenName } from '@lop-xanh/contract/rules/names';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { listActiveStudents, readVisibleClass } from '../classes/classes.service.ts';
import { countWeeks, listMarks, type StudentMarks } from './attendance.queries.ts';
import type { YearQuery } from './attendance.service.ts';

/** The grid has the students on any sheet of the year, plus for the current year those in the class. */
export async function readGrid(
  db: Db,
  actor: Actor,
  { id, school_year: requestedYear }: YearQuery,
): Promise<AttendanceGrid> {
  const found = await readVisibleClass(db, actor, id);
  const school_year = requestedYear ?? found.school_year;
  const year = { classId: id, schoolYear: school_year };
  const weeks = await countWeeks(db, year);
  const marked = await listMarks(db, year);
  const isCurrent = !found.is_past && school_year === found.school_year;
  const students = isCurrent ? await listActiveStudents(db, id) : [];
  const markedIds = new Set(marked.map((student) => student.id));
  const unmarked = students
    .filter((student) => !markedIds.has(student.id))
    .map((student) => ({
      id: student.id,
      full_name: student.full_name,
      present: [],
      absent: [],
      excused: [],
      unknown: [],
      corrected: [],
    }));
  return {
    class_id: id,
    class_name: found.name,
    school_name: found.school_name,
    teacher_full_name: found.teacher_full_name,
    school_year,
    weeks,
    students: [...marked, ...unmarked]
      .toSorted((a, b) => compareByGivenName(a.full_name, b.full_name))
      .map(toGridRow),
  };
}

/** Records that the grid leaves the server as a file. */
export async function recordGridExport(
  db: Db,
  actor: Actor,
  { class_id, class_name, school_year }: AttendanceGrid,
): Promise<void> {
  const { school_id } = await readVisibleClass(db, actor, class_id);
  await writeAuditEntries(db, actor, {
    action: 'exported',
    subject: 'attendance',
    id: class_id,
    name: class_name,
    schoolId: school_id,
    details: { school_year },
  });
}

function toGridRow({
  id,
  full_name,
  present,
  absent,
  excused,
  unknown,
  corrected,
}: StudentMarks): AttendanceGrid['students'][number] {
  const letters: string[] = Array(limits.teachingWeeks).fill(markLetters.none);
  for (const week of present) letters[week - 1] = markLetters.present;
  for (const week of absent) letters[week - 1] = markLetters.absent;
  const total = present.length + absent.length;
  const marks = letters.join('');
  return { id, full_name, marks, excused, unknown, corrected, present: present.length, total };
}
