import { useEffect, useState } from 'react';
import { formatRelativeTime } from '../language/relative-time.ts';
import { useStaleData } from '../lib/stale-data.ts';

const updateIntervalMs = 60_000;

/** How old the page is, in words, while the server does not send a newer one; otherwise null. */
export function useStaleAge(): { age: string | null; refetch: () => void } {
  const { receivedAt, refetch } = useStaleData();
  const [, setUpdates] = useState(0);
  useEffect(() => {
    if (receivedAt === null) return;
    const timer = setInterval(() => setUpdates((updates) => updates + 1), updateIntervalMs);
    return () => clearInterval(timer);
  }, [receivedAt]);
  const age = receivedAt === null ? null : formatRelativeTime(new Date(receivedAt).toISOString());
  return { age, refetch };
}
