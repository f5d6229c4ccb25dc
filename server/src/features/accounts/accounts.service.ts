import type {
  AccountFilters,
  AccountGap,
  AccountListQuery,
} from '@lop-xanh/contract/account-filters';
import type { Account } from '@lop-xanh/contract/accounts';
import type { Person } from '@lop-xanh/contract/people';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { parseRole, type Role } from '@lop-xanh/contract/rules/roles';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import { addLoginState } from '../auth/login-records.service.ts';
import { isInOwnSchool, requireSchoolId, resolveSchoolId } from '../schools/own-school.service.ts';
import { lockSchoolOf } from '../schools/schools.service.ts';
import type { AccountFilter } from './account-filters.queries.ts';
import {
  countAccounts,
  countByFilter,
  findAccounts,
  listAccountIds,
  listAccounts,
  listAccountsInBatches,
  type StoredAccount,
} from './accounts.queries.ts';
import {
  canDiscoverAccount,
  canSeeAccount,
  getAccountAbilities,
  listManageableRoles,
} from './accounts.rules.ts';
import { findFreeCodes, readNextCodeNumber } from './identifier-codes.queries.ts';
import { lockAdmins } from './write-accounts.queries.ts';

export { canSeeOneOfFew, hasChildAt } from './account-filters.queries.ts';

type FilterQuery = AccountFilters & { role?: string | undefined };
type AccountQuery = AccountListQuery & FilterQuery;

interface ListMetadata {
  next: string | null;
  total: number;
  can: { create: Role[] };
}

/** Returns a numbered page if the query asks for one, or else a cursor page. */
export async function readAccountPage(
  db: Db,
  actor: Actor,
  query: AccountQuery,
): Promise<ListMetadata & { accounts: Account[] }> {
  const { page, rows: pageSize, limit, before, sort } = query;
  const filter = toFilter(actor, query);
  const toResponse = async (accounts: StoredAccount[], next: string | null) => ({
    accounts: await toAccounts(db, actor, accounts),
    next,
    total: await countAccounts(db, actor, filter),
    can: { create: [...listManageableRoles(actor)] },
  });
  if (page) {
    const range = { offset: (page - 1) * pageSize, limit: pageSize, sort };
    return toResponse(await listAccounts(db, actor, filter, range), null);
  }
  // `before` is the wire name of every cursor; accounts are listed by ascending id.
  const afterId = before ? decodeCursor(before) : 0;
  const accounts = await listAccounts(db, actor, filter, { afterId, limit: limit + 1 });
  const cursorPage = toPage(accounts, limit, ({ id }) => id);
  return toResponse(cursorPage.page, cursorPage.next);
}

/** All accounts of one school are returned at once, unless the query asks for a numbered page. */
export function isWholeSchoolRequested(actor: Actor, { page, school_id }: AccountQuery): boolean {
  return page === undefined && (school_id ?? actor.school_id) !== null;
}

/** Serializes in batches: thousands of accounts at once would block the event loop. */
export function readAllAccountsAsJson(
  db: Db,
  actor: Actor,
  query: AccountQuery,
): Promise<ListMetadata & { json: string }> {
  const filter = toFilter(actor, query);
  return db.transaction(
    async (transaction) => {
      const items: string[] = [];
      for await (const batch of listAccountsInBatches(transaction, actor, filter, query.sort)) {
        const accounts = await toAccounts(transaction, actor, batch);
        items.push(...accounts.map((account) => JSON.stringify(account)));
      }
      const can = { create: [...listManageableRoles(actor)] };
      return { json: `[${items.join(',')}]`, next: null, total: items.length, can };
    },
    { isolation: 'repeatable read' },
  );
}

function toFilter(actor: Actor, query: FilterQuery): AccountFilter {
  return {
    schoolId: resolveSchoolId(actor, query.school_id) ?? undefined,
    role: query.role === undefined ? undefined : parseRole(query.role),
    gradeId: query.grade_id,
    classId: query.class_id,
    status: query.status,
    familyOf: query.family_of,
    searchText: query.q,
    gaps: query.lacks?.split(',') as AccountGap[] | undefined,
  };
}

/** A school's filter: what the lists of many accounts at once are made of. */
const toSchoolFilter = (actor: Actor, query: FilterQuery): AccountFilter => ({
  ...toFilter(actor, query),
  schoolId: requireSchoolId(actor, query.school_id),
});

export function readAccountCounts(db: Db, actor: Actor, query: FilterQuery) {
  return countByFilter(db, actor, toSchoolFilter(actor, query));
}

export function readAccountIds(db: Db, actor: Actor, query: FilterQuery): Promise<number[]> {
  return listAccountIds(db, actor, toSchoolFilter(actor, query), query.sort);
}

export async function readAccount(db: Db, actor: Actor, id: number): Promise<Account> {
  const [account] = await toAccounts(db, actor, [await readVisibleAccount(db, actor, id)]);
  return account as Account;
}

/** An account and those of the parents of a student. */
export async function readAccountWithParents(
  db: Db,
  actor: Actor,
  id: number,
): Promise<Pick<Person, 'account' | 'parents' | 'can'>> {
  const visible = await readVisibleAccount(db, actor, id);
  const parents = visible.parent_ids.length > 0 ? await findAccounts(db, visible.parent_ids) : [];
  const visibleParents = parents.filter((parent) => canSeeAccount(actor, parent));
  const [account, ...rest] = await toAccounts(db, actor, [visible, ...visibleParents]);
  const can = { create: [...listManageableRoles(actor)] };
  return { account: account as Account, parents: rest, can };
}

/** Also throws `not_found` if the actor may not see the account. */
export async function readVisibleAccount(db: Db, actor: Actor, id: number): Promise<StoredAccount> {
  const [account] = await findAccounts(db, [id]);
  if (!account || !canSeeAccount(actor, account)) throw new AppError('not_found');
  return account;
}

/** Like `readVisibleAccount`, for what a Teacher may do for students without seeing their accounts. */
export async function readDiscoverableAccount(
  db: Db,
  actor: Actor,
  id: number,
): Promise<StoredAccount> {
  const [account] = await findAccounts(db, [id]);
  if (!account || !canDiscoverAccount(actor, account)) throw new AppError('not_found');
  return account;
}

/**
 * Like `readVisibleAccount`, but first locks the account's school and the next one, and for an Admin all
 * Admins, until the transaction ends.
 */
export async function readAccountForUpdate(
  db: Db,
  actor: Actor,
  { id, nextSchoolId }: { id: number; nextSchoolId?: number | null | undefined },
): Promise<StoredAccount> {
  const read = () => readVisibleAccount(db, actor, id);
  const account = await lockSchoolOf(db, read, nextSchoolId);
  if (account.role !== 'Admin') return account;
  await lockAdmins(db);
  return read();
}

export async function readNextIdentifierCode(db: Db): Promise<string> {
  const from = await readNextCodeNumber(db, getCurrentYear());
  const [code] = (await findFreeCodes(db, { from, count: 1 })) as [string];
  return code;
}

export function getCurrentYear(): number {
  return Number(getVietnamDate(new Date()).slice(0, 4));
}

async function toAccounts(db: Db, actor: Actor, accounts: StoredAccount[]): Promise<Account[]> {
  const accountsWithLoginState = await addLoginState(db, accounts);
  return accountsWithLoginState.map(({ child_school_ids, ...account }) => {
    const target = { ...account, child_school_ids };
    return {
      ...account,
      ...withholdFromOtherSchools(actor, target),
      can: getAccountAbilities(actor, target),
    };
  });
}

/** A Mod sees a parent's children of their own school only, and of a parent of another school no email. */
function withholdFromOtherSchools(actor: Actor, account: StoredAccount) {
  if (actor.role === 'Admin' || account.role !== 'Parent') return {};
  const email = isInOwnSchool(actor, account) ? account.email : null;
  const children = account.children.filter((child) => isInOwnSchool(actor, child));
  return { student_ids: listChildrenInSchool(account, actor.school_id), children, email };
}

export function listChildrenInSchool(
  { student_ids, child_school_ids }: StoredAccount,
  schoolId: number | null,
): number[] {
  return student_ids.filter((_, index) => child_school_ids[index] === schoolId);
}
