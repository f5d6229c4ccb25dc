import { id } from '@lop-xanh/contract/fields';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { lastDay } from './class-conditions.queries.ts';

/** The start of a day in Vietnam. */
const startOf = (day: Sql) => sql`((${day})::timestamp at time zone interval '7 hours')`;

/** By the clock that also decides who stands in: that of the database. */
export function readToday(db: Db): Promise<string> {
  return db.value(z.string(), sql`select (now() at time zone interval '7 hours')::date`);
}

export function findActiveTeacher(
  db: Db,
  { id: teacherId, schoolId }: { id: number; schoolId: number },
) {
  return db.maybeOne(
    z.object({ id, full_name: z.string() }),
    sql`
      select id, full_name from users
      where id = ${teacherId} and school_id = ${schoolId} and role = 'Teacher'
        and status = 'active' and deleted_at is null`,
  );
}

interface Substitution {
  schoolId: number;
  classId: number;
  teacherId: number;
  from: string;
  until: string;
}

/** A substitution that starts today starts now: another one may have ended earlier today. */
export function insertSubstitution(
  db: Db,
  actor: Actor,
  { schoolId, classId, teacherId, from, until }: Substitution,
): Promise<number> {
  return db.value(
    id,
    sql`
      insert into memberships
        (school_id, class_id, user_id, kind, started_at, ended_at, started_by, started_by_username)
      values (${schoolId}, ${classId}, ${teacherId}, 'substitute',
        greatest(now(), ${startOf(sql`${from}::date`)}), ${startOf(sql`${until}::date + 1`)},
        ${actor.id}, ${actor.username})
      returning id`,
  );
}

/** A substitution that is not over. */
export function findSubstitution(
  db: Db,
  { id: substitutionId, classId }: { id: number; classId: number },
) {
  return db.maybeOne(
    z.object({ id, teacher_id: id, full_name: z.string(), from: z.string(), until: z.string() }),
    sql`
      select substitution.id, teacher.id as teacher_id, teacher.full_name,
             (substitution.started_at at time zone interval '7 hours')::date as from,
             ${lastDay(sql`substitution`)} as until
      from memberships substitution join users teacher on teacher.id = substitution.user_id
      where substitution.id = ${substitutionId} and substitution.class_id = ${classId}
        and substitution.kind = 'substitute' and substitution.ended_at > now()`,
  );
}

export function endSubstitution(db: Db, actor: Actor, substitutionId: number): Promise<void> {
  return endSubstitutions(db, actor, sql`id = ${substitutionId}`);
}

export function endSubstitutionsOfClass(db: Db, actor: Actor, classId: number): Promise<void> {
  return endSubstitutions(db, actor, sql`class_id = ${classId}`);
}

/** In all classes: the teacher is leaving the school or the role. */
export function endSubstitutionsOfTeacher(db: Db, actor: Actor, userId: number): Promise<void> {
  return endSubstitutions(db, actor, sql`user_id = ${userId}`);
}

/** Nobody stands in for themselves. */
export function endSubstitutionsByHomeroomTeachers(
  db: Db,
  actor: Actor,
  classIds: number[],
): Promise<void> {
  return endSubstitutions(
    db,
    actor,
    sql`(user_id, class_id) in (
      select user_id, class_id from current_members
      where class_id = any(${classIds}::bigint[]) and kind = 'homeroom')`,
  );
}

/** Ends the substitutions of today, and cancels those that have not begun. */
async function endSubstitutions(db: Db, actor: Actor, condition: Sql): Promise<void> {
  await db.run(sql`
    delete from memberships
    where kind = 'substitute' and started_at > now() and ${condition}`);
  await db.run(sql`
    update memberships
    set ended_at = now(), ended_by = ${actor.id}, ended_by_username = ${actor.username}
    where kind = 'substitute' and started_at <= now() and ended_at > now() and ${condition}`);
}
