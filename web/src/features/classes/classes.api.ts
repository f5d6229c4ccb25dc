import { classes } from '@lop-xanh/contract/classes';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { recallQuery } from '../../lib/remembered-queries.ts';

type Pages = InfiniteData<ResponseOf<typeof classes.list>, string | null>;
const listKey = ['classes', 'list'] as const;

/** Those whom wrong passwords keep waiting before they can log in. */
export const slowedStudentsQuery = (classId: number) =>
  queryOptions({
    queryKey: ['classes', classId, 'slowed'],
    queryFn: () => request(classes.students, { params: { id: classId } }),
    select: ({ students }) => students.filter(({ isLoginSlowed }) => isLoginSlowed),
    staleTime: 0,
  });

/** Whole but for an Admin, whose list grows by the page. */
export const classesQuery = infiniteQueryOptions({
  queryKey: listKey,
  queryFn: ({ pageParam }) => request(classes.list, { query: { before: pageParam ?? undefined } }),
  // Null, unlike undefined, survives being remembered as JSON.
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next ?? undefined,
  select: ({ pages }) => pages.flatMap(({ classes }) => classes),
  ...recallQuery<Pages>(listKey),
});
