import { type Report, type ReportPeriod, reportResponse } from '@lop-xanh/contract/reports';
import { getSchoolYear } from '@lop-xanh/contract/rules/dates';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import { activeCte, calendarCte, rosterCte, stepsOfYear } from './report-periods.queries.ts';

export interface ReportChoice extends ReportPeriod {
  /** Null for all schools. */
  schoolId: number | null;
  gradeId: number | undefined;
  schoolYear: number | undefined;
  today: string;
}

/** A grade and year of a school, and its classes by name; or all schools by name. */
const reportRow = reportResponse.omit({ totals: true });

/** Every sheet of the year counts, so a class that has been deleted since is a part, too, if it has one. */
const classCte = (gradeId: number | undefined) => sql`class as (
  select class.id, class.school_id, class.year, class.name, class.grade_id, class.deleted_at,
         year.first_monday
  from year
  join classes class on class.school_id = year.school_id and class.year = year.year
  where ${gradeId ? sql`class.grade_id = ${gradeId}::smallint` : sql`true`}
    and (class.deleted_at is null
      or exists (select from attendance_sheets sheet where sheet.class_id = class.id))
)`;

/** Counted by week. All schools at once would take too long by class: the counts of a school are in an index. */
function sheetCte({ schoolId, gradeId }: ReportChoice, partId: Sql): Sql {
  const isByClass = schoolId !== null || gradeId !== undefined;
  return sql`sheet as (
    select ${isByClass ? partId : sql`year.school_id`} as part_id, year.first_monday, sheet.week,
           count(*) as sheets, sum(sheet.present) as present, sum(sheet.total) as total
    from year
    join attendance_sheets sheet
      on sheet.school_id = year.school_id and sheet.school_year = year.year
    ${isByClass ? sql`join class on class.id = sheet.class_id` : empty}
    group by 1, 2, 3
  )`;
}

export async function findReport(
  db: Db,
  choice: ReportChoice,
): Promise<Omit<Report, 'totals'> | undefined> {
  const { schoolId, gradeId, schoolYear, today } = choice;
  const partId = schoolId === null ? sql`class.school_id` : sql`class.id`;
  const isInScope = schoolId === null ? sql`true` : sql`school.id = ${schoolId}::bigint`;
  const parts =
    schoolId === null
      ? sql`select school_id as id, school_name as name, false as is_deleted, 0 as grade_id from year`
      : sql`select id, name, deleted_at is not null as is_deleted, grade_id from class`;
  const [found] = await db.many(
    reportRow,
    sql`
      with known as (
        select school.id as school_id, school.school_name, year.year, year.first_monday
        from schools school join school_years year on year.school_id = school.id
        where school.deleted_at is null and ${isInScope}
      ), chosen as (
        select coalesce(${schoolYear ?? null}::int, max(year), ${getSchoolYear(today)}::int) as year
        from known
      ), year as (
        select known.* from known join chosen using (year)
      ), ${calendarCte(choice)}, ${classCte(gradeId)}, ${sheetCte(choice, partId)},
      ${rosterCte(partId)}, ${activeCte}, size as (
        select ${partId} as part_id, class.first_monday, count(*) as classes
        from class group by 1, 2
      )
      select chosen.year as school_year,
        ${
          schoolId === null
            ? sql`null::json`
            : sql`(select json_build_object('id', school_id, 'school_name', school_name) from year)`
        } as school,
        array(select distinct year from known order by year desc) as years,
        (${stepsOfYear}) as steps,
        (
          select coalesce(json_agg(json_build_object('id', part.id, 'name', part.name,
            'isDeleted', part.is_deleted,
            'present', coalesce(taught.present, 0), 'total', coalesce(taught.total, 0),
            'sheets', coalesce(taught.sheets, 0), 'due', coalesce(planned.due, 0),
            'students', coalesce(roll.students, 0),
            'participants', coalesce(taking_part.participants, 0)
          ) order by part.grade_id, part.name collate vietnamese, part.id), '[]')
          from (${parts}) part
          left join (
            select size.part_id, sum(size.classes) as due
            from size join calendar using (first_monday) where calendar.is_chosen group by 1
          ) planned on planned.part_id = part.id
          left join (
            select sheet.part_id, sum(present) as present, sum(total) as total, sum(sheets) as sheets
            from sheet join calendar using (first_monday, week) where calendar.is_chosen group by 1
          ) taught on taught.part_id = part.id
          left join (
            select part_id, count(*) as students from roster group by 1
          ) roll on roll.part_id = part.id
          left join (
            select part_id, count(distinct user_id) as participants
            from active where is_chosen group by 1
          ) taking_part on taking_part.part_id = part.id
        ) as parts
      from chosen
      where ${schoolId === null ? sql`true` : sql`exists (select from year)`}`,
  );
  return found;
}
