import type { BodyOf, InputOf } from '@lop-xanh/contract/endpoint';
import { type DataRequest, privacy } from '@lop-xanh/contract/privacy';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';

type Filters = Pick<NonNullable<InputOf<typeof privacy.requests>['query']>, 'isOpen'>;

export const requestsQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['privacy', 'requests', filters],
    queryFn: ({ pageParam: before }) =>
      request(privacy.requests, { query: { ...filters, before } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ requests }) => requests),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Never kept: it shows what the erasure will remove. */
export const erasurePreviewQuery = (id: number) =>
  queryOptions({
    queryKey: ['privacy', 'erasure', id],
    queryFn: () => request(privacy.previewErasure, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const retentionQuery = queryOptions({
  queryKey: ['privacy', 'retention'],
  queryFn: () => request(privacy.retention),
});

interface NewRequest {
  body: BodyOf<typeof privacy.file>;
  key: string;
}

export function useFileRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: NewRequest) =>
      request(privacy.file, { body, headers: { 'idempotency-key': key } }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['privacy'] }),
  });
}

interface RequestChange<Body> {
  id: number;
  body: Body;
  key: string;
}

export function useAnswerRequest() {
  return useAdminMutation(({ id, body, key }: RequestChange<BodyOf<typeof privacy.answer>>) =>
    request(privacy.answer, { params: { id }, body, headers: { 'idempotency-key': key } }),
  );
}

export function useFinishRequest() {
  return useAdminMutation(({ id, body, key }: RequestChange<BodyOf<typeof privacy.finish>>) =>
    request(privacy.finish, { params: { id }, body, headers: { 'idempotency-key': key } }),
  );
}

/** Everything on screen may have named the person. */
export function useErase() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, key }: RequestChange<BodyOf<typeof privacy.erase>>) =>
      request(privacy.erase, { params: { id }, body, headers: { 'idempotency-key': key } }),
    onSettled: () => void client.invalidateQueries(),
  });
}

/** The file is named after the request, not the person: a folder of downloads is seen by others. */
export function downloadCopy({ id }: DataRequest): Promise<void> {
  return download(privacy.copy, { params: { id } }, `du-lieu-${id}.zip`);
}
