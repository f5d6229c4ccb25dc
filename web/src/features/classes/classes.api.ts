import { classes } from '@lop-xanh/contract/classes';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { useUser } from '../../lib/current-user.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { useChosenYear } from '../years/public.ts';

type Pages = InfiniteData<ResponseOf<typeof classes.list>, string | null>;
const listKey = (year: number | undefined, schoolId: number | undefined) =>
  [
    'classes',
    'list',
    ...(year ? [year] : []),
    ...(schoolId ? [`school ${schoolId}`] : []),
  ] as const;

/** Students who must wait after too many failed login attempts. */
export const delayedStudentsQuery = (classId: number) =>
  queryOptions({
    queryKey: ['classes', classId, 'slowed'],
    queryFn: () => request(classes.students, { params: { id: classId } }),
    select: ({ students }) => students.filter(({ isLoginSlowed }) => isLoginSlowed),
    staleTime: 0,
  });

/**
 * The classes of a school year, by default the current one. All in one page, except for an Admin, whose
 * list of all schools is paged.
 */
export const classesQuery = (year?: number, schoolId?: number) =>
  infiniteQueryOptions({
    queryKey: listKey(year, schoolId),
    queryFn: ({ pageParam }) =>
      request(classes.list, {
        query: { school_id: schoolId, school_year: year, before: pageParam ?? undefined },
      }),
    // Null, unlike undefined, survives JSON.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ classes }) => classes),
    placeholderData: keepPreviousData,
    ...restoreQuery<Pages>(listKey(year, schoolId)),
  });

/**
 * The classes of the year chosen in the URL, for an Admin of the school chosen there. Students and parents have
 * only those of this year.
 */
export function useChosenClasses() {
  const { role } = useUser();
  const { params } = useUrlParams();
  const chosenYear = useChosenYear();
  const schoolId = role === 'Admin' ? Number(params.get('school')) || undefined : undefined;
  return useInfiniteQuery(classesQuery(isStaff(role) ? chosenYear : undefined, schoolId));
}
