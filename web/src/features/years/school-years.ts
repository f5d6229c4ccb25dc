import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { years } from '@lop-xanh/contract/years';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';
import { useUrlParams } from '../../lib/url-params.ts';

const schoolYearsKey = (schoolId: number) => ['classes', 'school years', schoolId] as const;

/** The years of a school, newest first, persisted with its classes. */
export const schoolYearsQuery = (schoolId: number | null | undefined) =>
  queryOptions({
    queryKey: schoolYearsKey(schoolId ?? 0),
    queryFn: () => request(years.list, { query: { school_id: schoolId ?? undefined } }),
    ...restoreQuery<ResponseOf<typeof years.list>>(schoolYearsKey(schoolId ?? 0)),
    select: ({ school_years }) => school_years,
    enabled: Boolean(schoolId),
  });

/** The school year chosen in the URL; undefined for the default. */
export function useChosenYear(): number | undefined {
  return Number(useUrlParams().params.get('school_year')) || undefined;
}
