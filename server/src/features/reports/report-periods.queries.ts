import type { ReportPeriod } from '@lop-xanh/contract/reports';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql, { type Sql } from 'sql-template-tag';
import { isInClassAtItsEnd, joinCurrentYear } from '../classes/classes.service.ts';

const monday = sql`(year.first_monday + (week.number - 1) * 7)`;

/**
 * The teaching weeks by the first Monday of a year, which schools may choose differently, each with its step and whether
 * it is in the chosen period. Needs `year`.
 */
export function calendarCte({ by, week, month }: ReportPeriod): Sql {
  const monthNumber = sql`extract(month from ${monday})::int`;
  return sql`calendar as (
    select year.first_monday, week.number as week,
           ${by === 'week' ? sql`week.number` : monthNumber} as step,
           coalesce(week.number = ${week ?? null}::int, true)
             and coalesce(${monthNumber} = ${month ?? null}::int, true) as is_chosen
    from (select distinct first_monday from year) year
    cross join generate_series(1, ${limits.teachingWeeks}::int) as week (number)
  )`;
}

/** The students of the classes in `class`, as many as a class says it has. Each is in one class. */
export const rosterCte = (partId: Sql) => sql`roster as (
  select enrollment.user_id, ${partId} as part_id, class.first_monday
  from class
  ${joinCurrentYear}
  join memberships enrollment on enrollment.class_id = class.id and enrollment.kind = 'student'
    and ${isInClassAtItsEnd(sql`enrollment`)}
  join users student on student.id = enrollment.user_id
  where student.status = 'active' or enrollment.ended_at is not null
)`;

const startOf = (day: Sql) => sql`(${day}::timestamp at time zone 'Asia/Ho_Chi_Minh')`;
const isInYear = sql`
  created_at >= ${startOf(sql`roster.first_monday`)}
  and created_at < ${startOf(sql`(roster.first_monday + ${limits.teachingWeeks}::int * 7)`)}`;

/** Who of `roster` took part in which week of `calendar`. */
export const activeCte = sql`active as (
  select roster.user_id, roster.part_id, calendar.step, calendar.is_chosen
  from roster
  cross join lateral (
    select distinct 1 + ((action.created_at at time zone 'Asia/Ho_Chi_Minh')::date
      - roster.first_monday) / 7 as week
    from (
      select created_at from likes where user_id = roster.user_id and ${isInYear}
      union all
      select created_at from comments
      where user_id = roster.user_id and status = 'visible' and ${isInYear}
    ) action
  ) taken
  join calendar on calendar.first_monday = roster.first_monday and calendar.week = taken.week
)`;

/** The steps of the year with a sheet or a participant. Needs `sheet`, with the counts by week, and `size`. */
export const stepsOfYear = sql`
  select coalesce(json_agg(json_build_object('number', step,
    'present', coalesce(present, 0), 'total', coalesce(total, 0), 'sheets', coalesce(sheets, 0),
    'due', due, 'students', (select count(*) from roster),
    'participants', coalesce(participants, 0)) order by first_week), '[]')
  from (
    select calendar.step, min(calendar.week) as first_week, sum(size.classes) as due
    from calendar join size using (first_monday) group by calendar.step
  ) planned
  left join (
    select calendar.step, sum(present) as present, sum(total) as total, sum(sheets) as sheets
    from sheet join calendar using (first_monday, week) group by calendar.step
  ) taught using (step)
  left join (
    select step, count(distinct user_id) as participants from active group by step
  ) taking_part using (step)
  where taught.sheets > 0 or taking_part.participants > 0`;
