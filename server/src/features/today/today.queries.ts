import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { type StudentDay, studentDay } from '@lop-xanh/contract/today';
import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../database/database.ts';

const isSheetOfClass = sql`sheet.class_id = class.id and sheet.school_year = class.year`;

const attendanceOfDay = (date: string) => sql`
  select json_build_object('status', case when record.is_present then 'present' else 'absent' end,
    'isExcused', record.is_excused, 'week', sheet.week, 'takenAt', sheet.taken_at)
  from attendance_sheets sheet
  join attendance_records record on record.sheet_id = sheet.id and record.student_id = student.id
  where ${isSheetOfClass} and sheet.date = ${date}::date
  order by sheet.taken_at desc, sheet.id desc limit 1`;

const leaveOfDay = (date: string) => sql`
  select json_build_object('id', note.id, 'last_day', note.last_day, 'reason', note.reason)
  from leave_notes note
  where note.student_id = student.id and note.status in ('sent', 'accepted')
    and note.last_day >= ${date}::date and note.first_day <= ${date}::date
  limit 1`;

/** The thumbnail is the name of its file. */
const lessonCard = sql`json_build_object('lesson_id', lesson.id, 'week', entry.week,
  'title', entry.title, 'thumbnail', entry.thumbnail, 'items', entry.supplies)`;

/** An active lesson of the grade, with or without a sheet of the class for its week. */
const lessonOfClass = (hasSheet: Sql, order: Sql) => sql`
  select ${lessonCard}
  from lessons lesson
  join lesson_weeks entry on entry.lesson_id = lesson.id and entry.status = 'active'
  left join attendance_sheets sheet on ${isSheetOfClass} and sheet.week = entry.week
  where lesson.grade_id = class.grade_id and sheet.id ${hasSheet}
  order by ${order}, lesson.id, entry.position limit 1`;

/** By name, in one statement: it is the first one of every session of a family. */
export function listDays(
  db: Db,
  { studentIds, date }: { studentIds: number[]; date: string },
): Promise<StudentDay[]> {
  return db.many(
    studentDay,
    sql`
      select student.id as student_id, student.full_name, student.first_name,
             coalesce(student.avatar, ${defaultAvatar}) as avt, school.id as school_id,
             school.school_name, class.id as class_id, class.name as class_name,
             (${attendanceOfDay(date)}) as attendance, (${leaveOfDay(date)}) as leave,
             (${lessonOfClass(sql`is null`, sql`entry.week`)}) as next,
             (${lessonOfClass(sql`is not null`, sql`sheet.date desc, entry.week desc`)}) as taught
      from users student
      join schools school on school.id = student.school_id
      left join current_members member on member.user_id = student.id
      left join classes class on class.id = member.class_id
      where student.id = any(${studentIds}::bigint[])
      order by student.given_name, student.full_name, student.id`,
  );
}
