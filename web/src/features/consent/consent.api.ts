import { consent, type StudentConsent } from '@lop-xanh/contract/consent';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { childrenQuery } from '../../lib/current-user.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';

const consentKey = 'consent';

const studentConsentKey = (id: number) => ['classes', consentKey, id] as const;

/** Persisted with the classes, so that the question on a parent's home does not appear late. */
export const studentConsentQuery = (id: number) =>
  queryOptions({
    queryKey: studentConsentKey(id),
    queryFn: () => request(consent.read, { params: { id } }),
    ...restoreQuery<StudentConsent>(studentConsentKey(id)),
    staleTime: 0,
  });

/** Whether it is still unknown what a parent has to be asked about some of the children. */
export function useConsentLoading(ids: readonly number[]): boolean {
  const { isLoading } = useQuery(childrenQuery);
  return useQueries({
    queries: ids.map(studentConsentQuery),
    combine: (results) => isLoading || results.some((result) => result.isLoading),
  });
}

export const classConsentQuery = (id: number) =>
  queryOptions({
    queryKey: [consentKey, 'class', id],
    queryFn: async () => (await request(consent.ofClass, { params: { id } })).students,
    // Fetched again whenever a form opens, which starts from what is stored now.
    staleTime: 0,
    gcTime: 0,
  });

/** The posts with photos of a student's classes. */
export const consentPostsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [consentKey, 'posts', id],
    queryFn: ({ pageParam: before }) =>
      request(consent.posts, { params: { id }, query: { before: before ?? undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    select: ({ pages }) => pages.flatMap(({ posts }) => posts),
  });

interface Submission<Body> {
  id: number;
  body: Body;
  key: string;
}

export function useAnswerConsent() {
  return useConsentMutation(({ id, body, key }: Submission<BodyOf<typeof consent.answer>>) =>
    request(consent.answer, { params: { id }, body, headers: { 'idempotency-key': key } }),
  );
}

export function useRecordConsent() {
  return useConsentMutation(({ id, body, key }: Submission<BodyOf<typeof consent.record>>) =>
    request(consent.record, { params: { id }, body, headers: { 'idempotency-key': key } }),
  );
}

export function useRecordClassConsent() {
  return useConsentMutation(({ id, body, key }: Submission<BodyOf<typeof consent.recordClass>>) =>
    request(consent.recordClass, { params: { id }, body, headers: { 'idempotency-key': key } }),
  );
}

function useConsentMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [consentKey] });
      void client.invalidateQueries({ queryKey: ['classes', consentKey] });
      void client.invalidateQueries({ queryKey: ['accounts', 'person'] });
    },
  });
}
