import { id } from '@lop-xanh/contract/fields';
import { roles } from '@lop-xanh/contract/rules/roles';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { isCurrentClass } from './class-conditions.queries.ts';

const lockedUser = z.object({
  id,
  school_id: id.nullable(),
  class_id: id.nullable(),
  role: z.enum(roles),
});

export function lockUsers(db: Db, ids: number[]) {
  return db.many(
    lockedUser,
    sql`
      select "user".id, "user".school_id, member.class_id, "user".role
      from users "user" left join current_members member on member.user_id = "user".id
      where "user".id = any(${ids}::bigint[])
      order by "user".id for update of "user"`,
  );
}

/** The classes of each school's current year. */
export function findCurrentClasses(db: Db, ids: number[]) {
  return db.many(
    z.object({ id, school_id: id }),
    sql`
      select class.id, class.school_id from classes class
      where class.id = any(${ids}::bigint[]) and ${isCurrentClass(sql`class`)}`,
  );
}

export interface ClassTransfer {
  userId: number;
  from: number | null;
  to: number | null;
}

/** Moves users to other classes, or out of theirs, all at the same moment. */
export async function moveMembers(db: Db, actor: Actor, transfers: ClassTransfer[]): Promise<void> {
  const userIds = transfers.map(({ userId }) => userId);
  const classIds = transfers.map(({ to }) => to);
  const moment = await findNextMoment(db, { userIds, classIds });
  await db.run(sql`
    update memberships
    set ended_at = ${moment}::timestamptz, ended_by = ${actor.id},
        ended_by_username = ${actor.username}
    where user_id = any(${userIds}::bigint[]) and ended_at is null`);
  await db.run(sql`
    insert into memberships
      (school_id, class_id, user_id, kind, started_at, started_by, started_by_username)
    select class.school_id, class.id, "user".id,
           case "user".role when 'Student' then 'student' else 'homeroom' end,
           ${moment}::timestamptz, ${actor.id}::bigint, ${actor.username}
    from unnest(${userIds}::bigint[], ${classIds}::bigint[])
      with ordinality as transfer (user_id, class_id, position)
    join users "user" on "user".id = transfer.user_id
    join classes class on class.id = transfer.class_id
    order by transfer.position`);
  await db.run(sql`update users set version = version + 1 where id = any(${userIds}::bigint[])`);
}

/** Later than every earlier change of these users and classes, even if the clock has been set back. */
export function findNextMoment(
  db: Db,
  { userIds, classIds }: { userIds: number[]; classIds: (number | null)[] },
): Promise<string> {
  return db.value(
    z.string(),
    sql`
      select greatest(clock_timestamp(),
        max(coalesce(ended_at, started_at)) + interval '1 microsecond')::text
      from memberships
      where kind <> 'substitute'
        and (user_id = any(${userIds}::bigint[]) or class_id = any(${classIds}::bigint[]))`,
  );
}

/** A membership that has just ended is recorded as ended with an earlier day, but not before it started. */
export async function backdateEnd(
  db: Db,
  { userId, lastDay }: { userId: number; lastDay: string },
): Promise<void> {
  await db.run(sql`
    update memberships
    set ended_at = greatest(started_at, least(ended_at,
      (${lastDay}::date + 1)::timestamp at time zone interval '7 hours'))
    where id = (
      select id from memberships where user_id = ${userId} and kind = 'student'
      order by started_at desc limit 1)`);
}

export async function bumpClassVersions(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`update classes set version = version + 1 where id = any(${ids}::bigint[])`);
}
