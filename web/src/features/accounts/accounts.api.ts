import {
  type Account,
  type AccountDraft,
  type AccountEdit,
  accounts,
} from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useAdministering } from '../../lib/administration.ts';
import { request } from '../../lib/api.ts';

export interface WantedAccounts {
  role: Role;
  /** None for Admins, who belong to no school. */
  school_id?: number | undefined;
  grade_id?: number | undefined;
  class_id?: number | 'none' | undefined;
  q?: string | undefined;
  page: number;
}

/** One page of a table of people. */
export const accountsQuery = (wanted: WantedAccounts) =>
  queryOptions({
    queryKey: ['accounts', 'table', wanted],
    queryFn: () => readAccounts(wanted),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

async function readAccounts({ role, ...query }: WantedAccounts) {
  if (role === 'Student') {
    const { students, ...rest } = await request(accounts.students, { query });
    return { rows: students, ...rest };
  }
  const { users, ...rest } = await request(accounts.list, { query: { ...query, role } });
  return { rows: users, ...rest };
}

/** The code that the next new student gets. */
export const nextCodeQuery = queryOptions({
  queryKey: ['accounts', 'next code'],
  queryFn: async () =>
    (await request(accounts.students, { query: { page: 1, rows: 1 } })).next_identifier_code,
  staleTime: 0,
});

export type Written = { draft: AccountDraft } | { edit: AccountEdit };

/** Adds an account, or changes the one given, from the version that the change began with. */
export function useSaveAccount(account: Account | undefined) {
  return useAdministering(({ written, key }: { written: Written; key: string }) => {
    const headers = { 'idempotency-key': key };
    if ('draft' in written) return request(accounts.create, { body: written.draft, headers });
    const { id = 0, version = 1 } = account ?? {};
    return request(accounts.edit, { params: { id }, body: { ...written.edit, version }, headers });
  });
}

export function useDeleteAccount() {
  return useAdministering(({ id, role }: Account) =>
    request(role === 'Student' ? accounts.removeStudent : accounts.remove, { params: { id } }),
  );
}

interface Reset {
  id: number;
  /** The same for every try: a second one does not make a second password. */
  key: string;
}

export function useResetPassword() {
  return useAdministering(({ id, key }: Reset) =>
    request(accounts.reset, { params: { id }, headers: { 'idempotency-key': key } }),
  );
}

export function useResetClass() {
  return useAdministering(({ id, key }: Reset) =>
    request(accounts.resetClass, { params: { id }, headers: { 'idempotency-key': key } }),
  );
}
