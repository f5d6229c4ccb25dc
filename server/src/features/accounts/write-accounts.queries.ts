import type { AccountStatus } from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { sql } from 'kysely';
import { breaksReference, isClash } from '../../database/clashes.ts';
import type { Db } from '../../database/database.ts';
import { locks } from '../../database/locks.ts';
import { fieldError } from '../../http/app-error.ts';
import { closeAllSessions } from '../../http/authentication.ts';

/** What an administrator writes; class and password have ways of their own. */
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
  status: AccountStatus;
  must_change_password: boolean;
}

/** From here to the end of the transaction nobody else changes an Admin, whom no school holds. */
export async function holdAdmins(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.admins})`.execute(db);
}

/** How many other Admins could still act. */
export async function countOtherAdmins(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from users
    where role = 'Admin' and status = 'active' and deleted_at is null and id <> ${id}`.execute(db);
  return rows[0]?.count ?? 0;
}

export type NewAccount = AccountFields & { password_hash: string };

/** Answers their ids in the order of the rows. */
export async function insertAccounts(db: Db, accounts: NewAccount[]): Promise<number[]> {
  const rows = accounts.map((account, place) => ({ ...account, place }));
  const added = await tellingClashes(() =>
    sql<{ id: number }>`
      insert into users (role, school_id, username, first_name, last_name, identifier_code, email,
        phone, parent_name, status, must_change_password, password_hash)
      select role, school_id, username, first_name, last_name, identifier_code, email,
             phone, parent_name, status, must_change_password, password_hash
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as account (
        role text, school_id bigint, username text, first_name text, last_name text,
        identifier_code text, email text, phone text, parent_name text, status text,
        must_change_password boolean, password_hash text, place int)
      order by place
      returning id`.execute(db),
  );
  return added.rows.map(({ id }) => id);
}

/** Writes what changed alone: what somebody else writes at this moment is not undone. */
export async function updateAccounts(
  db: Db,
  changes: { id: number; fields: Partial<AccountFields> }[],
): Promise<void> {
  await tellingClashes(() =>
    sql`
      update users
      set (role, school_id, username, first_name, last_name, identifier_code, email,
           phone, parent_name, status, must_change_password, version) = (
        select role, school_id, username, first_name, last_name, identifier_code, email,
               phone, parent_name, status, must_change_password, version + 1
        from jsonb_populate_record(users, change.fields))
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id bigint, fields jsonb)
      where users.id = change.id`.execute(db),
  );
}

export async function updatePasswords(
  db: Db,
  given: { id: number; hash: string; mustChange: boolean }[],
): Promise<void> {
  await sql`
    update users set password_hash = given.hash, must_change_password = given.must_change,
                     version = version + 1
    from unnest(${given.map(({ id }) => id)}::bigint[], ${given.map(({ hash }) => hash)}::text[],
      ${given.map(({ mustChange }) => mustChange)}::boolean[]) as given (id, hash, must_change)
    where users.id = given.id`.execute(db);
  await closeAllSessions(
    db,
    given.map(({ id }) => id),
  );
}

export async function hideAccount(db: Db, id: number): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ deleted_at: sql`now()`, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function areStudentsOf(db: Db, schoolId: number, ids: number[]): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('school_id', '=', schoolId)
    .where('role', '=', 'Student')
    .where('deleted_at', 'is', null)
    .execute();
  return found.length === new Set(ids).size;
}

export async function replaceChildren(
  db: Db,
  { parentId, schoolId, childIds }: { parentId: number; schoolId: number; childIds: number[] },
): Promise<void> {
  await db.deleteFrom('parents_children').where('parent_id', '=', parentId).execute();
  if (childIds.length === 0) return;
  await db
    .insertInto('parents_children')
    .values(
      [...new Set(childIds)].map((childId) => ({
        school_id: schoolId,
        parent_id: parentId,
        student_id: childId,
      })),
    )
    .execute();
}

/** Takes away the links of somebody who is no longer a parent or child here, by role or by deletion. */
export async function cutFamily(db: Db, id: number): Promise<void> {
  await db
    .deleteFrom('parents_children')
    .where((eb) => eb.or([eb('parent_id', '=', id), eb('student_id', '=', id)]))
    .execute();
}

/** What the indexes refuse, in words for the field of the form. */
async function tellingClashes<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isClash(error, 'users_username')) throw fieldError('username_taken', 'username');
    if (isClash(error, 'users_identifier_code')) throw fieldError('code_taken', 'identifier_code');
    if (isClash(error, 'used_usernames_pkey')) throw fieldError('username_used', 'username');
    if (isClash(error, 'used_codes_pkey')) throw fieldError('code_used', 'identifier_code');
    if (breaksReference(error)) throw fieldError('account_tied_to_school', 'school_id');
    throw error;
  }
}
