import { id } from '@lop-xanh/contract/fields';
import sql from 'sql-template-tag';
import type { Db } from '../database/database.ts';
import type { TestUser } from './fixtures.ts';

/** The moment at which the members of a past class left it together. */
export const getYearEnd = (year: number) => `${year + 1}-07-20T08:00:00+07:00`;

/** A class of an earlier school year; its members were there until the end. */
export async function addPastClass(
  db: Db,
  {
    schoolId,
    year,
    name = '2A',
    grade = 2,
    members = [],
  }: { schoolId: number; year: number; name?: string; grade?: number; members?: TestUser[] },
): Promise<number> {
  await db.run(sql`
    insert into school_years (school_id, year, first_monday)
    values (${schoolId}, ${year}, date_trunc('week', make_date(${year}::int, 9, 7))::date)
    on conflict do nothing`);
  const classId = await db.value(
    id,
    sql`
      insert into classes (school_id, year, name, grade_id)
      values (${schoolId}, ${year}, ${name}, ${grade})
      returning id`,
  );
  await db.run(sql`
    insert into memberships (school_id, class_id, user_id, kind, started_at, ended_at)
    select ${schoolId}, ${classId}, member.id,
           case member.role when 'Student' then 'student' else 'homeroom' end,
           ${`${year}-08-10T08:00:00+07:00`}, ${getYearEnd(year)}
    from users member where member.id = any(${members.map((member) => member.id)}::bigint[])`);
  return classId;
}
