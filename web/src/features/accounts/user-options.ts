import type { AccountStatus } from '@lop-xanh/contract/account-fields';
import { accounts } from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

/** A user to select from a list. */
export interface UserOption {
  id: number;
  full_name: string;
}

/** A search finds users beyond these. */
const maxOptions = 20;

export interface UserFilter {
  role: Role;
  school_id?: number | undefined;
  grade_id?: number | undefined;
  class_id?: number | undefined;
  /** The children of this parent, or the parents of this child. */
  family_of?: number | undefined;
  status?: AccountStatus | undefined;
  q?: string;
}

/** The first matching users by given name. */
export const userOptionsQuery = (filter: UserFilter) =>
  queryOptions({
    queryKey: ['accounts', 'options', filter],
    queryFn: async () =>
      (await request(accounts.list, { query: { ...filter, page: 1, rows: maxOptions } })).users,
    placeholderData: keepPreviousData,
  });
