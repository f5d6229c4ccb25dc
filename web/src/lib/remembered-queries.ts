import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { recall, remember } from './device-cache.ts';

/** The first word of the keys of what is remembered. */
type Area = 'posts' | 'classes';

/** What of a query's data is worth its room on the device; undefined for nothing. */
type Keep = (data: unknown, queryKey: QueryKey) => unknown;

/** Keeps on the device what the queries of an area hold, now and after each change. */
export function rememberQueries(
  client: QueryClient,
  token: string | null,
  area: Area,
  keep: Keep = (data) => data,
): () => void {
  const cache = client.getQueryCache();
  const note = ({ queryKey, state }: Query) => {
    const kept = keep(state.data, queryKey);
    if (kept === undefined) return;
    remember(area, { ...recallArea(area), [nameOf(queryKey)]: kept }, token);
  };
  // The first screen's data may be there before the screen.
  for (const query of cache.findAll({ queryKey: [area] })) {
    if (query.state.dataUpdatedAt > 0) note(query);
  }
  return cache.subscribe((event) => {
    const isNew = event.type === 'updated' && event.action.type === 'success';
    if (isNew && event.query.queryKey[0] === area) note(event.query);
  });
}

interface Recalled<Data> {
  initialData: () => Data | undefined;
  initialDataUpdatedAt: number;
}

/** What the device remembers of a query, to be fetched anew at once. */
export function recallQuery<Data>(queryKey: readonly [Area, ...unknown[]]): Recalled<Data> {
  return {
    initialData: () => recallArea(queryKey[0])[nameOf(queryKey)] as Data | undefined,
    initialDataUpdatedAt: 0,
  };
}

/** All that the device remembers of an area. */
export function recallArea(area: Area): Record<string, unknown> {
  return (recall(area) as Record<string, unknown> | null) ?? {};
}

function nameOf(queryKey: QueryKey): string {
  return queryKey.join('/');
}
