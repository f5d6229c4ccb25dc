import type { Account, AccountStatus } from '@lop-xanh/contract/accounts';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { withoutDiacritics } from '@lop-xanh/contract/rules/names';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { rolesSeenByMod } from './accounts.rules.ts';

export function findAccount(db: Db, username: string) {
  return db
    .selectFrom('users')
    .select(['id', 'role'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export type StoredAccount = Omit<Account, 'can' | 'isLoginSlowed'>;

/** The list's side of `canSeeAccount`. */
function visibleTo(actor: Actor): RawBuilder<boolean> {
  switch (actor.role) {
    case 'Admin':
      return sql`true`;
    case 'Mod':
      return sql`account.school_id = ${actor.school_id} and account.role = any(${rolesSeenByMod})`;
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return sql`false`;
  }
}

export interface WantedAccounts {
  schoolId?: number | undefined;
  role?: Role | undefined;
  gradeId?: number | undefined;
  classId?: number | 'none' | undefined;
  status?: AccountStatus | undefined;
  familyOf?: number | undefined;
  words?: string | undefined;
}

function matching(actor: Actor, wanted: WantedAccounts): RawBuilder<boolean> {
  const { schoolId, role, gradeId, classId, status, familyOf, words = '' } = wanted;
  const conditions = [
    sql`account.deleted_at is null`,
    visibleTo(actor),
    ...(schoolId ? [sql`account.school_id = ${schoolId}`] : []),
    ...(role ? [sql`account.role = ${role}`] : []),
    ...(status ? [sql`account.status = ${status}`] : []),
    ...(classId === 'none' ? [sql`account.class_id is null`] : []),
    ...(typeof classId === 'number' ? [sql`account.class_id = ${classId}`] : []),
    ...(gradeId
      ? [sql`account.class_id in (select id from classes where grade_id = ${gradeId}::bigint)`]
      : []),
    ...(familyOf ? [isFamilyOf(familyOf)] : []),
    ...patternsOf(words).map((pattern) => sql`account.search_text like ${pattern}`),
  ];
  return sql`${sql.join(conditions, sql` and `)}`;
}

function isFamilyOf(id: number): RawBuilder<boolean> {
  return sql`account.id in (
    select student_id from parents_children where parent_id = ${id}::bigint
    union all select parent_id from parents_children where student_id = ${id}::bigint)`;
}

/** A word is looked for where a word begins, and digits anywhere: people remember the end of a code. */
function patternsOf(words: string): string[] {
  return withoutDiacritics(words)
    .split(/[\s._-]+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[\\%_]/g, String.raw`\$&`))
    .map((word) => (/^\d+$/.test(word) ? `%${word}%` : `% ${word}%`));
}

const byName = sql`account.given_name, account.full_name, account.id`;

/** A part of a list: the rows after an id in the order of ids, or some rows by name. */
export type Part = { after: number; limit: number } | { offset: number; limit: number };

export async function listAccounts(
  db: Db,
  actor: Actor,
  wanted: WantedAccounts,
  part: Part,
): Promise<StoredAccount[]> {
  const isAfter = 'after' in part;
  const chosen = sql`
    select account.* from users account
    where ${matching(actor, wanted)}
      and ${isAfter ? sql`account.id > ${part.after}` : sql`true`}
    order by ${isAfter ? sql`account.id` : byName}
    limit ${part.limit} offset ${isAfter ? 0 : part.offset}`;
  return selectAccounts(db, chosen, isAfter ? sql`account.id` : byName);
}

const batch = 250;

/** Everybody by name, some hundred at a time: a long list never holds up anybody else. */
export async function* listInBatches(
  db: Db,
  actor: Actor,
  wanted: WantedAccounts,
): AsyncGenerator<StoredAccount[]> {
  for (let offset = 0; ; offset += batch) {
    const found = await listAccounts(db, actor, wanted, { offset, limit: batch });
    if (found.length > 0) yield found;
    if (found.length < batch) return;
  }
}

export async function countAccounts(db: Db, actor: Actor, wanted: WantedAccounts): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from users account where ${matching(actor, wanted)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Live accounts, whoever asks: the rules decide what becomes of them. */
export function findAccounts(db: Db, ids: number[]): Promise<StoredAccount[]> {
  const chosen = sql`select * from users where id = any(${ids}) and deleted_at is null`;
  return selectAccounts(db, chosen, sql`account.id`);
}

/** Live accounts of whatever school with one of these usernames or codes. */
export function findNamed(
  db: Db,
  { usernames, codes }: { usernames: string[]; codes: string[] },
): Promise<StoredAccount[]> {
  const small = usernames.map((username) => username.toLowerCase());
  const chosen = sql`
    select * from users
    where deleted_at is null
      and (lower(username) = any(${small}) or identifier_code = any(${codes}))`;
  return selectAccounts(db, chosen, sql`account.id`);
}

async function selectAccounts(
  db: Db,
  chosen: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<StoredAccount[]> {
  const { rows } = await sql<StoredAccount>`
    select account.id, account.username, account.role, account.school_id, school.school_name,
           class.id as class_id, class.name as class_name, class.grade_id,
           grade.name as grade_name, account.full_name, account.first_name, account.last_name,
           account.identifier_code, coalesce(account.avatar, ${defaultAvatar}) as avt,
           account.email, account.phone, account.parent_name, account.status,
           account.must_change_password as "isChangePass", account.version,
           case when account.role = 'Parent' then array(
             select link.student_id from parents_children link
             join users child on child.id = link.student_id and child.deleted_at is null
             where link.parent_id = account.id order by link.student_id
           ) else '{}'::bigint[] end as student_ids,
           case when account.role = 'Student' then array(
             select link.parent_id from parents_children link
             join users parent on parent.id = link.parent_id and parent.deleted_at is null
             where link.student_id = account.id order by link.parent_id
           ) else '{}'::bigint[] end as parent_ids
    from (${chosen}) account
    left join schools school on school.id = account.school_id
    left join classes class on class.id = account.class_id and class.deleted_at is null
    left join grades grade on grade.id = class.grade_id
    order by ${order}`.execute(db);
  return rows;
}
