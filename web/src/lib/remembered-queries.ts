import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { recall, remember } from './device-cache.ts';

/** Keeps on the device what the queries under 'classes' hold, now and after each change. */
export function rememberClasses(client: QueryClient, token: string | null): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { queryKey, state } = event.query;
    if (queryKey[0] !== 'classes') return;
    remember('classes', { ...recalled(), [nameOf(queryKey)]: state.data }, token);
  });
}

interface Recalled<Data> {
  initialData: () => Data | undefined;
  initialDataUpdatedAt: number;
}

/** What the device remembers of a query, to be fetched anew at once. */
export function recallQuery<Data>(queryKey: QueryKey): Recalled<Data> {
  return {
    initialData: () => recalled()[nameOf(queryKey)] as Data | undefined,
    initialDataUpdatedAt: 0,
  };
}

function nameOf(queryKey: QueryKey): string {
  return queryKey.join('/');
}

function recalled(): Record<string, unknown> {
  return (recall('classes') as Record<string, unknown> | null) ?? {};
}
