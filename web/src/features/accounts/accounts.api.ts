import type { AccountListQuery, AccountSort } from '@lop-xanh/contract/account-filters';
import {
  type Account,
  type AccountEdit,
  type AccountInput,
  accounts,
  type Departure,
} from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { selectedAccounts } from '@lop-xanh/contract/selected-accounts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';

/** Which accounts a list has, and in which order. */
export interface AccountListFilters {
  role: Role;
  /** Undefined for Admins, who belong to no school. */
  school_id?: number | undefined;
  grade_id?: number | undefined;
  class_id?: number | 'none' | undefined;
  status?: AccountListQuery['status'];
  q?: string | undefined;
  lacks?: string | undefined;
  sort?: AccountSort | undefined;
}

export interface AccountFilters extends AccountListFilters {
  page: number;
  rows?: number | undefined;
}

const tableKey = ['accounts', 'table'];
type AccountPage = Awaited<ReturnType<typeof fetchAccounts>>;

/** One page of the accounts table. */
export const accountsQuery = (filters: AccountFilters) =>
  queryOptions({
    queryKey: [...tableKey, filters],
    queryFn: () => fetchAccounts(filters),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

async function fetchAccounts({ role, ...query }: AccountFilters) {
  if (role === 'Student') {
    const { students, ...rest } = await request(accounts.students, { query });
    return { rows: students, ...rest };
  }
  const { users, ...rest } = await request(accounts.list, { query: { ...query, role } });
  return { rows: users, ...rest };
}

/** How many a school's list has with each filter added to the others. */
export function accountCountsQuery(list: AccountListFilters) {
  const query = { ...list, sort: undefined };
  return queryOptions({
    queryKey: ['accounts', 'counts', query],
    queryFn: () => request(selectedAccounts.counts, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** All of a school's list, in its order. */
export const accountIdsQuery = (list: AccountListFilters) =>
  queryOptions({
    queryKey: ['accounts', 'ids', list],
    queryFn: async () => (await request(selectedAccounts.ids, { query: list })).ids,
    staleTime: 0,
  });

/** The code that the next new student gets. */
export const nextCodeQuery = queryOptions({
  queryKey: ['accounts', 'next code'],
  queryFn: async () =>
    (await request(accounts.students, { query: { page: 1, rows: 1 } })).next_identifier_code,
  staleTime: 0,
});

export type AccountChanges = { draft: AccountInput } | { edit: AccountEdit };

/** Creates an account, or edits the given one; the server rejects the edit of an outdated version. */
export function useSaveAccount(account: Account | undefined) {
  const client = useQueryClient();
  return useAdminMutation(async ({ changes, key }: { changes: AccountChanges; key: string }) => {
    const headers = { 'idempotency-key': key };
    if ('draft' in changes) return request(accounts.create, { body: changes.draft, headers });
    const { id = 0, version = 1 } = account ?? {};
    const body = { ...changes.edit, version };
    const saved = await request(accounts.edit, { params: { id }, body, headers });
    // The account may be opened again before the table is refetched.
    client.setQueriesData<AccountPage>({ queryKey: tableKey }, (page) => replaceRow(page, saved));
    return saved;
  });
}

function replaceRow(page: AccountPage | undefined, saved: Account): AccountPage | undefined {
  return page && { ...page, rows: page.rows.map((row) => (row.id === saved.id ? saved : row)) };
}

interface StudentRequest<Body> {
  id: number;
  body: Body;
  key: string;
}

export function useLeave() {
  return useAdminMutation(({ id, body, key }: StudentRequest<Departure>) =>
    request(accounts.leave, { params: { id }, body, headers: { 'idempotency-key': key } }),
  );
}

export function useReturn() {
  return useAdminMutation(({ id, body, key }: StudentRequest<{ class_id: number | null }>) =>
    request(accounts.return, { params: { id }, body, headers: { 'idempotency-key': key } }),
  );
}

interface ResetInput {
  id: number;
  /** The same for every attempt, so that a retry does not issue a second password. */
  key: string;
}

export function useResetPassword() {
  return useAdminMutation(({ id, key }: ResetInput) =>
    request(accounts.resetPassword, { params: { id }, headers: { 'idempotency-key': key } }),
  );
}

export function useResetClassPasswords() {
  return useAdminMutation(({ id, key }: ResetInput) =>
    request(accounts.resetClassPasswords, { params: { id }, headers: { 'idempotency-key': key } }),
  );
}
