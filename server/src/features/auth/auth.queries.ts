import type { Child } from '@lop-xanh/contract/auth';
import type { Language } from '@lop-xanh/contract/rules/languages';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { deviceDays } from './login-devices.queries.ts';

/** The user, and whether they have logged in on this device before. */
export function findLogin(db: Db, username: string, deviceHash: Buffer | null) {
  return db
    .selectFrom('users')
    .select(['id', 'status', 'password_hash'])
    .select(
      sql<boolean>`exists (
        select from login_devices device
        where device.user_id = users.id and device.token_hash = ${deviceHash}
          and device.used_at > now() - ${`${deviceDays} days`}::interval
      )`.as('isKnownDevice'),
    )
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Whether the user can still log in with this password; until the transaction ends, this cannot change.
 * Serializes the logins of one user, so that their sessions can be counted.
 */
export async function lockLogin(
  db: Db,
  { id, password_hash }: { id: number; password_hash: string },
): Promise<boolean> {
  const locked = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

export async function readPasswordHash(db: Db, actor: Actor): Promise<string> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  return password_hash;
}

/** Returns false if the password has been changed since its hash was read. */
export async function replacePassword(
  db: Db,
  actor: Actor,
  { currentHash, nextHash }: { currentHash: string; nextHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((eb) => ({
      password_hash: nextHash,
      must_change_password: false,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', actor.id)
    .where('password_hash', '=', currentHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Leaves the version as it is: nobody else edits this field, so there is no conflict to detect. */
export async function updateLanguage(
  db: Db,
  actor: Actor,
  language: Language | null,
): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', actor.id).execute();
}

export async function listChildren(db: Db, actor: Actor): Promise<Child[]> {
  if (actor.student_ids.length === 0) return [];
  const { rows } = await sql<Child>`
    select child.id, child.full_name,
           child.first_name, child.last_name, coalesce(child.avatar, ${defaultAvatar}) as avt,
           child.identifier_code, school.school_name,
           class.id as class_id, class.name as class_name,
           grade.id as grade_id, grade.name as grade_name,
           teacher.full_name as teacher_full_name
    from parents_children link
    join users child on child.id = link.student_id and child.deleted_at is null
    join schools school on school.id = child.school_id
    left join classes class on class.id = child.class_id and class.deleted_at is null
    left join grades grade on grade.id = class.grade_id
    left join users teacher
      on teacher.class_id = class.id and teacher.role = 'Teacher' and teacher.deleted_at is null
    where link.parent_id = ${actor.id}
    order by child.id`.execute(db);
  return rows;
}
