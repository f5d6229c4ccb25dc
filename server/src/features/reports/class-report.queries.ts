import {
  type ClassReport,
  classReportResponse,
  type ReportPeriod,
} from '@lop-xanh/contract/reports';
import sql from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import { activeCte, calendarCte, rosterCte, stepsOfYear } from './report-periods.queries.ts';

const classReportRow = classReportResponse.omit({ totals: true }).extend({
  /** The lessons of the chosen period. */
  sheets: classReportResponse.shape.totals.shape.sheets,
  due: classReportResponse.shape.totals.shape.due,
});

/** The students are those of the class and those on a sheet of the period, under the name of their last sheet. */
export function findClassReport(
  db: Db,
  { classId, ...period }: ReportPeriod & { classId: number },
): Promise<Omit<ClassReport, 'totals'> & { sheets: number; due: number }> {
  return db.one(
    classReportRow,
    sql`
      with class as (
        select class.id, class.name, class.school_id, class.year, year.first_monday
        from classes class
        join school_years year on year.school_id = class.school_id and year.year = class.year
        where class.id = ${classId}::bigint
      ), year as (
        select first_monday from class
      ), ${calendarCte(period)}, taken as (
        select class.id as part_id, class.first_monday, sheet.id, sheet.week, sheet.taken_at,
               sheet.present, sheet.total, calendar.is_chosen
        from class
        join attendance_sheets sheet on sheet.class_id = class.id and sheet.school_year = class.year
        join calendar on calendar.week = sheet.week
      ), sheet as (
        select first_monday, week, 1 as sheets, present, total from taken
      ), size as (
        select first_monday, 1 as classes from class
      ), ${rosterCte(sql`class.id`)}, ${activeCte}, mark as (
        select record.student_id,
               count(*) filter (where taken.is_chosen) as total,
               count(*) filter (where taken.is_chosen and record.is_present) as present,
               count(*) filter (where taken.is_chosen and record.is_excused) as excused,
               (array_agg(record.name_number order by taken.taken_at desc))[1] as name_number
        from taken join attendance_records record on record.sheet_id = taken.id
        group by record.student_id
      )
      select class.id as class_id, class.name as class_name, class.school_id, school.school_name,
        class.year as school_year,
        (${stepsOfYear}) as steps,
        (select count(*) from taken where is_chosen) as sheets,
        (select count(*) from calendar where is_chosen) as due,
        (
          select coalesce(json_agg(json_build_object('id', student.id,
            'full_name', coalesce(student_name.full_name, student.full_name),
            'present', coalesce(mark.present, 0), 'total', coalesce(mark.total, 0),
            'excused', coalesce(mark.excused, 0),
            'students', (roster.user_id is not null)::int,
            'participants', exists (
              select from active where active.user_id = roster.user_id and is_chosen)::int)), '[]')
          from mark
          full join roster on roster.user_id = mark.student_id
          join users student on student.id = coalesce(roster.user_id, mark.student_id)
          left join student_names student_name
            on student_name.student_id = student.id and student_name.number = mark.name_number
          where roster.user_id is not null or mark.total > 0
        ) as students
      from class join schools school on school.id = class.school_id`,
  );
}
