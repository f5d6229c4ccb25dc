import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

export interface LockedUser {
  id: number;
  school_id: number;
  class_id: number | null;
  role: string;
}

export function lockUsers(db: Db, ids: number[]): Promise<LockedUser[]> {
  return db
    .selectFrom('users')
    .select(['id', 'school_id', 'class_id', 'role'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .$castTo<LockedUser>()
    .execute();
}

export function findLiveClasses(db: Db, ids: number[]) {
  return db
    .selectFrom('classes')
    .select(['id', 'school_id'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
}

export interface ClassTransfer {
  userId: number;
  from: number | null;
  to: number | null;
}

/** Clears the classes first, so that two teachers can swap theirs. */
export async function updateUserClasses(db: Db, transfers: ClassTransfer[]): Promise<void> {
  const ids = transfers.map(({ userId }) => userId);
  await db.updateTable('users').set({ class_id: null }).where('id', 'in', ids).execute();
  await sql`
    update users set class_id = transfer.class_id, version = version + 1
    from unnest(${ids}::bigint[], ${transfers.map(({ to }) => to)}::bigint[])
      as transfer (id, class_id)
    where users.id = transfer.id`.execute(db);
}

/** Stores the current names with each transfer. */
export async function insertTransfers(
  db: Db,
  actor: Actor,
  transfers: ClassTransfer[],
): Promise<void> {
  await sql`
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
    order by transfer.position`.execute(db);
}

export async function bumpClassVersions(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('classes')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}
