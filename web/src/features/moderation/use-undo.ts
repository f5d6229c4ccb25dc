import { useEffect, useState } from 'react';
import { useOutbox, useOutboxEntries } from '../../lib/outbox/use-outbox.ts';
import { type DecisionEntry, findLastBatch, selectDecisions } from './decisions.ts';

export interface Undo {
  /** The last decisions that can still be undone; empty if there are none. */
  batch: readonly DecisionEntry[];
  /** Returns false if they were already on their way to the server. */
  undo: () => Promise<boolean>;
}

/** The last decision waits in the outbox for a few seconds, in which the user can undo it. */
export function useUndo(): Undo {
  const { withdraw } = useOutbox();
  const entries = useOutboxEntries();
  const [now, setNow] = useState(Date.now);
  const batch = findLastBatch(selectDecisions(entries), now);
  const time = batch[0]?.notBefore;
  useEffect(() => {
    if (time === undefined) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), time - Date.now());
    return () => clearTimeout(timer);
  }, [time]);
  return {
    batch,
    undo: async () => (await withdraw(batch.map(({ key }) => key))) > 0,
  };
}
