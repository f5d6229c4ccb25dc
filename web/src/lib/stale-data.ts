import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { networkLimits } from './network-limits.ts';
import { getReceivedAt } from './persisted-queries.ts';

/**
 * When the oldest stored data on screen was received, in milliseconds, if the server fails to send newer data
 * or takes long; null if everything is up to date.
 */
export function useStaleData(): { receivedAt: number | null; refetch: () => void } {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(onChange),
    [client],
  );
  const failedAt = useSyncExternalStore(subscribe, () => findOldest(client, hasFailed));
  const waitingAt = useSyncExternalStore(subscribe, () => findOldest(client, isUnconfirmed));
  const isSlow = useIsLasting(waitingAt !== null);
  return {
    receivedAt: failedAt ?? (isSlow ? waitingAt : null),
    refetch: () => void client.refetchQueries({ type: 'active', predicate: hasFailed }),
  };
}

function useIsLasting(isWaiting: boolean): boolean {
  const [isLasting, setIsLasting] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLasting(true), networkLimits.staleNoticeMs);
    return () => {
      clearTimeout(timer);
      setIsLasting(false);
    };
  }, [isWaiting]);
  return isLasting;
}

function findOldest(client: QueryClient, isStale: (query: Query) => boolean): number | null {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter((query) => query.meta?.isPersisted && query.state.data !== undefined && isStale(query))
    .map(getReceivedAt)
    .filter((time) => time > 0);
  return times.length > 0 ? Math.min(...times) : null;
}

function hasFailed({ state }: Query): boolean {
  return state.status === 'error' || state.fetchFailureCount > 0;
}

/** Still as it was stored when the app opened. */
function isUnconfirmed({ state }: Query): boolean {
  return state.dataUpdatedAt === 0;
}
