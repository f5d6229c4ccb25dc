import { type Dashboard, dashboardResponse, type SchoolOrder } from '@lop-xanh/contract/dashboard';
import { type Concern, type ConcernLevel, urgentConcerns } from '@lop-xanh/contract/rules/concerns';
import { limits } from '@lop-xanh/contract/rules/limits';
import { removeDiacritics } from '@lop-xanh/contract/rules/names';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Db } from '../../database/database.ts';

/** Every school with what an index tells about it in a few steps; `week` is null outside the teaching year. */
const figures = (today: string) => sql`
  select school.id, school.school_name, year.week, class.number as classes,
         case when year.week is null then 0 else class.number end as due, sheet.number as sheets,
         sheet.present, sheet.total,
         moderator.number as mods, post.id as post_id, post.submitted_at as post_since,
         activity.logins, activity.last_at
  from schools school
  cross join lateral (
    select year, case when ${today}::date - first_monday
        between 0 and ${limits.teachingWeeks}::int * 7 - 1
      then 1 + (${today}::date - first_monday) / 7 end as week
    from school_years where school_id = school.id order by year desc limit 1
  ) year
  cross join lateral (
    select count(*) as number from classes
    where school_id = school.id and year = year.year and deleted_at is null
  ) class
  cross join lateral (
    select count(*) as number, coalesce(sum(present), 0) as present, coalesce(sum(total), 0) as total
    from attendance_sheets
    where school_id = school.id and school_year = year.year and week = year.week
      -- There are few of them, so that this is cheaper than a join with all others.
      and class_id not in (select id from classes where deleted_at is not null)
  ) sheet
  cross join lateral (
    select count(*) as number from users
    where school_id = school.id and role = 'Mod' and status = 'active' and deleted_at is null
  ) moderator
  left join lateral (
    select id, submitted_at from posts where school_id = school.id and status = 'pending'
    order by submitted_at, id limit 1
  ) post on true
  cross join lateral (
    select coalesce(sum(logins) filter (where day > ${today}::date - ${limits.loginDays}::int), 0) as logins,
           max(last_at) as last_at
    from (
      select day, logins, last_at from school_activity where school_id = school.id
      order by day desc limit ${limits.loginDays}
    ) latest
  ) activity
  where school.deleted_at is null`;

/** In the order of `concerns`. The sheets of a week are counted as missing from a late day of it on. */
const concernsOf = (today: string) => sql`
  array_remove(array[
    case when mods = 0 then 'no_mod' end,
    case when post_since < now() - make_interval(days => ${limits.latePostDays}) then 'late_post' end,
    case when extract(isodow from ${today}::date) >= ${limits.lowCoverageWeekday}::int
        and sheets < due * ${limits.lowCoverage}::float8 then 'missing_sheets' end,
    case when week is not null and coalesce(last_at, '-infinity')
        < now() - make_interval(days => ${limits.silentDays}) then 'silent' end
  ], null)`;

const level = sql`
  case when concerns && ${[...urgentConcerns]}::text[] then 'urgent'
       when cardinality(concerns) > 0 then 'check' else 'fine' end`;

const byName = sql`school_name collate vietnamese, id`;
const orders: Record<SchoolOrder, Sql> = {
  concern: sql`array_position(array['urgent', 'check', 'fine'], level), cardinality(concerns) desc,
    post_since nulls last, ${byName}`,
  name: byName,
  coverage: sql`sheets::float8 / nullif(due, 0) nulls last, ${byName}`,
  post: sql`post_since nulls last, ${byName}`,
  logins: sql`logins, ${byName}`,
  use: sql`last_at nulls first, ${byName}`,
};

/** The name as `removeDiacritics` writes it, with a space before each word. */
const plainName = sql`' ' || lower(translate(
  regexp_replace(normalize(school_name, NFD), '[\\u0300-\\u036f]', '', 'g'), 'đĐ', 'dd'))`;

export interface SchoolChoice {
  q?: string | undefined;
  level?: ConcernLevel | undefined;
  concern?: Concern | undefined;
  sort: SchoolOrder;
  page: number;
}

function buildCondition({ q = '', level, concern }: SchoolChoice): Sql {
  const pattern = removeDiacritics(q)
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\%_]/g, String.raw`\$&`);
  return sql`true ${level ? sql`and level = ${level}::text` : empty}
    ${concern ? sql`and ${concern}::text = any(concerns)` : empty}
    ${pattern ? sql`and ${plainName} like ${`% ${pattern}%`}` : empty}`;
}

const listRates = (isListed: Sql) => sql`
  coalesce(json_agg(json_build_object('id', id, 'school_name', school_name, 'present', present,
    'total', total) order by position) filter (where ${isListed}), '[]')`;

/** Counts the files of the schools on the page only: that takes longer than the rest. */
export function findDashboard(db: Db, choice: SchoolChoice, today: string): Promise<Dashboard> {
  return db.one(
    dashboardResponse,
    sql`
      with school as materialized (
        select *, ${level} as level from (
          select *, ${concernsOf(today)} as concerns from (${figures(today)}) figure
        ) concerned
      ), found as (
        select * from school where ${buildCondition(choice)}
      ), rated as (
        select *, count(*) over () as number,
               row_number() over (order by present::float8 / total, ${byName}) as position
        from school where total > 0
      ), page as (
        select *, row_number() over (order by ${orders[choice.sort]}) as position from found
        order by position
        limit ${limits.schoolsPerPage} offset ${(choice.page - 1) * limits.schoolsPerPage}
      )
      select (
        select json_build_object('schools', count(*), 'classes', coalesce(sum(classes), 0),
          'due', coalesce(sum(due), 0), 'sheets', coalesce(sum(sheets), 0),
          'logins', coalesce(sum(logins), 0),
          'present', coalesce(sum(present), 0), 'total', coalesce(sum(total), 0),
          'withoutMod', count(*) filter (where mods = 0),
          'levels', json_build_object('urgent', count(*) filter (where level = 'urgent'),
            'check', count(*) filter (where level = 'check'),
            'fine', count(*) filter (where level = 'fine')),
          'oldestPost', (
            select json_build_object('id', post_id, 'since', post_since, 'school_id', id,
              'school_name', school_name)
            from school where post_id is not null order by post_since, post_id limit 1))
        from school
      ) as totals,
      (
        select json_build_object('schools', count(*),
          'lowest', ${listRates(sql`position <= ${limits.lowestRates}::int`)},
          'highest', ${listRates(sql`position > greatest(${limits.lowestRates}::int, number - ${limits.highestRates}::int)`)})
        from rated
      ) as rates,
      (select count(*) from found) as found,
      (
        select coalesce(json_agg(json_build_object('id', id, 'school_name', school_name, 'due', due,
          'sheets', sheets, 'mods', mods, 'logins', logins, 'lastUsedAt', last_at,
          'oldestPost', case when post_id is not null
            then json_build_object('id', post_id, 'since', post_since) end,
          'storedBytes', (select coalesce(sum(bytes), 0) from stored_files where school_id = page.id),
          'concerns', concerns) order by position), '[]')
        from page
      ) as schools`,
  );
}
