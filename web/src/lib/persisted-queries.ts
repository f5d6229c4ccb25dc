import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { readDeviceCache, writeDeviceCache } from './device-cache.ts';

/** The first element of the query keys that are persisted. */
type Area = 'posts' | 'classes';

/** Selects the part of a query's data to persist; undefined for nothing. */
type Select = (data: unknown, queryKey: QueryKey) => unknown;

/** Persists the data of an area's queries on the device, now and after each change. */
export function persistQueries(
  client: QueryClient,
  token: string | null,
  area: Area,
  select: Select = (data) => data,
): () => void {
  const cache = client.getQueryCache();
  const persist = ({ queryKey, state }: Query) => {
    const selected = select(state.data, queryKey);
    if (selected === undefined) return;
    writeDeviceCache(area, { ...readPersistedArea(area), [toName(queryKey)]: selected }, token);
  };
  // The first screen's data may have been fetched before the first render.
  for (const query of cache.findAll({ queryKey: [area] })) {
    if (query.state.dataUpdatedAt > 0) persist(query);
  }
  return cache.subscribe((event) => {
    const isNew = event.type === 'updated' && event.action.type === 'success';
    if (isNew && event.query.queryKey[0] === area) persist(event.query);
  });
}

interface RestoredOptions<Data> {
  initialData: () => Data | undefined;
  initialDataUpdatedAt: number;
}

/** Options that start a query with its persisted data and refetch it at once. */
export function restoreQuery<Data>(queryKey: readonly [Area, ...unknown[]]): RestoredOptions<Data> {
  return {
    initialData: () => readPersistedArea(queryKey[0])[toName(queryKey)] as Data | undefined,
    initialDataUpdatedAt: 0,
  };
}

export function readPersistedArea(area: Area): Record<string, unknown> {
  return (readDeviceCache(area) as Record<string, unknown> | null) ?? {};
}

function toName(queryKey: QueryKey): string {
  return queryKey.join('/');
}
