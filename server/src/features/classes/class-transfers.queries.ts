import { id } from '@lop-xanh/contract/fields';
import { roles } from '@lop-xanh/contract/rules/roles';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

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
      select id, school_id, class_id, role from users where id = any(${ids}::bigint[])
      order by id for update`,
  );
}

export function findLiveClasses(db: Db, ids: number[]) {
  return db.many(
    z.object({ id, school_id: id }),
    sql`
      select id, school_id from classes
      where id = any(${ids}::bigint[]) and deleted_at is null`,
  );
}

export interface ClassTransfer {
  userId: number;
  from: number | null;
  to: number | null;
}

/** Clears the classes first, so that two teachers can swap theirs. */
export async function updateUserClasses(db: Db, transfers: ClassTransfer[]): Promise<void> {
  const ids = transfers.map(({ userId }) => userId);
  await db.run(sql`update users set class_id = null where id = any(${ids}::bigint[])`);
  await db.run(sql`
    update users set class_id = transfer.class_id, version = version + 1
    from unnest(${ids}::bigint[], ${transfers.map(({ to }) => to)}::bigint[])
      as transfer (id, class_id)
    where users.id = transfer.id`);
}

/** Stores the current names with each transfer. */
export async function insertTransfers(
  db: Db,
  actor: Actor,
  transfers: ClassTransfer[],
): Promise<void> {
  await db.run(sql`
    insert into class_history (school_id, user_id, role, first_name, last_name,
      from_class_id, from_class_name, to_class_id, to_class_name, changed_by, changed_by_username)
    select member.school_id, member.id, member.role, member.first_name, member.last_name,
           from_class.id, from_class.name, to_class.id, to_class.name,
           ${actor.id}, ${actor.username}
    from unnest(${transfers.map(({ userId }) => userId)}::bigint[],
      ${transfers.map(({ from }) => from)}::bigint[], ${transfers.map(({ to }) => to)}::bigint[])
      with ordinality as transfer (user_id, from_id, to_id, position)
    join users member on member.id = transfer.user_id
    left join classes from_class on from_class.id = transfer.from_id
    left join classes to_class on to_class.id = transfer.to_id
    order by transfer.position`);
}

export async function bumpClassVersions(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`update classes set version = version + 1 where id = any(${ids}::bigint[])`);
}
