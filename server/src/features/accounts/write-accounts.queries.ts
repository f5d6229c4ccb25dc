import type { AccountStatus, Sex } from '@lop-xanh/contract/account-fields';
import { id } from '@lop-xanh/contract/fields';
import type { Role } from '@lop-xanh/contract/rules/roles';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { locks } from '../../database/locks.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../database/postgres-errors.ts';
import { fieldError } from '../../http/app-error.ts';
import { endAllSessions } from '../auth/sessions.service.ts';

/**
 * The columns that a form or an import sets, except the class, which `assignClasses` writes, and the
 * password, which `insertAccounts` and `updatePasswords` write.
 */
export interface AccountFields {
  role: Role;
  school_id: number | null;
  username: string;
  first_name: string;
  last_name: string;
  identifier_code: string | null;
  email: string | null;
  phone: string | null;
  parent_name: string | null;
  /** A day 'YYYY-MM-DD'. */
  birth_date: string | null;
  sex: Sex | null;
  status: AccountStatus;
  must_change_password: boolean;
}

/**
 * Holds the lock until the transaction ends. Admins belong to no school, so `lockSchools` does not cover
 * them.
 */
export async function lockAdmins(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(${locks.admins})`);
}

export function countOtherActiveAdmins(db: Db, id: number): Promise<number> {
  return db.value(
    z.number(),
    sql`
      select count(*) from users
      where role = 'Admin' and status = 'active' and deleted_at is null and id <> ${id}`,
  );
}

export type NewAccount = AccountFields & { password_hash: string };

/** Returns the ids in the order of `accounts`. */
export function insertAccounts(db: Db, accounts: NewAccount[]): Promise<number[]> {
  const rows = accounts.map((account, position) => ({ ...account, position }));
  return translateConstraintErrors(() =>
    db.values(
      id,
      sql`
      insert into users (role, school_id, username, first_name, last_name, identifier_code, email,
        phone, parent_name, birth_date, sex, status, must_change_password, password_issued_at,
        password_hash)
      select role, school_id, username, first_name, last_name, identifier_code, email,
             phone, parent_name, birth_date, sex, status, must_change_password,
             case when must_change_password then now() end, password_hash
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as account (
        role text, school_id bigint, username text, first_name text, last_name text,
        identifier_code text, email text, phone text, parent_name text, birth_date date,
        sex text, status text, must_change_password boolean, password_hash text, position int)
      order by position
      returning id`,
    ),
  );
}

/** Writes only the given fields, so that concurrent changes to other fields are kept. */
export async function updateAccounts(
  db: Db,
  changes: { id: number; fields: Partial<AccountFields> }[],
): Promise<void> {
  await translateConstraintErrors(() =>
    db.run(sql`
      update users
      set (role, school_id, username, first_name, last_name, identifier_code, email,
           phone, parent_name, birth_date, sex, status, must_change_password, password_issued_at,
           version) = (
        select role, school_id, username, first_name, last_name, identifier_code, email,
               phone, parent_name, birth_date, sex, status, must_change_password,
               case when must_change_password then coalesce(password_issued_at, now()) end,
               version + 1
        from jsonb_populate_record(users, change.fields))
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id bigint, fields jsonb)
      where users.id = change.id`),
  );
}

/** Also ends the sessions of these users. */
export async function updatePasswords(
  db: Db,
  passwords: { id: number; passwordHash: string; isChangeRequired: boolean }[],
): Promise<void> {
  const ids = passwords.map(({ id }) => id);
  await db.run(sql`
    update users set password_hash = new_password.hash,
                     must_change_password = new_password.must_change,
                     password_issued_at = case when new_password.must_change then now() end,
                     version = version + 1
    from unnest(${ids}::bigint[], ${passwords.map(({ passwordHash }) => passwordHash)}::text[],
      ${passwords.map(({ isChangeRequired }) => isChangeRequired)}::boolean[])
      as new_password (id, hash, must_change)
    where users.id = new_password.id`);
  await endAllSessions(db, ids);
}

export async function softDeleteAccount(db: Db, id: number): Promise<void> {
  await db.run(sql`update users set deleted_at = now(), version = version + 1 where id = ${id}`);
}

/** Whether all of these ids are students of the school. */
export async function hasStudents(db: Db, schoolId: number, ids: number[]): Promise<boolean> {
  const students = await db.value(
    z.number(),
    sql`
      select count(*) from users
      where id = any(${ids}::bigint[]) and school_id = ${schoolId} and role = 'Student'
        and deleted_at is null`,
  );
  return students === new Set(ids).size;
}

/** Turns constraint violations into field errors. */
async function translateConstraintErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'users_username')) throw fieldError('username_taken', 'username');
    if (isUniqueViolation(error, 'users_identifier_code'))
      throw fieldError('code_taken', 'identifier_code');
    if (isUniqueViolation(error, 'used_usernames_pkey'))
      throw fieldError('username_retired', 'username');
    if (isUniqueViolation(error, 'used_codes_pkey'))
      throw fieldError('code_retired', 'identifier_code');
    if (isForeignKeyViolation(error)) throw fieldError('account_tied_to_school', 'school_id');
    throw error;
  }
}
