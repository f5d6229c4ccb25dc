import { accountStatus } from '@lop-xanh/contract/account-fields';
import { type Child, child } from '@lop-xanh/contract/auth';
import { id } from '@lop-xanh/contract/fields';
import type { Language } from '@lop-xanh/contract/rules/languages';
import { defaultAvatar, limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { joinTeacher } from '../classes/class-conditions.service.ts';
import { deviceDays } from './login-devices.queries.ts';

const login = z.object({
  id,
  username: z.string(),
  status: accountStatus,
  hasSecondFactor: z.boolean(),
  password_hash: z.string(),
  /** Whether it is a temporary password that was issued too long ago. */
  isExpired: z.boolean(),
  /** Whether the user has logged in on this device before. */
  isKnownDevice: z.boolean(),
});

export function findLogin(db: Db, username: string, deviceHash: Buffer | null) {
  return db.maybeOne(
    login,
    sql`
      select id, username, status, second_factor_at is not null as "hasSecondFactor", password_hash,
             coalesce(password_issued_at < now() - make_interval(days => ${limits.temporaryPasswordDays}),
               false) as "isExpired", exists (
        select from login_devices device
        where device.user_id = users.id and device.token_hash = ${deviceHash}
          and device.used_at > now() - make_interval(days => ${deviceDays})
      ) as "isKnownDevice"
      from users
      where lower(username) = ${username.toLowerCase()} and deleted_at is null`,
  );
}

/**
 * Whether the user can still log in with this password; until the transaction ends, this cannot change.
 * Serializes the logins of one user, so that their sessions can be counted.
 */
export async function lockLogin(
  db: Db,
  { id, password_hash }: { id: number; password_hash: string },
): Promise<boolean> {
  const locked = await db.run(sql`
    select from users
    where id = ${id} and password_hash = ${password_hash} and status = 'active' and deleted_at is null
    for no key update`);
  return locked === 1;
}

/** Like `lockLogin`, for a login without a password. */
export async function lockActiveUser(db: Db, userId: number): Promise<boolean> {
  const locked = await db.run(sql`
    select from users where id = ${userId} and status = 'active' and deleted_at is null
    for no key update`);
  return locked === 1;
}

export function readPasswordHash(db: Db, actor: Actor): Promise<string> {
  return db.value(z.string(), sql`select password_hash from users where id = ${actor.id}`);
}

const passwordOwner = z.object({
  full_name: z.string(),
  username: z.string(),
  school_name: z.string().nullable(),
});

export function readPasswordOwner(db: Db, actor: Actor) {
  return db.one(
    passwordOwner,
    sql`
      select owner.full_name, owner.username, school.school_name
      from users owner left join schools school on school.id = owner.school_id
      where owner.id = ${actor.id}`,
  );
}

/** Returns false if the password has been changed since its hash was read. */
export async function replacePassword(
  db: Db,
  actor: Actor,
  { currentHash, nextHash }: { currentHash: string; nextHash: string },
): Promise<boolean> {
  const replaced = await db.run(sql`
    update users set password_hash = ${nextHash}, must_change_password = false,
                     password_issued_at = null, version = version + 1
    where id = ${actor.id} and password_hash = ${currentHash}`);
  return replaced === 1;
}

/** Leaves the version as it is: nobody else edits this field, so there is no conflict to detect. */
export async function updateLanguage(
  db: Db,
  actor: Actor,
  language: Language | null,
): Promise<void> {
  await db.run(sql`update users set language = ${language} where id = ${actor.id}`);
}

export async function listChildren(db: Db, actor: Actor): Promise<Child[]> {
  if (actor.student_ids.length === 0) return [];
  return db.many(
    child,
    sql`
    select child.id, child.full_name,
           child.first_name, child.last_name, coalesce(child.avatar, ${defaultAvatar}) as avt,
           child.identifier_code, school.school_name,
           class.id as class_id, class.name as class_name,
           grade.id as grade_id, grade.name as grade_name,
           teacher.full_name as teacher_full_name
    from parents_children link
    join users child on child.id = link.student_id and child.deleted_at is null
    join schools school on school.id = child.school_id
    left join current_members member on member.user_id = child.id
    left join classes class on class.id = member.class_id
    left join grades grade on grade.id = class.grade_id
    ${joinTeacher(sql`class`)}
    where link.parent_id = ${actor.id}
    order by child.id`,
  );
}
