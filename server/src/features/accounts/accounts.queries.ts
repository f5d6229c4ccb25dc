import type { AccountGap, AccountSort } from '@lop-xanh/contract/account-filters';
import { account } from '@lop-xanh/contract/accounts';
import { id } from '@lop-xanh/contract/fields';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { roles } from '@lop-xanh/contract/rules/roles';
import { type AccountCounts, accountCounts } from '@lop-xanh/contract/selected-accounts';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import {
  type AccountFilter,
  buildFilterCondition,
  hasStatus,
  joinClass,
  lacks,
  selectConsent,
  toOrder,
} from './account-filters.queries.ts';

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

/** Accounts after an id, ordered by id, or accounts from an offset, in the order of the list. */
export type PageRange =
  | { afterId: number; limit: number }
  | { offset: number; limit: number; sort?: AccountSort | undefined };

export async function listAccounts(
  db: Db,
  actor: Actor,
  filter: AccountFilter,
  range: PageRange,
): Promise<StoredAccount[]> {
  const isOrderedById = 'afterId' in range;
  const order = isOrderedById ? sql`account.id` : toOrder(range.sort ?? 'name');
  const needsClass = !isOrderedById && range.sort?.endsWith('class');
  const accountQuery = sql`
    select account.* from users account ${needsClass ? joinClass : empty}
    where ${buildFilterCondition(actor, filter)}
      and ${isOrderedById ? sql`account.id > ${range.afterId}` : sql`true`}
    order by ${order}
    limit ${range.limit} offset ${isOrderedById ? 0 : range.offset}`;
  return selectAccounts(db, accountQuery, order);
}

const batchSize = 250;

/** Yields all accounts in the order of the list, in batches: one long list must not block other requests. */
export async function* listAccountsInBatches(
  db: Db,
  actor: Actor,
  filter: AccountFilter,
  sort?: AccountSort,
): AsyncGenerator<StoredAccount[]> {
  for (let offset = 0; ; offset += batchSize) {
    const accounts = await listAccounts(db, actor, filter, { offset, limit: batchSize, sort });
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

/** All of them, in the order of the list. */
export function listAccountIds(
  db: Db,
  actor: Actor,
  filter: AccountFilter,
  sort: AccountSort,
): Promise<number[]> {
  return db.values(
    id,
    sql`
      select account.id from users account ${joinClass}
      where ${buildFilterCondition(actor, filter)} order by ${toOrder(sort)}`,
  );
}

/** What the list would have with each further filter, in one pass over those of the school. */
export function countByFilter(
  db: Db,
  actor: Actor,
  { status, gaps = [], ...filter }: AccountFilter,
): Promise<AccountCounts> {
  const isOfStatus = status ? hasStatus(status) : sql`true`;
  const hasGaps = sql`${join([sql`true`, ...gaps.map(lacks)], ' and ')}`;
  const countOfStatus = (counted: 'active' | 'inactive' | 'left') =>
    sql`count(*) filter (where ${hasGaps} and ${hasStatus(counted)})::int`;
  const countOfGap = (gap: AccountGap) =>
    sql`count(*) filter (where ${isOfStatus} and ${hasGaps} and ${lacks(gap)})::int`;
  return db.one(
    accountCounts,
    sql`
      select ${countOfStatus('active')} as active, ${countOfStatus('inactive')} as inactive,
             ${countOfStatus('left')} as "left", ${countOfGap('parent')} as parent,
             ${countOfGap('login')} as login, ${countOfGap('consent')} as consent
      from users account where ${buildFilterCondition(actor, filter)}`,
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
           account.last_login_at as "lastLoginAt", ${selectConsent()} as "hasPhotoConsent",
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
    ${joinClass}
    left join grades grade on grade.id = class.grade_id
    order by ${order}`,
  );
}
