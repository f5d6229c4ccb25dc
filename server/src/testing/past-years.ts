import sql from 'sql-template-tag';
import type { Db } from '../database/database.ts';
import { thisSchoolYear } from './attendance.ts';
import { addClass, addSchool, addSchoolYear } from './fixtures.ts';

export const lastSchoolYear = thisSchoolYear - 1;

/** A school that has not started this year. */
export async function addSchoolInLastYear(db: Db): Promise<number> {
  const schoolId = await addSchool(db);
  await addSchoolYear(db, schoolId, lastSchoolYear);
  await db.run(sql`
    delete from school_years where school_id = ${schoolId} and year > ${lastSchoolYear}`);
  return schoolId;
}

/** Starts this year, in which the members of a class are together in a new class. */
export async function startThisYear(
  db: Db,
  { schoolId, classId }: { schoolId: number; classId: number },
): Promise<number> {
  await addSchoolYear(db, schoolId, thisSchoolYear);
  const newClassId = await addClass(db, schoolId, '4A', 4);
  await db.run(sql`
    with ended as (
      update memberships set ended_at = now() where class_id = ${classId} and ended_at is null
      returning user_id, kind
    )
    insert into memberships (school_id, class_id, user_id, kind, started_at)
    select ${schoolId}, ${newClassId}, user_id, kind, now() from ended`);
  return newClassId;
}
