import sql from 'sql-template-tag';
import type { Db } from '../database/database.ts';
import { addClass, type TestUser } from './fixtures.ts';

/** The moment at which the members of a past class left it together. */
export const getYearEnd = (year: number) => `${year + 1}-07-20T08:00:00+07:00`;

/** A class of an earlier school year; its members were there until the end. */
export async function addPastClass(
  db: Db,
  {
    schoolId,
    year,
    name = '2A',
    members = [],
  }: { schoolId: number; year: number; name?: string; members?: TestUser[] },
): Promise<number> {
  const classId = await addClass(db, schoolId, name, 2, year);
  await db.run(sql`
    insert into memberships (school_id, class_id, user_id, kind, started_at, ended_at)
    select ${schoolId}, ${classId}, member.id,
           case member.role when 'Student' then 'student' else 'homeroom' end,
           ${`${year}-08-10T08:00:00+07:00`}, ${getYearEnd(year)}
    from users member where member.id = any(${members.map((member) => member.id)}::bigint[])`);
  return classId;
}
