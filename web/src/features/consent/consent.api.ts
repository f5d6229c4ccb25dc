import { consent } from '@lop-xanh/contract/consent';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

const consentKey = 'consent';

export const studentConsentQuery = (id: number) =>
  queryOptions({
    queryKey: [consentKey, 'student', id],
    queryFn: () => request(consent.read, { params: { id } }),
    staleTime: 0,
  });

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
    onSettled: () => void client.invalidateQueries({ queryKey: [consentKey] }),
  });
}
