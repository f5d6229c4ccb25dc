import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Outbox, OutboxEntryView } from './outbox.ts';

export const OutboxContext = createContext<Outbox | null>(null);

export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext);
  if (!outbox) throw new Error('useOutbox needs an OutboxContext.');
  return outbox;
}

/** All entries on this device in their order, rejected ones included. */
export function useOutboxEntries(): readonly OutboxEntryView[] {
  const { subscribe, entries } = useOutbox();
  return useSyncExternalStore(subscribe, entries);
}

/** The entries that the server rejected and the user has not dismissed yet. */
export function useRejectedEntries(): readonly OutboxEntryView[] {
  return useOutboxEntries().filter(({ rejectionMessage }) => rejectionMessage !== undefined);
}
