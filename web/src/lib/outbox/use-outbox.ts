import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Outbox, Shown } from './outbox.ts';

export const OutboxContext = createContext<Outbox | null>(null);

export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext);
  if (!outbox) throw new Error('There is no outbox here.');
  return outbox;
}

/** All that waits on this device, in its order. */
export function useWaiting(): readonly Shown[] {
  const { subscribe, shown } = useOutbox();
  return useSyncExternalStore(subscribe, shown);
}

/** What the server refused and nobody has read yet. */
export function useRefused(): readonly Shown[] {
  return useWaiting().filter(({ refusal }) => refusal !== undefined);
}
