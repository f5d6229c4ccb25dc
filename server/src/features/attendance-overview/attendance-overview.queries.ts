import {
  type AttendanceOverview,
  attendanceOverviewResponse,
} from '@lop-xanh/contract/attendance-overview';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql, { empty, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { isSubstituting } from '../classes/class-conditions.service.ts';

const teacherToday = sql`
  select json_build_object('id', teacher.id, 'full_name', teacher.full_name)
  from memberships membership
  join users teacher on teacher.id = membership.user_id
  where membership.class_id = class.id
    and (membership.kind = 'homeroom' and membership.ended_at is null
      or ${isSubstituting(sql`membership`)})
  order by membership.kind = 'homeroom' limit 1`;

/** The records up to the chosen week since the student was last present. */
const inARow = sql`
  select count(*) filter (where history.week > history.last_attended)
  from (
    select sheet_of_year.week,
           coalesce(max(sheet_of_year.week) filter (where own.is_present) over (), 0) as last_attended
    from attendance_records own
    join attendance_sheets sheet_of_year on sheet_of_year.id = own.sheet_id
    where own.student_id = record.student_id and sheet_of_year.school_year = chosen.year
      and sheet_of_year.week <= chosen.week
  ) history`;

const classesOfYear = sql`
  select class.id, class.name, class.grade_id, (${teacherToday}) as teacher,
         coalesce(saved.weeks, '[]') as weeks, reminder.reminded_at as "remindedAt"
  from classes class
  left join lateral (
    select json_agg(json_build_object('week', sheet.week, 'date', sheet.date,
      'present', sheet.present, 'total', sheet.total) order by sheet.week) as weeks
    from attendance_sheets sheet
    where sheet.class_id = class.id and sheet.school_year = class.year
  ) saved on true
  left join attendance_reminders reminder
    on reminder.class_id = class.id and reminder.week = chosen.week
  where class.school_id = chosen.school_id and class.year = chosen.year
    and class.deleted_at is null`;

const absencesOfWeek = sql`
  select record.student_id, student_name.full_name, coalesce(record.note, '') as note,
         record.is_excused as "isExcused", class.id as class_id, class.name as class_name,
         (${inARow}) as "inARow"
  from attendance_sheets sheet
  join classes class on class.id = sheet.class_id and class.deleted_at is null
  join attendance_records record on record.sheet_id = sheet.id and not record.is_present
  join student_names student_name on student_name.student_id = record.student_id
    and student_name.number = record.name_number
  where sheet.school_id = chosen.school_id and sheet.school_year = chosen.year
    and sheet.week = chosen.week`;

const listOf = (rows: Sql, order: Sql) =>
  sql`coalesce((select json_agg(to_json(item) order by ${order}) from (${rows}) item), '[]')`;

/** By default this week of the latest year; before the first week that one, and after the last week the last. */
export async function findOverview(
  db: Db,
  {
    schoolId,
    schoolYear,
    week,
    today,
  }: {
    schoolId: number;
    schoolYear: number | undefined;
    week: number | undefined;
    today: string;
  },
): Promise<AttendanceOverview | undefined> {
  const [found] = await db.many(
    attendanceOverviewResponse,
    sql`
      with chosen as (
        select school_id, year, first_monday, coalesce(${week ?? null}::int, greatest(1, least(
          ${limits.teachingWeeks}::int, 1 + div(${today}::date - first_monday, 7)::int))) as week
        from school_years
        where school_id = ${schoolId}::bigint
          ${schoolYear ? sql`and year = ${schoolYear}::smallint` : empty}
        order by year desc limit 1
      )
      select school.id as school_id, school.school_name, chosen.year as school_year,
             chosen.first_monday, chosen.week,
             ${listOf(classesOfYear, sql`item.grade_id, item.name collate vietnamese, item.id`)} as classes,
             ${listOf(
               absencesOfWeek,
               sql`item."isExcused", item."inARow" desc, item.class_name collate vietnamese,
                 item.full_name collate vietnamese, item.student_id`,
             )} as absences
      from chosen
      join schools school on school.id = chosen.school_id and school.deleted_at is null`,
  );
  return found;
}

/** Returns undefined if the class was reminded of the week since this moment. Of two concurrent reminders the second waits. */
export async function recordReminder(
  db: Db,
  { classId, week, notSince }: { classId: number; week: number; notSince: Date },
): Promise<string | undefined> {
  const [remindedAt] = await db.values(
    z.string(),
    sql`
      insert into attendance_reminders (class_id, week) values (${classId}, ${week})
      on conflict (class_id, week) do update set reminded_at = now()
        where attendance_reminders.reminded_at < ${notSince}
      returning reminded_at`,
  );
  return remindedAt;
}

export async function findReminder(
  db: Db,
  { classId, week }: { classId: number; week: number },
): Promise<string | undefined> {
  const [remindedAt] = await db.values(
    z.string(),
    sql`
      select reminded_at from attendance_reminders
      where class_id = ${classId}::bigint and week = ${week}::smallint`,
  );
  return remindedAt;
}

export async function hasSheet(
  db: Db,
  { classId, week }: { classId: number; week: number },
): Promise<boolean> {
  return db.value(
    z.boolean(),
    sql`
      select exists (
        select from attendance_sheets sheet
        join classes class on class.id = sheet.class_id and class.year = sheet.school_year
        where sheet.class_id = ${classId}::bigint and sheet.week = ${week}::smallint)`,
  );
}
