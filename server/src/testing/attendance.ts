import type { AttendanceSheetInput, AttendanceStatus } from '@lop-xanh/contract/attendance';
import { getSchoolYear, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import sql from 'sql-template-tag';
import type { Database, Db } from '../database/database.ts';
import { addClass, addUser, type TestUser } from './fixtures.ts';

export const today = getVietnamDate(new Date());
export const thisSchoolYear = getSchoolYear(today);

/** A new class with its teacher and `count` students. */
export async function addClassWithStudents(
  database: Database,
  {
    schoolId,
    name = '5C',
    count = 3,
    year,
  }: { schoolId: number; name?: string; count?: number; year?: number },
) {
  const classId = await addClass(database.db, schoolId, name, 5, year);
  const inClass = { school_id: schoolId, class_id: classId };
  const teacher = await addUser(database, { role: 'Teacher', ...inClass });
  const students: TestUser[] = [];
  for (let number = 1; number <= count; number++) {
    const fullName = { last_name: 'Nguyễn Thị', first_name: `Hoa ${number}` };
    students.push(await addUser(database, { role: 'Student', ...inClass, ...fullName }));
  }
  return { classId, teacher, students };
}

/** A sheet for today with every student present, except for `changes`. */
export function makeSheetInput(
  students: Pick<TestUser, 'id'>[],
  changes: Partial<AttendanceSheetInput> & {
    absent?: number[];
    note?: string;
    isExcused?: boolean;
  } = {},
): AttendanceSheetInput {
  const { absent = [], note, isExcused, ...rest } = changes;
  const marks = students.map(({ id }) => {
    const status: AttendanceStatus = absent.includes(id) ? 'absent' : 'present';
    if (status === 'present') return { id, status };
    return {
      id,
      status,
      ...(note !== undefined && { note }),
      ...(isExcused !== undefined && { isExcused }),
    };
  });
  return { week: 1, date: today, students: marks, ...rest };
}

/** Adds a sheet of the first week, or sets the student's record on it, in the database only. */
export async function markPresent(
  db: Db,
  { classId, student, takenBy }: { classId: number; student: TestUser; takenBy: TestUser },
): Promise<void> {
  await db.run(sql`
    insert into student_names (school_id, student_id, number, full_name)
    select school_id, id, 1, full_name from users where id = ${student.id}
    on conflict do nothing`);
  await db.run(sql`
    insert into attendance_sheets
      (school_id, class_id, school_year, week, date, taken_by, present, total)
    select school_id, id, year, 1, ${today}, ${takenBy.id}, 1, 1 from classes where id = ${classId}
    on conflict (class_id, school_year, week) do update set present = 1`);
  await db.run(sql`
    insert into attendance_records (student_id, sheet_id, school_id, name_number, is_present)
    select ${student.id}, id, school_id, 1, true from attendance_sheets
    where class_id = ${classId} and week = 1
    on conflict (sheet_id, student_id) do update set is_present = true, note = null`);
}
