import { limits } from '@lop-xanh/contract/rules/limits';
import { schoolYear } from '@lop-xanh/contract/years';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

/** The school year whose classes the school has now; for an unknown school, that of the calendar. */
export function findCurrentYear(db: Db, schoolId: number): Promise<number> {
  return db.value(
    z.number(),
    sql`
      select coalesce(max(year), get_school_year(now())) from school_years
      where school_id = ${schoolId}`,
  );
}

const storedYear = schoolYear.omit({ can: true }).extend({
  has_attendance: z.boolean(),
  /** Whether its start can be undone. */
  is_undoable: z.boolean(),
});
export type StoredYear = z.infer<typeof storedYear>;

const hasAttendance = (year: Sql) => sql`exists (
  select from attendance_sheets sheet
  where sheet.school_id = ${year}.school_id and sheet.school_year = ${year}.year)`;

const hasPosts = (year: Sql) => sql`exists (
  select from posts post join classes class on class.id = post.class_id
  where post.school_id = ${year}.school_id and class.year = ${year}.year)`;

/** Newest first; none if there is no such school. */
export function listStoredYears(db: Db, schoolId: number): Promise<StoredYear[]> {
  return db.many(
    storedYear,
    sql`
      select year.year, year.first_monday, year.version, year."isCurrent",
             ${hasAttendance(sql`year`)} as has_attendance,
             -- Looks for posts only in the few days in which the answer matters.
             case when year."isCurrent"
                 and year.started_at > now() - make_interval(days => ${limits.undoStartDays})
               then not ${hasAttendance(sql`year`)} and not ${hasPosts(sql`year`)}
               else false end as is_undoable
      from schools school
      join (
        select *, year = max(year) over (partition by school_id) as "isCurrent" from school_years
        where school_id = ${schoolId}
      ) year on year.school_id = school.id
      where school.deleted_at is null
      order by year.year desc`,
  );
}

export async function updateFirstMonday(
  db: Db,
  { schoolId, year, firstMonday }: { schoolId: number; year: number; firstMonday: string },
): Promise<void> {
  await db.run(sql`
    update school_years set first_monday = ${firstMonday}, version = version + 1
    where school_id = ${schoolId} and year = ${year}`);
}
