import { dashboard, type SchoolOrder } from '@lop-xanh/contract/dashboard';
import type { Concern, ConcernLevel } from '@lop-xanh/contract/rules/concerns';
import { limits } from '@lop-xanh/contract/rules/limits';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

export interface DashboardFilters {
  q: string | undefined;
  level: ConcernLevel | undefined;
  concern: Concern | undefined;
  sort: SchoolOrder;
}

export const dashboardQuery = (filters: DashboardFilters) =>
  infiniteQueryOptions({
    queryKey: ['dashboard', filters],
    queryFn: ({ pageParam: page }) => request(dashboard.read, { query: { ...filters, page } }),
    initialPageParam: 1,
    getNextPageParam: ({ found }, pages) =>
      pages.length * limits.schoolsPerPage < found ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const loginsQuery = (monday: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', 'logins', monday],
    queryFn: () => request(dashboard.logins, { query: { monday } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Never fresh: others work on them, too. */
export const schoolTasksQuery = (schoolId: number) =>
  queryOptions({
    queryKey: ['school-tasks', schoolId],
    queryFn: () => request(dashboard.tasks, { query: { school_id: schoolId } }),
    staleTime: 0,
  });
