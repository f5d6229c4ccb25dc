import { sessions } from '@lop-xanh/contract/factors';
import { people } from '@lop-xanh/contract/people';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';

/** Its key is one of the accounts, so that every change of an account refetches the person, too. */
export const personQuery = (id: number) =>
  queryOptions({
    queryKey: ['accounts', 'person', id],
    queryFn: () => request(people.read, { params: { id } }),
    staleTime: 0,
  });

export const personCommentsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['accounts', 'person', id, 'comments'],
    queryFn: ({ pageParam: before }) =>
      request(people.comments, { params: { id }, query: { before } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ comments }) => comments),
    staleTime: 0,
  });

export function useEndSessionOf(id: number) {
  return useAdminMutation((session_id: number) =>
    request(sessions.endOfUser, { params: { id, session_id } }),
  );
}

export function useEndAllSessionsOf(id: number) {
  return useAdminMutation(() => request(sessions.endAllOfUser, { params: { id } }));
}
