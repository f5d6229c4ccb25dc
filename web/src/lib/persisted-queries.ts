import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { readDeviceCache, writeDeviceCache } from './device-cache.ts';

/** The first element of the query keys that are persisted. */
type KeyPrefix = 'posts' | 'classes';

/** The persisted data of queries, by their joined keys. */
export type PersistedQueries = Record<string, unknown>;

export interface PersistedQuery {
  queryKey: QueryKey;
  data: unknown;
}

/** Returns what to persist once a query has new data; `name` is its joined key. */
type AddQuery = (
  persisted: PersistedQueries,
  name: string,
  query: PersistedQuery,
) => PersistedQueries;

const addWhole: AddQuery = (persisted, name, { data }) => ({ ...persisted, [name]: data });

/** Persists the data of all queries with this key prefix on the device, now and after each change. */
export function persistQueries(
  client: QueryClient,
  token: string | null,
  keyPrefix: KeyPrefix,
  addQuery: AddQuery = addWhole,
): () => void {
  const cache = client.getQueryCache();
  const persist = ({ queryKey, state }: Query) =>
    writeDeviceCache(
      keyPrefix,
      addQuery(readPersistedQueries(keyPrefix), toName(queryKey), { queryKey, data: state.data }),
      token,
    );
  // The first screen's data may have been fetched before the first render.
  for (const query of cache.findAll({ queryKey: [keyPrefix] })) {
    if (query.state.dataUpdatedAt > 0) persist(query);
  }
  return cache.subscribe((event) => {
    const isNew = event.type === 'updated' && event.action.type === 'success';
    if (isNew && event.query.queryKey[0] === keyPrefix) persist(event.query);
  });
}

export interface RestoredOptions<Data> {
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

/** The persisted data of all queries with this key prefix. */
export function readPersistedQueries(keyPrefix: KeyPrefix): PersistedQueries {
  return (readDeviceCache(keyPrefix) as PersistedQueries | null) ?? {};
}

function toName(queryKey: QueryKey): string {
  return queryKey.join('/');
}
