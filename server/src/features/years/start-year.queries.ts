import { id } from '@lop-xanh/contract/fields';
import type { RolloverPlan } from '@lop-xanh/contract/years';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

/** A start moves everybody of a school at one moment. */
export interface Start {
  schoolId: number;
  year: number;
  moment: string;
}

export async function insertYear(
  db: Db,
  actor: Actor,
  { schoolId, year, moment, firstMonday }: Start & { firstMonday: string },
): Promise<void> {
  await db.run(sql`
    insert into school_years (school_id, year, first_monday, started_at, started_by)
    values (${schoolId}, ${year}, ${firstMonday}, ${moment}, ${actor.id})`);
}

/** Returns the ids in the order of the classes. */
export function insertClasses(
  db: Db,
  { schoolId, year, classes }: Start & Pick<RolloverPlan, 'classes'>,
): Promise<number[]> {
  return db.values(
    id,
    sql`
      insert into classes (school_id, year, grade_id, name)
      select ${schoolId}::bigint, ${year}::smallint, grade_id, name
      from unnest(${classes.map(({ grade_id }) => grade_id)}::smallint[],
        ${classes.map(({ name }) => name)}::text[])
        with ordinality as class (grade_id, name, position)
      order by position
      returning id`,
  );
}

const formerMember = z.object({ user_id: id, class_id: id });

/** Returns who was in which class. */
export function endMemberships(db: Db, actor: Actor, { schoolId, moment }: Start) {
  return db.many(
    formerMember,
    sql`
      update memberships
      set ended_at = ${moment}::timestamptz, ended_by = ${actor.id},
          ended_by_username = ${actor.username}
      where school_id = ${schoolId} and ended_at is null
      returning user_id, class_id`,
  );
}

export interface NewMember {
  userId: number;
  classId: number;
  kind: 'student' | 'homeroom';
}

export async function insertMemberships(
  db: Db,
  actor: Actor,
  { schoolId, moment, members }: Start & { members: NewMember[] },
): Promise<void> {
  await db.run(sql`
    insert into memberships
      (school_id, class_id, user_id, kind, started_at, started_by, started_by_username)
    select ${schoolId}::bigint, class_id, user_id, kind, ${moment}::timestamptz,
           ${actor.id}::bigint, ${actor.username}
    from unnest(${members.map(({ classId }) => classId)}::bigint[],
      ${members.map(({ userId }) => userId)}::bigint[],
      ${members.map(({ kind }) => kind)}::text[]) as member (class_id, user_id, kind)`);
}

export interface Leaver {
  studentId: number;
  reason: 'graduated' | 'other';
}

/** Records that these students have left on the day of the start; they can no longer log in. */
export async function recordDepartures(
  db: Db,
  actor: Actor,
  { schoolId, moment, leavers }: Start & { leavers: Leaver[] },
): Promise<void> {
  await db.run(sql`
    with leaver as (
      select * from unnest(${leavers.map(({ studentId }) => studentId)}::bigint[],
        ${leavers.map(({ reason }) => reason)}::text[]) as leaver (student_id, reason)
    ), departure as (
      insert into departures
        (school_id, student_id, left_on, reason, recorded_by, recorded_at, was_active)
      select ${schoolId}::bigint, student.id,
             (${moment}::timestamptz at time zone interval '7 hours')::date, leaver.reason,
             ${actor.id}::bigint, ${moment}::timestamptz, student.status = 'active'
      from leaver join users student on student.id = leaver.student_id
    )
    update users set status = 'inactive', version = version + 1
    from leaver where users.id = leaver.student_id`);
}

export async function bumpUserVersions(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`update users set version = version + 1 where id = any(${ids}::bigint[])`);
}
