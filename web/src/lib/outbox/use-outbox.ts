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

/** What the user has to look at again, and what waits to be sent. First attempts are neither. */
export function splitEntries(entries: readonly OutboxEntryView[]) {
  const isRejected = ({ rejectionMessage }: OutboxEntryView) => rejectionMessage !== undefined;
  return {
    rejected: entries.filter(isRejected),
    waiting: entries.filter((entry) => !isRejected(entry) && !entry.isFirstAttempt),
  };
}
