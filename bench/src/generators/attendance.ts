import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dayInVietnam, schoolYearOf } from '../../../contract/src/rules/dates.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { fullName } from '../../../contract/src/rules/names.ts';
import { nameOf } from '../../../server/src/demo/demo-names.ts';

export const studentsInClass = 35;
const classesInSchool = 28;
/** Above every id of the demo. */
const firstId = 1_000_000;
const bytesAtOnce = 1 << 20;

const idOf = (index: number) => firstId + index;
const schoolOf = (classIndex: number) => idOf(Math.floor(classIndex / classesInSchool));
const studentAt = (classIndex: number, place: number) => idOf(classIndex * studentsInClass + place);

/** Mondays or not, thirty-five days of this school year, a week apart. */
export function dayOfWeek(week: number): string {
  const firstDay = Date.parse(`${schoolYearOf(dayInVietnam(new Date()))}-08-01`);
  return new Date(firstDay + (week - 1) * 7 * 86_400_000).toISOString().slice(0, 10);
}

/** What there will be, with ids that follow one another. */
export function sizesFor(students: number) {
  const classes = Math.ceil(students / studentsInClass);
  return {
    classes,
    students: classes * studentsInClass,
    schools: Math.ceil(classes / classesInSchool),
    records: classes * studentsInClass * limits.teachingWeeks,
    schoolId: idOf,
    classId: idOf,
    studentId: idOf,
  };
}

/** A whole school year of so many students, week after week as it would have come, loaded with COPY. */
export async function fillAttendance(
  connection: pg.ClientConfig,
  { students }: { students: number },
): Promise<void> {
  const { classes, schools } = sizesFor(students);
  const teacherAt = (classIndex: number) => idOf(classes * studentsInClass + classIndex);
  const year = schoolYearOf(dayOfWeek(1));
  const client = new pg.Client(connection);
  await client.connect();
  const folder = mkdtempSync(join(tmpdir(), 'lx-'));
  // PostgreSQL reads the files itself, as its own user.
  chmodSync(folder, 0o755);
  const copy = async (into: string, rows: Iterable<string>) => {
    const file = join(folder, 'rows');
    writeLines(file, rows);
    await client.query(`copy ${into} from '${file}'`);
  };
  try {
    // The rows refer to one another rightly; asking so for each would take longer than the load.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`);
    await copy(
      'schools (id, school_name)',
      lines(schools, (at) => [idOf(at), `Trường ${at}`]),
    );
    await copy(
      'classes (id, school_id, grade_id, name)',
      lines(classes, (at) => [idOf(at), schoolOf(at), (at % 5) + 1, `${(at % 5) + 1}.${at}`]),
    );
    const columns =
      '(id, school_id, class_id, role, username, password_hash, last_name, first_name)';
    const person = (id: number, classIndex: number, role: string) => {
      const { lastName, firstName } = nameOf(id);
      return [id, schoolOf(classIndex), idOf(classIndex), role, `n${id}`, '-', lastName, firstName];
    };
    await copy(
      `users ${columns}`,
      lines(classes, (at) => person(teacherAt(at), at, 'Teacher')),
    );
    await copy(
      `users ${columns}`,
      lines(classes * studentsInClass, (at) =>
        person(idOf(at), Math.floor(at / studentsInClass), 'Student'),
      ),
    );
    await copy(
      'student_names (school_id, student_id, number, full_name)',
      lines(classes * studentsInClass, (at) => {
        const { lastName, firstName } = nameOf(idOf(at));
        const school = schoolOf(Math.floor(at / studentsInClass));
        return [school, idOf(at), 1, fullName(lastName, firstName)];
      }),
    );
    for (let week = 1; week <= limits.teachingWeeks; week++) {
      const sheetAt = (classIndex: number) => idOf((week - 1) * classes + classIndex);
      await copy(
        `attendance_sheets
          (id, school_id, class_id, school_year, week, date, taken_by, present, total)`,
        lines(classes, (at) => [
          sheetAt(at),
          schoolOf(at),
          idOf(at),
          year,
          week,
          dayOfWeek(week),
          teacherAt(at),
          studentsInClass - places.filter((place) => isAway(at, place, week)).length,
          studentsInClass,
        ]),
      );
      await copy(
        'attendance_records (student_id, sheet_id, school_id, name_number, is_present, note)',
        lines(classes * studentsInClass, (at) => {
          const classIndex = Math.floor(at / studentsInClass);
          const place = at % studentsInClass;
          const isAbsent = isAway(classIndex, place, week);
          const note = isAbsent && place % 3 === 0 ? 'Bị sốt, mẹ xin phép' : '\\N';
          const student = studentAt(classIndex, place);
          return [student, sheetAt(classIndex), schoolOf(classIndex), 1, !isAbsent, note];
        }),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await client.end();
  }
}

const places = Array.from({ length: studentsInClass }, (_, at) => at);

/** One in twenty-three, another one each week. */
function isAway(classIndex: number, place: number, week: number): boolean {
  return (classIndex * 5 + place * 7 + week * 11) % 23 === 0;
}

function* lines(count: number, make: (at: number) => unknown[]): Iterable<string> {
  for (let at = 0; at < count; at++) yield `${make(at).join('\t')}\n`;
}

function writeLines(file: string, rows: Iterable<string>): void {
  const opened = openSync(file, 'w', 0o644);
  let waiting = '';
  for (const row of rows) {
    waiting += row;
    if (waiting.length > bytesAtOnce) {
      writeSync(opened, waiting);
      waiting = '';
    }
  }
  writeSync(opened, waiting);
  closeSync(opened);
}
