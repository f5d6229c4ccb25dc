import type {
  AttendanceRecord,
  AttendanceStatus,
  StudentWeek,
} from '@lop-xanh/contract/attendance';
import type { ClassProgress } from '@lop-xanh/contract/lessons';
import { type StatementRunner, statement } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { listReadableStudents } from './attendance.rules.ts';

interface ClassYear {
  classId: number;
  schoolYear: number;
}

export interface StoredWeek {
  week: number;
  date: string;
  taken_by: string;
  takenAt: string;
  records: AttendanceRecord[];
}

const statusColumn = `case when record.is_present then 'present' else 'absent' end`;

/** Lists the sheets of a class's year, or of one week or day, with the records the actor may read. */
export function listWeeks(
  run: StatementRunner,
  actor: Actor,
  { classId, schoolYear, week, date }: ClassYear & { week?: number; date?: string },
): Promise<StoredWeek[]> {
  const readable = listReadableStudents(actor);
  const period = week ? 'week' : date ? 'day' : 'year';
  const name = `attendance-${period}-${readable === 'all' ? 'all' : 'own'}`;
  return run(
    statement(name, (value) => {
      const isReadable =
        readable === 'all' ? 'true' : `record.student_id = any(${value(readable, 'int[]')})`;
      const isInPeriod = {
        week: () => `and sheet.week = ${value(week, 'smallint')}`,
        day: () => `and sheet.date = ${value(date, 'date')}`,
        year: () => '',
      }[period]();
      return `
        select sheet.week, sheet.date, sheet.taken_at as "takenAt",
               taker.full_name as taken_by,
               coalesce(readable.records, '[]') as records
        from attendance_sheets sheet
        join users taker on taker.id = sheet.taken_by
        left join lateral (
          select json_agg(json_build_object(
            'student_id', record.student_id, 'full_name', student_name.full_name,
            'status', ${statusColumn}, 'note', coalesce(record.note, ''))) as records
          from attendance_records record
          join student_names student_name
            on student_name.student_id = record.student_id
              and student_name.number = record.name_number
          where record.sheet_id = sheet.id and ${isReadable}
        ) readable on true
        where sheet.class_id = ${value(classId, 'bigint')}
          and sheet.school_year = ${value(schoolYear, 'smallint')} ${isInPeriod}
        order by sheet.week`;
    }),
  );
}

export async function listDates(
  run: StatementRunner,
  { classId, schoolYear }: ClassYear,
): Promise<string[]> {
  const rows = await run<{ date: string }>({
    name: 'attendance-dates',
    text: `
      select distinct date from attendance_sheets
      where class_id = $1::bigint and school_year = $2::smallint
      order by date`,
    values: [classId, schoolYear],
  });
  return rows.map(({ date }) => date);
}

export function listWeeksOfStudent(
  run: StatementRunner,
  { studentId, schoolYear }: { studentId: number; schoolYear: number },
): Promise<StudentWeek[]> {
  return run({
    name: 'attendance-of-student',
    text: `
      select sheet.week, sheet.date, sheet.class_id, class.name as class_name,
             ${statusColumn} as status, coalesce(record.note, '') as note
      from attendance_records record
      join attendance_sheets sheet on sheet.id = record.sheet_id
      join classes class on class.id = sheet.class_id
      where record.student_id = $1::int and sheet.school_year = $2::smallint
      order by sheet.week, sheet.date, sheet.id`,
    values: [studentId, schoolYear],
  });
}

interface WeekCount {
  week: number;
  date: string;
  present: number;
  total: number;
}

export function countWeeks(
  run: StatementRunner,
  { classId, schoolYear }: ClassYear,
): Promise<WeekCount[]> {
  return run({
    name: 'attendance-counts',
    text: `
      select week, date, present, total from attendance_sheets
      where class_id = $1::bigint and school_year = $2::smallint
      order by week`,
    values: [classId, schoolYear],
  });
}

export interface StudentMarks {
  id: number;
  /** As on the student's last sheet of the year. */
  full_name: string;
  present: number[];
  absent: number[];
}

/** Lists a class's year, with a row for each student on one of its sheets. */
export function listMarks(
  run: StatementRunner,
  { classId, schoolYear }: ClassYear,
): Promise<StudentMarks[]> {
  return run({
    name: 'attendance-marks',
    text: `
      select marks.student_id as id, marks.present, marks.absent,
             (select full_name from student_names
               where student_id = marks.student_id and number = marks.name_number) as full_name
      from (
        select record.student_id,
               coalesce(array_agg(sheet.week) filter (where is_present), '{}') as present,
               coalesce(array_agg(sheet.week) filter (where not is_present), '{}') as absent,
               (array_agg(record.name_number order by sheet.taken_at desc))[1] as name_number
        from attendance_sheets sheet
        join attendance_records record on record.sheet_id = sheet.id
        where sheet.class_id = $1::bigint and sheet.school_year = $2::smallint
        group by record.student_id
      ) marks`,
    values: [classId, schoolYear],
  });
}

export interface WeekRate {
  week: number;
  classes: number;
  present: number;
  total: number;
}

export function listRates(
  run: StatementRunner,
  { schoolId, schoolYear }: { schoolId: number; schoolYear: number },
): Promise<WeekRate[]> {
  return run({
    name: 'attendance-rates',
    text: `
      select week, count(*) as classes, sum(present) as present, sum(total) as total
      from attendance_sheets
      where school_id = $1::bigint and school_year = $2::smallint
      group by week
      order by week`,
    values: [schoolId, schoolYear],
  });
}

export async function findSchoolOfStudent(
  run: StatementRunner,
  id: number,
): Promise<number | undefined> {
  const [found] = await run<{ school_id: number }>({
    name: 'school-of-student',
    text: `
      select school_id from users
      where id = $1::bigint and role = 'Student' and deleted_at is null`,
    values: [id],
  });
  return found?.school_id;
}

/** Returns the new id, or undefined if the week has a sheet. Of two concurrent inserts the second waits. */
export async function insertSheet(
  run: StatementRunner,
  actor: Actor,
  sheet: ClassYear & {
    schoolId: number;
    week: number;
    date: string;
    present: number;
    total: number;
  },
): Promise<number | undefined> {
  const { schoolId, classId, schoolYear, week, date, present, total } = sheet;
  const [inserted] = await run<{ id: number }>({
    name: 'insert-attendance-sheet',
    text: `
      insert into attendance_sheets
        (school_id, class_id, school_year, week, date, taken_by, present, total)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (class_id, school_year, week) do nothing
      returning id`,
    values: [schoolId, classId, schoolYear, week, date, actor.id, present, total],
  });
  return inserted?.id;
}

export interface Mark {
  id: number;
  full_name: string;
  status: AttendanceStatus;
  note: string;
}

/** Returns the number of records inserted, which is lower if a concurrent save changed a name. */
export async function insertRecords(
  run: StatementRunner,
  { sheetId, schoolId, marks }: { sheetId: number; schoolId: number; marks: Mark[] },
): Promise<number> {
  const ids = marks.map(({ id }) => id);
  const names = marks.map(({ full_name }) => full_name);
  await run({
    name: 'insert-student-names',
    text: `
      insert into student_names (school_id, student_id, number, full_name)
      select $1, student.id, coalesce(latest.number, 0) + 1, student.full_name
      from unnest($2::int[], $3::text[]) as student (id, full_name)
      left join lateral (
        select max(number) as number, bool_or(full_name = student.full_name) as is_known
        from student_names where student_id = student.id
      ) latest on true
      where latest.is_known is not true
      on conflict do nothing`,
    values: [schoolId, ids, names],
  });
  const inserted = await run({
    name: 'insert-attendance-records',
    text: `
      insert into attendance_records
        (student_id, sheet_id, school_id, name_number, is_present, note)
      select mark.id, $1, $2, student_name.number, mark.is_present, nullif(mark.note, '')
      from unnest($3::int[], $4::text[], $5::boolean[], $6::text[])
        as mark (id, full_name, is_present, note)
      join student_names student_name
        on student_name.student_id = mark.id and student_name.full_name = mark.full_name
      returning student_id`,
    values: [
      sheetId,
      schoolId,
      ids,
      names,
      marks.map(({ status }) => status === 'present'),
      marks.map(({ note }) => note),
    ],
  });
  return inserted.length;
}

/** Lists the actor's classes (a Mod's: the school's) with the weeks of a school year that have a sheet. */
export function listTakenWeeksOfClasses(
  run: StatementRunner,
  actor: Actor,
  { schoolYear, gradeId }: { schoolYear: number; gradeId: number | undefined },
): Promise<ClassProgress[]> {
  const isMod = actor.role === 'Mod';
  return run<ClassProgress>({
    name: isMod ? 'taken-weeks-of-school' : 'taken-weeks-of-own',
    text: `
      select class.id, class.name, class.grade_id,
             coalesce(array_agg(sheet.week order by sheet.week)
               filter (where sheet.week is not null), '{}') as taken
      from classes class
      left join attendance_sheets sheet
        on sheet.class_id = class.id and sheet.school_year = $1::smallint
      where class.deleted_at is null
        and ${isMod ? 'class.school_id = $2::bigint' : 'class.id = any($2::bigint[])'}
        and ($3::bigint is null or class.grade_id = $3)
      group by class.id
      order by class.grade_id, class.name collate vietnamese, class.id`,
    values: [schoolYear, isMod ? actor.school_id : actor.class_ids, gradeId ?? null],
  });
}
