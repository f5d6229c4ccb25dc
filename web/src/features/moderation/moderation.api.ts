import { type ModerationKind, moderation } from '@lop-xanh/contract/moderation';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { moderationKeys } from './queue.cache.ts';

export interface QueueFilter {
  kind: ModerationKind | null;
  gradeId: number | null;
}

const itemsPerPage = 20;

export const queueQuery = ({ kind, gradeId }: QueueFilter) =>
  infiniteQueryOptions({
    queryKey: moderationKeys.queue(kind, gradeId),
    queryFn: ({ pageParam }) =>
      request(moderation.queue, {
        query: {
          limit: itemsPerPage,
          before: pageParam ?? undefined,
          kind: kind ?? undefined,
          grade_id: gradeId ?? undefined,
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** How many items of each kind wait in the whole school. */
export const countsQuery = queryOptions({
  queryKey: moderationKeys.counts,
  queryFn: async () => (await request(moderation.queue, { query: { limit: 1 } })).counts,
});
