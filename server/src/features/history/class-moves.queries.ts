import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

export interface Placed {
  id: number;
  school_id: number;
  class_id: number | null;
  role: string;
}

export function lockPeople(db: Db, ids: number[]): Promise<Placed[]> {
  return db
    .selectFrom('users')
    .select(['id', 'school_id', 'class_id', 'role'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .$castTo<Placed>()
    .execute();
}

/** The live classes among these, with their schools. */
export function findLiveClasses(db: Db, ids: number[]) {
  return db
    .selectFrom('classes')
    .select(['id', 'school_id'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
}

export interface Change {
  userId: number;
  from: number | null;
  to: number | null;
}

/** Frees everybody first, so that two may change places. */
export async function placePeople(db: Db, changes: Change[]): Promise<void> {
  const ids = changes.map(({ userId }) => userId);
  await db.updateTable('users').set({ class_id: null }).where('id', 'in', ids).execute();
  await sql`
    update users set class_id = placed.class_id, version = version + 1
    from unnest(${ids}::bigint[], ${changes.map(({ to }) => to)}::bigint[])
      as placed (id, class_id)
    where users.id = placed.id`.execute(db);
}

/** One record for each change, with the names of this moment. */
export async function insertChanges(db: Db, actor: Actor, changes: Change[]): Promise<void> {
  await sql`
    insert into class_history (school_id, user_id, role, first_name, last_name,
      from_class_id, from_class_name, to_class_id, to_class_name, changed_by, changed_by_username)
    select person.school_id, person.id, person.role, person.first_name, person.last_name,
           former.id, former.name, latter.id, latter.name, ${actor.id}, ${actor.username}
    from unnest(${changes.map(({ userId }) => userId)}::bigint[],
      ${changes.map(({ from }) => from)}::bigint[], ${changes.map(({ to }) => to)}::bigint[])
      with ordinality as change (user_id, from_id, to_id, place)
    join users person on person.id = change.user_id
    left join classes former on former.id = change.from_id
    left join classes latter on latter.id = change.to_id
    order by change.place`.execute(db);
}

/** A class with another teacher is another class to whoever edits it. */
export async function bumpClasses(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('classes')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}
