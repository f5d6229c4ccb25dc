import type { AttendanceStatus, RollCall } from '@lop-xanh/contract/attendance';
import { dayInVietnam, schoolYearOf } from '@lop-xanh/contract/rules/dates';
import type { Database } from '../database/database.ts';
import { addClass, addPerson, type Person } from './people.ts';

export const today = dayInVietnam(new Date());
export const thisSchoolYear = schoolYearOf(today);

/** A class of the test's own, with its teacher and so many pupils. */
export async function addClassWithPupils(
  database: Database,
  { schoolId, count = 3 }: { schoolId: number; count?: number },
) {
  const classId = await addClass(database.db, schoolId, '5C', 5);
  const inClass = { school_id: schoolId, class_id: classId };
  const teacher = await addPerson(database, { role: 'Teacher', ...inClass });
  const pupils: Person[] = [];
  for (let number = 1; number <= count; number++) {
    const name = { last_name: 'Nguyễn Thị', first_name: `Hoa ${number}` };
    pupils.push(await addPerson(database, { role: 'Student', ...inClass, ...name }));
  }
  return { classId, teacher, pupils };
}

/** Everybody present today, but for what is changed. */
export function rollOf(
  pupils: Pick<Person, 'id'>[],
  changes: Partial<RollCall> & { absent?: number[]; note?: string } = {},
): RollCall {
  const { absent = [], note, ...rest } = changes;
  const students = pupils.map(({ id }) => {
    const status: AttendanceStatus = absent.includes(id) ? 'absent' : 'present';
    return { id, status, ...(status === 'absent' && note !== undefined && { note }) };
  });
  return { week: 1, date: today, students, ...rest };
}
