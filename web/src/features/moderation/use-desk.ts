import type { ModerationItem } from '@lop-xanh/contract/moderation';
import { limits } from '@lop-xanh/contract/rules/limits';
import { useState } from 'react';
import { useSubmitPostAction } from '../posts/public.ts';
import { type Decision, isDecisionOn, toAction } from './decisions.ts';
import { toKey } from './queue.cache.ts';
import type { Queue } from './use-queue.ts';
import { type Undo, useUndo } from './use-undo.ts';

export interface Desk {
  current: ModerationItem | undefined;
  /** The place of the current item in the list. */
  index: number;
  selectedKeys: ReadonlySet<string>;
  /** What the next decision is about: the selected items, or else the current one. */
  targets: readonly ModerationItem[];
  open: (item: ModerationItem) => void;
  move: (steps: number) => void;
  toggle: (item: ModerationItem) => void;
  clearSelection: () => void;
  decide: (decision: Decision) => Promise<void>;
  lastBatch: Undo['batch'];
  undo: () => Promise<boolean>;
}

const noKeys: ReadonlySet<string> = new Set();

/** What is open and selected on the desk, and the decisions on it. */
export function useDesk({ items, loaded }: Queue): Desk {
  const submit = useSubmitPostAction();
  const { batch, undo } = useUndo();
  const [place, setPlace] = useState({ key: '', index: 0 });
  const [selectedKeys, setSelectedKeys] = useState(noKeys);

  // Another Mod may have decided on the item: the next one takes its place.
  const found = items.findIndex((item) => toKey(item) === place.key);
  const index = found >= 0 ? found : Math.max(0, Math.min(place.index, items.length - 1));
  const current = items[index];
  const selected = items.filter((item) => selectedKeys.has(toKey(item)));
  const targets = selected.length > 0 ? selected : current ? [current] : [];

  const openAt = (next: number) => {
    const item = items[next];
    if (item) setPlace({ key: toKey(item), index: next });
  };
  return {
    current,
    index,
    selectedKeys,
    targets,
    open: (item) => openAt(items.indexOf(item)),
    move: (steps) => openAt(index + steps),
    toggle: (item) =>
      setSelectedKeys((keys) => {
        const next = new Set(keys);
        if (!next.delete(toKey(item))) next.add(toKey(item));
        return next;
      }),
    clearSelection: () => setSelectedKeys(noKeys),
    decide: async (decision) => {
      const decided = new Set(targets);
      const isOpen = (item: ModerationItem) => !decided.has(item);
      const next = items.slice(index).find(isOpen) ?? items.slice(0, index).findLast(isOpen);
      setPlace({ key: next ? toKey(next) : '', index });
      setSelectedKeys(noKeys);
      const notBefore = Date.now() + limits.undoDecisionMs;
      await Promise.all(targets.map((item) => submit(toAction(item, decision), { notBefore })));
    },
    lastBatch: batch,
    undo: async () => {
      const undone = loaded.find((item) => batch.some(({ action }) => isDecisionOn(action, item)));
      const isUndone = await undo();
      if (isUndone && undone) setPlace({ key: toKey(undone), index });
      return isUndone;
    },
  };
}
