import { accounts } from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from './api.ts';

export interface Person {
  id: number;
  full_name: string;
}

/** So many are offered at once; a search finds the others. */
const offered = 20;

export interface WantedPeople {
  role: Role;
  school_id?: number | undefined;
  grade_id?: number | undefined;
  class_id?: number | undefined;
  /** The children of a parent, the parents of a child. */
  family_of?: number | undefined;
  q?: string;
}

/** A few people of a school, by given name. */
export const peopleQuery = (wanted: WantedPeople) =>
  queryOptions({
    queryKey: ['accounts', 'people', wanted],
    queryFn: async () =>
      (await request(accounts.list, { query: { ...wanted, page: 1, rows: offered } })).users,
    placeholderData: keepPreviousData,
  });
