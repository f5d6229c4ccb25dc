import {
  type AttendanceStatus,
  attendance,
  attendanceGrid,
  attendanceWeek,
  type StudentWeek,
  studentWeek,
} from '@lop-xanh/contract/attendance';
import { id } from '@lop-xanh/contract/fields';
import { type ClassProgress, classProgress } from '@lop-xanh/contract/lessons';
import sql, { empty } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { classNameAt, isCurrentClass } from '../classes/class-conditions.service.ts';
import { listReadableStudents } from './attendance.rules.ts';
import { type ClassYear, isOfYear, isRecent, toStatus } from './attendance-sql.ts';
import { joinCorrections, listOfCorrections } from './corrections.queries.ts';

const storedSheet = attendanceWeek.omit({ can: true }).extend({ is_recent: z.boolean() });
export type StoredSheet = z.infer<typeof storedSheet>;

/** Lists the sheets of a class's year, or of one week or day, with the records the actor may read. */
export function listWeeks(
  db: Db,
  actor: Actor,
  { week, date, ...year }: ClassYear & { week?: number; date?: string },
): Promise<StoredSheet[]> {
  const readable = listReadableStudents(actor);
  return db.many(
    storedSheet,
    sql`
      select sheet.week, sheet.date, sheet.taken_at as "takenAt",
             taker.full_name as taken_by, ${isRecent} as is_recent,
             coalesce(readable.records, '[]') as records
      from attendance_sheets sheet
      join users taker on taker.id = sheet.taken_by
      left join lateral (
        select json_agg(json_build_object(
          'student_id', record.student_id, 'full_name', student_name.full_name,
          'status', ${toStatus(sql`record.is_present`)}, 'note', coalesce(record.note, ''),
          'isExcused', record.is_excused, 'corrections', ${listOfCorrections})) as records
        from attendance_records record
        join student_names student_name
          on student_name.student_id = record.student_id
            and student_name.number = record.name_number
        ${joinCorrections(sql`correction.sheet_id = sheet.id`)}
        where record.sheet_id = sheet.id
          ${readable === 'all' ? empty : sql`and record.student_id = any(${readable}::int[])`}
      ) readable on true
      where ${isOfYear(year)}
        ${week ? sql`and sheet.week = ${week}::smallint` : empty}
        ${date && !week ? sql`and sheet.date = ${date}::date` : empty}
      order by sheet.week`,
  );
}

export function listDates(db: Db, year: ClassYear): Promise<string[]> {
  return db.values(
    z.string(),
    sql`select distinct date from attendance_sheets sheet where ${isOfYear(year)} order by date`,
  );
}

export function listWeeksOfStudent(
  db: Db,
  { studentId, schoolYear }: { studentId: number; schoolYear: number },
): Promise<StudentWeek[]> {
  return db.many(
    studentWeek,
    sql`
      select sheet.week, sheet.date, sheet.class_id,
             ${classNameAt(sql`class`, sql`sheet.taken_at`)} as class_name, ${toStatus(sql`record.is_present`)} as status, coalesce(record.note, '') as note,
             record.is_excused as "isExcused", ${listOfCorrections} as corrections
      from attendance_records record
      join attendance_sheets sheet on sheet.id = record.sheet_id
      join classes class on class.id = sheet.class_id
      ${joinCorrections(sql`correction.student_id = ${studentId}::int`)}
      where record.student_id = ${studentId}::int and sheet.school_year = ${schoolYear}::smallint
      order by sheet.week, sheet.date, sheet.id`,
  );
}

const weekCount = attendanceGrid.shape.weeks.element;

export function countWeeks(db: Db, year: ClassYear) {
  return db.many(
    weekCount,
    sql`
      select week, date, present, total from attendance_sheets sheet where ${isOfYear(year)}
      order by week`,
  );
}

const studentMarks = z.object({
  id,
  /** As on the student's last sheet of the year. */
  full_name: z.string(),
  present: z.array(z.number()),
  absent: z.array(z.number()),
  /** Those of `absent` with leave. */
  excused: z.array(z.number()),
  /** Those of `absent` that may be with leave or not. */
  unknown: z.array(z.number()),
  corrected: z.array(z.number()),
});
export type StudentMarks = z.infer<typeof studentMarks>;

/** Lists a class's year, with a row for each student on one of its sheets. */
export function listMarks(db: Db, year: ClassYear): Promise<StudentMarks[]> {
  return db.many(
    studentMarks,
    sql`
      select marks.student_id as id, marks.present, marks.absent, marks.excused, marks.unknown,
             (select full_name from student_names
               where student_id = marks.student_id and number = marks.name_number) as full_name,
             array(
               select distinct sheet.week from attendance_corrections correction
               join attendance_sheets sheet on sheet.id = correction.sheet_id
               where correction.student_id = marks.student_id and ${isOfYear(year)}
               order by sheet.week) as corrected
      from (
        select record.student_id,
               coalesce(array_agg(sheet.week) filter (where is_present), '{}') as present,
               coalesce(array_agg(sheet.week) filter (where not is_present), '{}') as absent,
               coalesce(array_agg(sheet.week order by sheet.week) filter (where is_excused), '{}') as excused,
               coalesce(array_agg(sheet.week order by sheet.week)
                 filter (where not is_present and is_excused is null), '{}') as unknown,
               (array_agg(record.name_number order by sheet.taken_at desc))[1] as name_number
        from attendance_sheets sheet
        join attendance_records record on record.sheet_id = sheet.id
        where ${isOfYear(year)}
        group by record.student_id
      ) marks`,
  );
}

const weekRate = attendance.rates.response.shape.rates.element;

export function listRates(
  db: Db,
  { schoolId, schoolYear }: { schoolId: number; schoolYear: number },
) {
  return db.many(
    weekRate,
    sql`
      select week, count(*) as classes, sum(present) as present, sum(total) as total
      from attendance_sheets
      where school_id = ${schoolId}::bigint and school_year = ${schoolYear}::smallint
      group by week
      order by week`,
  );
}

export async function findSchoolOfStudent(db: Db, studentId: number): Promise<number | undefined> {
  const [schoolId] = await db.values(
    id,
    sql`
      select school_id from users
      where id = ${studentId} and role = 'Student' and deleted_at is null`,
  );
  return schoolId;
}

/** Returns the new id, or undefined if the week has a sheet. Of two concurrent inserts the second waits. */
export async function insertSheet(
  db: Db,
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
  const [inserted] = await db.values(
    id,
    sql`
      insert into attendance_sheets
        (school_id, class_id, school_year, week, date, taken_by, present, total)
      values (${schoolId}, ${classId}, ${schoolYear}, ${week}, ${date}, ${actor.id}, ${present}, ${total})
      on conflict (class_id, school_year, week) do nothing
      returning id`,
  );
  return inserted;
}

export interface Mark {
  id: number;
  full_name: string;
  status: AttendanceStatus;
  note: string;
  isExcused: boolean;
}

/** Returns the number of records inserted, which is lower if a concurrent save changed a name. */
export async function insertRecords(
  db: Db,
  { sheetId, schoolId, marks }: { sheetId: number; schoolId: number; marks: Mark[] },
): Promise<number> {
  const ids = marks.map(({ id }) => id);
  const names = marks.map(({ full_name }) => full_name);
  await db.run(sql`
    insert into student_names (school_id, student_id, number, full_name)
    select ${schoolId}::bigint, student.id, coalesce(latest.number, 0) + 1, student.full_name
    from unnest(${ids}::int[], ${names}::text[]) as student (id, full_name)
    left join lateral (
      select max(number) as number, bool_or(full_name = student.full_name) as is_known
      from student_names where student_id = student.id
    ) latest on true
    where latest.is_known is not true
    on conflict do nothing`);
  return db.run(sql`
    insert into attendance_records
      (student_id, sheet_id, school_id, name_number, is_present, note, is_excused)
    select mark.id, ${sheetId}, ${schoolId}, student_name.number, mark.is_present,
           nullif(mark.note, ''), mark.is_excused
    from unnest(${ids}::int[], ${names}::text[],
      ${marks.map(({ status }) => status === 'present')}::boolean[],
      ${marks.map(({ note }) => note)}::text[],
      ${marks.map(({ isExcused }) => isExcused)}::boolean[])
      as mark (id, full_name, is_present, note, is_excused)
    join student_names student_name
      on student_name.student_id = mark.id and student_name.full_name = mark.full_name`);
}

/** Lists the actor's classes (a Mod's: the school's) of this year with the weeks that have a sheet. */
export function listTakenWeeksOfClasses(
  db: Db,
  actor: Actor,
  gradeId: number | undefined,
): Promise<ClassProgress[]> {
  const isOwn =
    actor.role === 'Mod'
      ? sql`class.school_id = ${actor.school_id}`
      : sql`class.id = any(${actor.class_ids}::bigint[])`;
  return db.many(
    classProgress,
    sql`
      select class.id, class.name, class.grade_id,
             coalesce(array_agg(sheet.week order by sheet.week)
               filter (where sheet.week is not null), '{}') as taken
      from classes class
      left join attendance_sheets sheet on sheet.class_id = class.id
      where ${isCurrentClass(sql`class`)} and ${isOwn}
        ${gradeId ? sql`and class.grade_id = ${gradeId}::bigint` : empty}
      group by class.id
      order by class.grade_id, class.name collate vietnamese, class.id`,
  );
}
