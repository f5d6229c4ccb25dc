import { type Logins, loginsResponse } from '@lop-xanh/contract/dashboard';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../database/database.ts';

const countLogins = (activity: Sql) => sql`
  'students', coalesce(sum(${activity}.student_logins), 0),
  'parents', coalesce(sum(${activity}.parent_logins), 0),
  'staff', coalesce(sum(${activity}.logins - ${activity}.student_logins - ${activity}.parent_logins), 0)`;

/** The last weeks from Monday to Sunday, and the schools with the fewest logins in the week of the chosen day. */
export function findLogins(
  db: Db,
  { today, chosen }: { today: string; chosen: string | undefined },
): Promise<Logins> {
  return db.one(
    loginsResponse,
    sql`
      with week as (
        select date_trunc('week', ${today}::date)::date - number * 7 as monday
        from generate_series(0, ${limits.loginWeeks}::int - 1) number
      ), counted as (
        select week.monday, json_build_object('monday', week.monday, ${countLogins(sql`activity`)}) as counts
        from week
        left join (
          school_activity activity
          join schools school on school.id = activity.school_id and school.deleted_at is null
        ) on activity.day >= week.monday and activity.day < week.monday + 7
        group by week.monday
      ), fewest as (
        select coalesce(sum(activity.logins), 0) as logins, school.school_name, school.id,
               json_build_object('id', school.id, 'school_name', school.school_name,
                 ${countLogins(sql`activity`)}) as counts
        from schools school
        join week on ${chosen ?? null}::date >= week.monday and ${chosen ?? null}::date < week.monday + 7
        left join school_activity activity on activity.school_id = school.id
          and activity.day >= week.monday and activity.day < week.monday + 7
        where school.deleted_at is null
        group by school.id
        order by 1, school.school_name collate vietnamese, school.id
        limit ${limits.schoolsPerPage}
      )
      select (select json_agg(counts order by monday) from counted) as weeks,
        (
          select coalesce(json_agg(counts order by logins, school_name collate vietnamese, id), '[]')
          from fewest
        ) as schools`,
  );
}
