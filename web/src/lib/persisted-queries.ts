import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { readDeviceCache, writeDeviceCache } from './device-cache.ts';

/** The first element of the query keys that are persisted. */
type KeyPrefix = 'posts' | 'classes';

/** Selects the part of a query's data to persist; undefined for nothing. */
type SelectData = (data: unknown, queryKey: QueryKey) => unknown;

/** Persists the data of all queries with this key prefix on the device, now and after each change. */
export function persistQueries(
  client: QueryClient,
  token: string | null,
  keyPrefix: KeyPrefix,
  select: SelectData = (data) => data,
): () => void {
  const cache = client.getQueryCache();
  const persist = ({ queryKey, state }: Query) => {
    const selected = select(state.data, queryKey);
    if (selected === undefined) return;
    writeDeviceCache(
      keyPrefix,
      { ...readPersistedQueries(keyPrefix), [toName(queryKey)]: selected },
      token,
    );
  };
  // The first screen's data may have been fetched before the first render.
  for (const query of cache.findAll({ queryKey: [keyPrefix] })) {
    if (query.state.dataUpdatedAt > 0) persist(query);
  }
  return cache.subscribe((event) => {
    const isNew = event.type === 'updated' && event.action.type === 'success';
    if (isNew && event.query.queryKey[0] === keyPrefix) persist(event.query);
  });
}

interface RestoredOptions<Data> {
  initialData: () => Data | undefined;
  initialDataUpdatedAt: number;
}

/** Options that start a query with its persisted data and refetch it at once. */
export function restoreQuery<Data>(
  queryKey: readonly [KeyPrefix, ...unknown[]],
): RestoredOptions<Data> {
  return {
    initialData: () => readPersistedQueries(queryKey[0])[toName(queryKey)] as Data | undefined,
    initialDataUpdatedAt: 0,
  };
}

/** The persisted data of all queries with this key prefix, by their joined keys. */
export function readPersistedQueries(keyPrefix: KeyPrefix): Record<string, unknown> {
  return (readDeviceCache(keyPrefix) as Record<string, unknown> | null) ?? {};
}

function toName(queryKey: QueryKey): string {
  return queryKey.join('/');
}
