import { type AccountListQuery, account } from '@lop-xanh/contract/accounts';
import { id } from '@lop-xanh/contract/fields';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { removeDiacritics } from '@lop-xanh/contract/rules/names';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import sql, { join, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { rolesManagedByMod } from './accounts.rules.ts';

export function findAccountByUsername(db: Db, username: string) {
  return db.maybeOne(
    z.object({ id, role: z.enum(roles) }),
    sql`
      select id, role from users
      where lower(username) = ${username.toLowerCase()} and deleted_at is null`,
  );
}

const storedAccount = account.omit({ can: true, isLoginSlowed: true }).extend({
  /** The school of each child in `student_ids`. */
  child_school_ids: z.array(id),
});
export type StoredAccount = z.infer<typeof storedAccount>;

/** The same rule as `canSeeAccount`, in SQL, for an `account`. */
function buildVisibilityCondition(actor: Actor, isOfSchool = belongsToSchool): Sql {
  switch (actor.role) {
    case 'Admin':
      return sql`true`;
    case 'Mod':
      return sql`account.role = any(${rolesManagedByMod}::text[])
        and ${isOfSchool(actor.school_id)}`;
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return sql`false`;
  }
}

/** The rule for a few accounts that are known already. */
export function canSeeOneOfFew(actor: Actor): Sql {
  return buildVisibilityCondition(
    actor,
    (schoolId) => sql`(account.school_id = ${schoolId}::bigint or ${hasChildAt(schoolId)})`,
  );
}

export const hasChildAt = (schoolId: number | null) => sql`exists (
  select from parents_children link join users child on child.id = link.student_id
  where link.parent_id = account.id and child.school_id = ${schoolId}::bigint
    and child.deleted_at is null)`;

/**
 * The users of a school, and the parents of its students whatever their own school is. An array, because the
 * planner would rather look for children of every account.
 */
function belongsToSchool(schoolId: number | null): Sql {
  return sql`(account.school_id = ${schoolId}::bigint or account.id = any(array(
    select link.parent_id from users child join parents_children link on link.student_id = child.id
    where child.school_id = ${schoolId}::bigint and child.deleted_at is null)))`;
}

export interface AccountFilter {
  schoolId?: number | undefined;
  role?: Role | undefined;
  gradeId?: number | undefined;
  classId?: number | 'none' | undefined;
  status?: AccountListQuery['status'];
  familyOf?: number | undefined;
  searchText?: string | undefined;
}

function buildFilterCondition(actor: Actor, filter: AccountFilter): Sql {
  const { schoolId, role, gradeId, classId, status, familyOf, searchText = '' } = filter;
  const isParentWanted = role === undefined || role === 'Parent';
  const isIn = (condition: Sql) =>
    role === 'Parent' ? hasChildIn(actor, condition) : isMemberOf(condition);
  const conditions = [
    sql`account.deleted_at is null`,
    buildVisibilityCondition(actor),
    ...(schoolId
      ? [isParentWanted ? belongsToSchool(schoolId) : sql`account.school_id = ${schoolId}`]
      : []),
    ...(role ? [sql`account.role = ${role}`] : []),
    ...(status === 'left' ? [hasLeft] : status ? [sql`account.status = ${status}`] : []),
    ...(classId === 'none'
      ? [
          sql`not exists (select from current_members where user_id = account.id) and not ${hasLeft}`,
        ]
      : []),
    ...(typeof classId === 'number' ? [isIn(sql`class.id = ${classId}::bigint`)] : []),
    ...(gradeId ? [isIn(sql`class.grade_id = ${gradeId}::bigint`)] : []),
    ...(familyOf ? [buildFamilyCondition(familyOf)] : []),
    ...toSearchPatterns(searchText).map((pattern) => sql`account.search_text like ${pattern}`),
  ];
  return join(conditions, ' and ');
}

const hasLeft = sql`exists (
  select from departures where student_id = account.id and returned_at is null)`;

/** An array, because the planner would rather read a whole school in the order of the list. */
const isMemberOf = (condition: Sql) => sql`account.id = any(array(
  select member.user_id from current_members member join classes class on class.id = member.class_id
  where ${condition}))`;

/** A Mod does not learn in which classes of other schools a parent has children. */
const hasChildIn = ({ role, school_id }: Actor, condition: Sql) => sql`account.id = any(array(
  select link.parent_id from current_members member
  join classes class on class.id = member.class_id
  join parents_children link on link.student_id = member.user_id
  where ${condition} and ${role === 'Mod' ? sql`class.school_id = ${school_id}::bigint` : sql`true`}))`;

function buildFamilyCondition(id: number): Sql {
  return sql`account.id in (
    select student_id from parents_children where parent_id = ${id}::bigint
    union all select parent_id from parents_children where student_id = ${id}::bigint)`;
}

/**
 * A search word matches the beginning of a word. Digits match anywhere, since users remember the end of
 * a code.
 */
function toSearchPatterns(searchText: string): string[] {
  return removeDiacritics(searchText)
    .split(/[\s._-]+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[\\%_]/g, String.raw`\$&`))
    .map((word) => (/^\d+$/.test(word) ? `%${word}%` : `% ${word}%`));
}

const nameOrder = sql`account.given_name, account.full_name, account.id`;

/** Accounts after an id, ordered by id, or accounts from an offset, ordered by name. */
export type PageRange = { afterId: number; limit: number } | { offset: number; limit: number };

export async function listAccounts(
  db: Db,
  actor: Actor,
  filter: AccountFilter,
  range: PageRange,
): Promise<StoredAccount[]> {
  const isOrderedById = 'afterId' in range;
  const order = isOrderedById ? sql`account.id` : nameOrder;
  const accountQuery = sql`
    select account.* from users account
    where ${buildFilterCondition(actor, filter)}
      and ${isOrderedById ? sql`account.id > ${range.afterId}` : sql`true`}
    order by ${order}
    limit ${range.limit} offset ${isOrderedById ? 0 : range.offset}`;
  return selectAccounts(db, accountQuery, order);
}

const batchSize = 250;

/** Yields all accounts, ordered by name, in batches: one long list must not block other requests. */
export async function* listAccountsInBatches(
  db: Db,
  actor: Actor,
  filter: AccountFilter,
): AsyncGenerator<StoredAccount[]> {
  for (let offset = 0; ; offset += batchSize) {
    const accounts = await listAccounts(db, actor, filter, { offset, limit: batchSize });
    if (accounts.length > 0) yield accounts;
    if (accounts.length < batchSize) return;
  }
}

export function countAccounts(db: Db, actor: Actor, filter: AccountFilter): Promise<number> {
  return db.value(
    z.number(),
    sql`select count(*) from users account where ${buildFilterCondition(actor, filter)}`,
  );
}

/** Does not check access: callers apply the rules. */
export function findAccounts(db: Db, ids: number[]): Promise<StoredAccount[]> {
  const accountQuery = sql`select * from users where id = any(${ids}::bigint[]) and deleted_at is null`;
  return selectAccounts(db, accountQuery, sql`account.id`);
}

/** Searches all schools. */
export function findAccountsByUsernameOrCode(
  db: Db,
  { usernames, codes }: { usernames: string[]; codes: string[] },
): Promise<StoredAccount[]> {
  const lowerUsernames = usernames.map((username) => username.toLowerCase());
  const accountQuery = sql`
    select * from users
    where deleted_at is null
      and (lower(username) = any(${lowerUsernames}::text[]) or identifier_code = any(${codes}::text[]))`;
  return selectAccounts(db, accountQuery, sql`account.id`);
}

function selectAccounts(db: Db, accountQuery: Sql, order: Sql): Promise<StoredAccount[]> {
  return db.many(
    storedAccount,
    sql`
    select account.id, account.username, account.role, account.school_id, school.school_name,
           class.id as class_id, class.name as class_name, class.grade_id,
           grade.name as grade_name, account.full_name, account.first_name, account.last_name,
           account.identifier_code, coalesce(account.avatar, ${defaultAvatar}) as avt,
           account.email, account.phone, account.parent_name, account.birth_date, account.sex,
           account.status,
           account.must_change_password as "isChangePass", account.version,
           account.second_factor_at is not null as "hasSecondFactor",
           case when account.role = 'Parent' then array(
             select parent_child.student_id from parents_children parent_child
             join users child on child.id = parent_child.student_id and child.deleted_at is null
             where parent_child.parent_id = account.id order by parent_child.student_id
           ) else '{}'::bigint[] end as student_ids,
           case when account.role = 'Parent' then array(
             select child.school_id from parents_children parent_child
             join users child on child.id = parent_child.student_id and child.deleted_at is null
             where parent_child.parent_id = account.id order by parent_child.student_id
           ) else '{}'::bigint[] end as child_school_ids,
           case when account.role = 'Student' then array(
             select parent_child.parent_id from parents_children parent_child
             join users parent on parent.id = parent_child.parent_id and parent.deleted_at is null
             where parent_child.student_id = account.id order by parent_child.parent_id
           ) else '{}'::bigint[] end as parent_ids,
           case when account.role = 'Parent' then (
             select coalesce(json_agg(json_build_object('id', child.id,
                'full_name', child.full_name, 'class_name', child_class.name,
                'school_id', child_school.id, 'school_name', child_school.school_name)
                order by child.given_name, child.full_name, child.id), '[]')
             from parents_children parent_child
             join users child on child.id = parent_child.student_id and child.deleted_at is null
             join schools child_school on child_school.id = child.school_id
             left join current_members child_member on child_member.user_id = child.id
             left join classes child_class on child_class.id = child_member.class_id
             where parent_child.parent_id = account.id
           ) else '[]' end as children,
           (select json_strip_nulls(json_build_object('left_on', departure.left_on,
              'reason', departure.reason, 'destination', departure.destination))
            from departures departure
            where departure.student_id = account.id and departure.returned_at is null) as departure
    from (${accountQuery}) account
    left join schools school on school.id = account.school_id
    left join current_members member on member.user_id = account.id
    left join classes class on class.id = member.class_id
    left join grades grade on grade.id = class.grade_id
    order by ${order}`,
  );
}
