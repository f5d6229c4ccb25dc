import type { ModerationCounts, ModerationItem } from '@lop-xanh/contract/moderation';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOutboxEntries } from '../../lib/outbox/use-outbox.ts';
import { isDecisionOn, selectDecisions } from './decisions.ts';
import { type QueueFilter, queueQuery } from './moderation.api.ts';
import { listCachedItems, subtract } from './queue.cache.ts';

export interface Queue {
  query: ReturnType<typeof useQueueQuery>;
  /** What waits, without what this user has decided but not sent yet. */
  items: ModerationItem[];
  /** All loaded items. */
  loaded: ModerationItem[];
  counts: ModerationCounts | undefined;
  /** How many items the chosen filter has. */
  total: number;
}

const useQueueQuery = (filter: QueueFilter) => useInfiniteQuery(queueQuery(filter));

export function useQueue(filter: QueueFilter): Queue {
  const query = useQueueQuery(filter);
  const entries = useOutboxEntries();
  const client = useQueryClient();
  const { data } = query;
  return useMemo(() => {
    const loaded = data?.pages.flatMap(({ items }) => items) ?? [];
    const decisions = selectDecisions(entries);
    const isDecided = (item: ModerationItem) =>
      decisions.some(({ action }) => isDecisionOn(action, item));
    const serverCounts = data?.pages[0]?.counts;
    const decided = listCachedItems(client).filter(
      (item) => isDecided(item) && (filter.gradeId === null || item.grade_id === filter.gradeId),
    );
    const counts = serverCounts && subtract(serverCounts, decided);
    return {
      query,
      loaded,
      items: loaded.filter((item) => !isDecided(item)),
      counts,
      total: counts ? countItems(counts, filter) : 0,
    };
  }, [query, data, entries, filter, client]);
}

function countItems(counts: ModerationCounts, { kind }: QueueFilter): number {
  return kind ? counts[kind] : counts.post + counts.held + counts.reported;
}
