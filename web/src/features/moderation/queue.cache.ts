import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type {
  ModerationCounts,
  ModerationItem,
  ModerationKey,
  ModerationKind,
  moderation,
} from '@lop-xanh/contract/moderation';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

export const moderationKeys = {
  all: ['moderation'],
  queues: ['moderation', 'queue'],
  queue: (kind: ModerationKind | null, gradeId: number | null) =>
    ['moderation', 'queue', kind, gradeId] as const,
  counts: ['moderation', 'counts'],
} as const;

type QueuePages = InfiniteData<ResponseOf<typeof moderation.queue>, string | null>;

/** Removes what was decided from every loaded queue and from the counts. */
export function removeFromQueue(
  client: QueryClient,
  isDecided: (item: ModerationItem) => boolean,
): void {
  const removed = new Map<string, ModerationKind>();
  client.setQueriesData<QueuePages>({ queryKey: moderationKeys.queues }, (data) => {
    const decided = data?.pages.flatMap(({ items }) => items.filter(isDecided)) ?? [];
    if (!data || decided.length === 0) return data;
    for (const item of decided) removed.set(toKey(item), item.kind);
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        items: page.items.filter((item) => !isDecided(item)),
        counts: subtract(page.counts, decided),
      })),
    };
  });
  client.setQueryData<ModerationCounts>(
    moderationKeys.counts,
    (counts) =>
      counts &&
      subtract(
        counts,
        [...removed.values()].map((kind) => ({ kind })),
      ),
  );
  // A fetch that started before the decision may return it as waiting.
  void client.invalidateQueries({
    queryKey: moderationKeys.all,
    predicate: ({ state }) => state.fetchStatus === 'fetching',
  });
}

/** The items of all loaded queues, whatever their filter. */
export function listCachedItems(client: QueryClient): ModerationItem[] {
  const queues = client.getQueriesData<QueuePages>({ queryKey: moderationKeys.queues });
  const items = queues.flatMap(([, data]) => data?.pages.flatMap((page) => page.items) ?? []);
  return [...new Map(items.map((item) => [toKey(item), item])).values()];
}

export function subtract(
  counts: ModerationCounts,
  items: readonly Pick<ModerationItem, 'kind'>[],
): ModerationCounts {
  const remaining = { ...counts };
  for (const { kind } of items) remaining[kind] = Math.max(0, remaining[kind] - 1);
  return remaining;
}

/** Identifies an item on the screen. */
export function toKey({ kind, id }: ModerationKey): string {
  return `${kind}-${id}`;
}
