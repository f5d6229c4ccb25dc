import { classes } from '@lop-xanh/contract/classes';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';

type Pages = InfiniteData<ResponseOf<typeof classes.list>, string | null>;
const listKey = ['classes', 'list'] as const;

/** Students who must wait after too many failed login attempts. */
export const delayedStudentsQuery = (classId: number) =>
  queryOptions({
    queryKey: ['classes', classId, 'slowed'],
    queryFn: () => request(classes.students, { params: { id: classId } }),
    select: ({ students }) => students.filter(({ isLoginSlowed }) => isLoginSlowed),
    staleTime: 0,
  });

/** All classes in one page, except for an Admin, whose list is paged. */
export const classesQuery = infiniteQueryOptions({
  queryKey: listKey,
  queryFn: ({ pageParam }) => request(classes.list, { query: { before: pageParam ?? undefined } }),
  // Null, unlike undefined, survives JSON.
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next ?? undefined,
  select: ({ pages }) => pages.flatMap(({ classes }) => classes),
  ...restoreQuery<Pages>(listKey),
});
