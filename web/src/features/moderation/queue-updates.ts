import type { QueryClient } from '@tanstack/react-query';
import type { ActionSender } from '../../lib/outbox/action-sender.ts';
import type { OutboxEntry } from '../../lib/outbox/outbox-state.ts';
import { getDecision, isDecisionOn } from './decisions.ts';
import { moderationKeys, removeFromQueue } from './queue.cache.ts';

/** Removes what was decided from the queue, in the same render that removes it from the outbox. */
export function withQueueUpdates(client: QueryClient, sender: ActionSender): ActionSender {
  const update = (entry: OutboxEntry) => {
    const decision = getDecision(entry);
    if (decision) removeFromQueue(client, (item) => isDecisionOn(decision, item));
  };
  return {
    ...sender,
    onResponse: (entry, response) => {
      sender.onResponse(entry, response);
      update(entry);
    },
    explainRejection: async (entry, error) => {
      const isExplained = (await sender.explainRejection?.(entry, error)) ?? false;
      if (isExplained) update(entry);
      void client.invalidateQueries({ queryKey: moderationKeys.queues });
      return isExplained;
    },
  };
}
