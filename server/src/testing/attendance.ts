import type { AttendanceSheetInput, AttendanceStatus } from '@lop-xanh/contract/attendance';
import { getSchoolYear, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import type { Database } from '../database/database.ts';
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
  changes: Partial<AttendanceSheetInput> & { absent?: number[]; note?: string } = {},
): AttendanceSheetInput {
  const { absent = [], note, ...rest } = changes;
  const marks = students.map(({ id }) => {
    const status: AttendanceStatus = absent.includes(id) ? 'absent' : 'present';
    return { id, status, ...(status === 'absent' && note !== undefined && { note }) };
  });
  return { week: 1, date: today, students: marks, ...rest };
}
