import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { getSchoolYear, getVietnamDate } from '../../../contract/src/rules/dates.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { formatFullName } from '../../../contract/src/rules/names.ts';
import { makeDemoName } from '../../../server/src/demo/demo-names.ts';

export const studentsPerClass = 35;
const usualClassesPerSchool = 28;
/** Above all ids of the demo. */
const firstId = 1_000_000;
const writeBufferBytes = 1 << 20;

const toId = (index: number) => firstId + index;
const toStudentId = (classIndex: number, seat: number) =>
  toId(classIndex * studentsPerClass + seat);

/** A day in the given week of this school year; not necessarily a Monday. */
export function getWeekDate(week: number): string {
  const firstDay = Date.parse(`${getSchoolYear(getVietnamDate(new Date()))}-08-01`);
  return new Date(firstDay + (week - 1) * 7 * 86_400_000).toISOString().slice(0, 10);
}

/** How many rows `fillAttendance` creates; their ids are consecutive. */
export function computeSizes(students: number, classesPerSchool = usualClassesPerSchool) {
  const classes = Math.ceil(students / studentsPerClass);
  return {
    classes,
    students: classes * studentsPerClass,
    schools: Math.ceil(classes / classesPerSchool),
    records: classes * studentsPerClass * limits.teachingWeeks,
    schoolId: toId,
    classId: toId,
    studentId: toId,
  };
}

/** Loads a whole school year of this many students with COPY, week by week as in real use. */
export async function fillAttendance(
  connection: pg.ClientConfig,
  {
    students,
    classesPerSchool = usualClassesPerSchool,
  }: { students: number; classesPerSchool?: number | undefined },
): Promise<void> {
  const { classes, schools } = computeSizes(students, classesPerSchool);
  const toSchoolId = (classIndex: number) => toId(Math.floor(classIndex / classesPerSchool));
  const toTeacherId = (classIndex: number) => toId(classes * studentsPerClass + classIndex);
  const schoolYear = getSchoolYear(getWeekDate(1));
  const client = new pg.Client(connection);
  await client.connect();
  const folder = mkdtempSync(join(tmpdir(), 'lx-'));
  // PostgreSQL reads the files itself, as its own user.
  chmodSync(folder, 0o755);
  const copy = async (columns: string, rows: Iterable<string>) => {
    const file = join(folder, 'rows');
    writeLines(file, rows);
    await client.query(`copy ${columns} from '${file}'`);
  };
  try {
    // First, because its trigger adds their school year.
    await copy(
      'schools (id, school_name)',
      generateLines(schools, (index) => [toId(index), `Trường ${index}`]),
    );
    // Foreign keys hold by construction; checking each row would take longer than the load.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`);
    await copy(
      'classes (id, school_id, year, grade_id, name)',
      generateLines(classes, (index) => [
        toId(index),
        toSchoolId(index),
        schoolYear,
        (index % 5) + 1,
        `${(index % 5) + 1}.${index}`,
      ]),
    );
    const userColumns = '(id, school_id, role, username, password_hash, last_name, first_name)';
    const toUserRow = (id: number, classIndex: number, role: string) => {
      const { lastName, firstName } = makeDemoName(id);
      return [id, toSchoolId(classIndex), role, `n${id}`, '-', lastName, firstName];
    };
    await copy(
      `users ${userColumns}`,
      generateLines(classes, (index) => toUserRow(toTeacherId(index), index, 'Teacher')),
    );
    await copy(
      `users ${userColumns}`,
      generateLines(classes * studentsPerClass, (index) =>
        toUserRow(toId(index), Math.floor(index / studentsPerClass), 'Student'),
      ),
    );
    const membershipColumns = '(school_id, class_id, user_id, kind, started_at)';
    const toMembershipRow = (id: number, classIndex: number, kind: string) => [
      toSchoolId(classIndex),
      toId(classIndex),
      id,
      kind,
      `${getWeekDate(1)} 00:00+07`,
    ];
    await copy(
      `memberships ${membershipColumns}`,
      generateLines(classes, (index) => toMembershipRow(toTeacherId(index), index, 'homeroom')),
    );
    await copy(
      `memberships ${membershipColumns}`,
      generateLines(classes * studentsPerClass, (index) =>
        toMembershipRow(toId(index), Math.floor(index / studentsPerClass), 'student'),
      ),
    );
    await copy(
      'student_names (school_id, student_id, number, full_name)',
      generateLines(classes * studentsPerClass, (index) => {
        const { lastName, firstName } = makeDemoName(toId(index));
        const schoolId = toSchoolId(Math.floor(index / studentsPerClass));
        return [schoolId, toId(index), 1, formatFullName(lastName, firstName)];
      }),
    );
    for (let week = 1; week <= limits.teachingWeeks; week++) {
      const toSheetId = (classIndex: number) => toId((week - 1) * classes + classIndex);
      await copy(
        `attendance_sheets
          (id, school_id, class_id, school_year, week, date, taken_by, present, total)`,
        generateLines(classes, (index) => [
          toSheetId(index),
          toSchoolId(index),
          toId(index),
          schoolYear,
          week,
          getWeekDate(week),
          toTeacherId(index),
          studentsPerClass - seats.filter((seat) => isAbsent(index, seat, week)).length,
          studentsPerClass,
        ]),
      );
      await copy(
        'attendance_records (student_id, sheet_id, school_id, name_number, is_present, note)',
        generateLines(classes * studentsPerClass, (index) => {
          const classIndex = Math.floor(index / studentsPerClass);
          const seat = index % studentsPerClass;
          const wasAbsent = isAbsent(classIndex, seat, week);
          const note = wasAbsent && seat % 3 === 0 ? 'Bị sốt, mẹ xin phép' : '\\N';
          const studentId = toStudentId(classIndex, seat);
          return [studentId, toSheetId(classIndex), toSchoolId(classIndex), 1, !wasAbsent, note];
        }),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await client.end();
  }
}

const seats = Array.from({ length: studentsPerClass }, (_, index) => index);

/** One student in twenty-three, a different one each week. */
function isAbsent(classIndex: number, seat: number, week: number): boolean {
  return (classIndex * 5 + seat * 7 + week * 11) % 23 === 0;
}

function* generateLines(count: number, toCells: (index: number) => unknown[]): Iterable<string> {
  for (let index = 0; index < count; index++) yield `${toCells(index).join('\t')}\n`;
}

function writeLines(file: string, rows: Iterable<string>): void {
  const fileDescriptor = openSync(file, 'w', 0o644);
  let buffer = '';
  for (const row of rows) {
    buffer += row;
    if (buffer.length > writeBufferBytes) {
      writeSync(fileDescriptor, buffer);
      buffer = '';
    }
  }
  writeSync(fileDescriptor, buffer);
  closeSync(fileDescriptor);
}
