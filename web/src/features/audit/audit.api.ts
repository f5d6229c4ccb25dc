import { audit } from '@lop-xanh/contract/audit';
import type { InputOf } from '@lop-xanh/contract/endpoint';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';

export type AuditFilters = NonNullable<InputOf<typeof audit.exportCsv>['query']>;

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam: before }) => request(audit.list, { query: { ...filters, before } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ audit }) => audit),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const auditActorsQuery = (schoolId: number | undefined) =>
  queryOptions({
    queryKey: ['audit-actors', schoolId],
    queryFn: async () => (await request(audit.actors, { query: { school_id: schoolId } })).actors,
  });

export function downloadAudit(filters: AuditFilters): Promise<void> {
  return download(audit.exportCsv, { query: filters }, 'nhat-ky.csv');
}
