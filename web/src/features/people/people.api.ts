import { people } from '@lop-xanh/contract/people';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

/** Its key is one of the accounts, so that every change of an account refetches the person, too. */
export const personQuery = (id: number) =>
  queryOptions({
    queryKey: ['accounts', 'person', id],
    queryFn: () => request(people.read, { params: { id } }),
    staleTime: 0,
  });
