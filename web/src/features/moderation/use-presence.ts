import { t } from '@lingui/core/macro';
import { type ModerationItem, moderation } from '@lop-xanh/contract/moderation';
import { limits } from '@lop-xanh/contract/rules/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { request } from '../../lib/api.ts';
import { toast } from '../../ui/toast.ts';
import { countsQuery } from './moderation.api.ts';
import { moderationKeys, removeFromQueue, toKey } from './queue.cache.ts';

/** As many as the server accepts. */
const maxWatchedItems = 200;

interface Watched {
  items: readonly ModerationItem[];
  current: ModerationItem | undefined;
}

/**
 * Tells the server what this Mod looks at, and follows what the others look at and decide. Returns the
 * names of those who look at an item, by its key.
 */
export function usePresence({ items, current }: Watched): ReadonlyMap<string, string> {
  const client = useQueryClient();
  const [taken, setTaken] = useState<ReadonlyMap<string, string>>(new Map());
  const currentKey = current && toKey(current);

  const exchange = useEffectEvent(async (signal: AbortSignal) => {
    if (document.visibilityState === 'hidden') return;
    const body = {
      viewing: current ? pickKey(current) : null,
      items: items
        .slice(0, maxWatchedItems)
        .map((item) => ({ ...pickKey(item), version: (item.comment ?? item.post).version })),
    };
    const response = await request(moderation.presence, { body }).catch(() => undefined);
    if (!response || signal.aborted) return;
    setTaken(new Map(response.taken.map((item) => [toKey(item), item.by])));
    const gone = new Map(response.gone.map((item) => [toKey(item), item.by]));
    for (const item of items) {
      const by = gone.get(toKey(item));
      if (by) toast({ kind: 'info', message: describeGone(item, by), id: `gone-${toKey(item)}` });
    }
    const known = client.getQueryData(countsQuery.queryKey);
    client.setQueryData(countsQuery.queryKey, response.counts);
    if (gone.size > 0) removeFromQueue(client, (item) => gone.has(toKey(item)));
    const hasChanged = JSON.stringify(known) !== JSON.stringify(response.counts);
    if (gone.size > 0 || (known && hasChanged)) {
      void client.invalidateQueries({ queryKey: moderationKeys.queues });
    }
  });

  useEffect(() => {
    const controller = new AbortController();
    const update = () => void exchange(controller.signal);
    // Not for every item that J passes.
    const first = setTimeout(update, currentKey === undefined ? 0 : 300);
    const timer = setInterval(update, limits.presencePollMs);
    return () => {
      controller.abort();
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [currentKey]);

  // Whoever leaves the page frees the item.
  useEffect(() => {
    return () => {
      const body = { viewing: null, items: [] };
      void request(moderation.presence, { body }).catch(() => undefined);
    };
  }, []);
  return taken;
}

function pickKey({ kind, id }: ModerationItem) {
  return { kind, id };
}

function describeGone({ post, comment }: ModerationItem, mod: string): string {
  const { title } = post;
  return comment ? t`Một bình luận đã được ${mod} xử lý` : t`“${title}” đã được ${mod} xử lý`;
}
