import type { InfiniteData, Query, QueryCache, QueryClient, QueryKey } from '@tanstack/react-query';
import { takeFormerEntries } from './device-cache.ts';
import {
  getEntry,
  listEntries,
  loadEntries,
  putEntries,
  whenEntriesLoaded,
} from './persisted-entries.ts';
import { currentToken } from './session.ts';

/** The data of queries by their joined keys. */
export type PersistedQueries = Record<string, unknown>;

export interface PersistedQuery {
  name: string;
  queryKey: QueryKey;
  data: unknown;
}

/**
 * Returns what to store once a query has new data, which may change the stored data of other queries of the
 * same prefix.
 */
export type Persist = (query: PersistedQuery, stored: PersistedQueries) => PersistedQueries;

interface Owner {
  user: number;
  token: string | null;
}

/** Reads what is stored for this user. Until then, queries start without data. */
export async function loadPersistedQueries(user: number): Promise<void> {
  await loadEntries(user);
  // Earlier versions did not store the time.
  const updatedAt = Date.now();
  const former = Object.entries(takeFormerEntries())
    .filter(([name]) => !getEntry(name))
    .map(([name, data]) => ({ name, user, text: JSON.stringify(data), updatedAt }));
  putEntries(former, currentToken());
}

/**
 * Stores the data of every query that was made with `restoreQuery`, now and after each change. The queries
 * whose keys start with a name in `persistByPrefix` are stored in their own way.
 */
export function persistQueries(
  client: QueryClient,
  { user, token }: Owner,
  persistByPrefix: Record<string, Persist>,
): () => void {
  const cache = client.getQueryCache();
  const persist = ({ queryKey, state, meta }: Query) => {
    const name = toName(queryKey);
    const prefix = String(queryKey[0]);
    const persistAll = persistByPrefix[prefix];
    if (!persistAll && !meta?.isPersisted) return;
    const changed = persistAll
      ? persistAll({ name, queryKey, data: state.data }, readPersistedQueries(prefix))
      : { [name]: keepFirstPage(state.data) };
    putEntries(
      Object.entries(changed).flatMap(([changedName, data]) => {
        const text = JSON.stringify(data);
        const stored = getEntry(changedName);
        const isFetched = changedName === name && state.dataUpdatedAt > 0;
        if (!isFetched && text === stored?.text) return [];
        const updatedAt = isFetched ? state.dataUpdatedAt : (stored?.updatedAt ?? Date.now());
        return { name: changedName, user, text, updatedAt };
      }),
      token,
    );
  };
  // The first screen's data may have been fetched before the first render.
  for (const query of cache.getAll()) if (query.state.dataUpdatedAt > 0) persist(query);
  void restoreLateEntries(cache);
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') persist(event.query);
  });
}

/** On a slow device, queries may have started before their stored data was read. */
async function restoreLateEntries(cache: QueryCache): Promise<void> {
  await whenEntriesLoaded();
  for (const query of cache.getAll()) {
    const { state, options, meta } = query;
    if (!meta?.isPersisted || state.data !== undefined) continue;
    const data = (options.initialData as () => unknown)();
    if (data === undefined) continue;
    query.setState({ data, status: state.status === 'pending' ? 'success' : state.status });
  }
}

/** Of a long list; scrolling loads the others again. */
function keepFirstPage(data: unknown): unknown {
  const { pages, pageParams } = (data ?? {}) as Partial<InfiniteData<unknown>>;
  if (!Array.isArray(pages) || !Array.isArray(pageParams)) return data;
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}

export interface RestoredOptions<Data> {
  initialData: () => Data | undefined;
  initialDataUpdatedAt: number;
  meta: { isPersisted: true };
}

/** Options that store a query on the device, start it with what is stored there, and refetch it at once. */
export function restoreQuery<Data>(queryKey: QueryKey): RestoredOptions<Data> {
  return {
    initialData: () => {
      const entry = getEntry(toName(queryKey));
      return entry && (JSON.parse(entry.text) as Data);
    },
    initialDataUpdatedAt: 0,
    meta: { isPersisted: true },
  };
}

/** The stored data of all queries whose keys start with this name. */
export function readPersistedQueries(keyPrefix: string): PersistedQueries {
  return Object.fromEntries(
    listEntries()
      .filter(({ name }) => name.startsWith(`${keyPrefix}/`))
      .map(({ name, text }) => [name, JSON.parse(text)]),
  );
}

/** When the server sent the data that a query shows, in milliseconds; 0 if that is unknown. */
export function getReceivedAt({ queryKey, state }: Query): number {
  return state.dataUpdatedAt || (getEntry(toName(queryKey))?.updatedAt ?? 0);
}

function toName(queryKey: QueryKey): string {
  return queryKey.join('/');
}
