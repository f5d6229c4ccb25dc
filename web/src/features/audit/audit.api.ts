import { type AuditAction, type AuditSubject, audit } from '@lop-xanh/contract/audit';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

export interface AuditFilters {
  school_id?: number | undefined;
  action?: AuditAction | undefined;
  subject?: AuditSubject | undefined;
}

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
