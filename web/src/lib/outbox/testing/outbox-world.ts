import type { OutboxDevice, TabMessage } from '../outbox-device.ts';
import type { OutboxState } from '../outbox-state.ts';

/** A tab of the model browser. */
export interface ModelTab {
  readonly device: OutboxDevice;
  /** Ends everything that the tab is doing, like a crash. */
  close: () => void;
  isOpen: () => boolean;
  /** Runs the callback after a while, unless the tab is closed by then. */
  later: <T>(delayMs: number, run: () => T) => Promise<T>;
}

/**
 * A browser for tests: a clock that jumps, one storage, locks and messages between tabs. Every step takes a
 * random time, so that each seed is another interleaving.
 */
export function createModelBrowser(
  random: () => number,
  network: Pick<OutboxDevice, 'isOffline' | 'reachServer'>,
) {
  const steps: { at: number; run: () => void }[] = [];
  let now = Date.parse('2026-11-17T08:00:00Z');
  let state: OutboxState = { entries: [], responses: [] };
  let lastSeq = 0;
  let storageFreeAt = 0;
  let storageFailures = 0;
  const addedKeys = new Set<string>();
  const lockQueues = new Map<string, { tab: object; run: () => void }[]>();
  const listeners = new Map<object, (message: TabMessage) => void>();

  function schedule(delayMs: number, run: () => void): () => void {
    const step = { at: now + delayMs, run };
    steps.push(step);
    return () => {
      const index = steps.indexOf(step);
      if (index >= 0) steps.splice(index, 1);
    };
  }
  /** Runs the steps of the next while in their order. */
  async function runFor(durationMs: number): Promise<void> {
    const end = now + durationMs;
    for (;;) {
      // Whatever promises are due have run by then.
      await new Promise(setImmediate);
      let next: (typeof steps)[number] | undefined;
      for (const step of steps) if (!next || step.at < next.at) next = step;
      if (!next || next.at > end) break;
      steps.splice(steps.indexOf(next), 1);
      now = Math.max(now, next.at);
      next.run();
    }
    now = end;
  }

  function openTab(): ModelTab {
    const tab = {};
    let isOpen = true;
    const later = <T>(delayMs: number, run: () => T) =>
      new Promise<T>((resolve, reject) => {
        schedule(delayMs, () => {
          if (!isOpen) return;
          try {
            resolve(run());
          } catch (error) {
            reject(error);
          }
        });
      });
    /** Transactions run one after the other, and each is done completely or not at all. */
    const transact = (work: () => OutboxState, canFail: boolean) =>
      new Promise<OutboxState>((resolve, reject) => {
        storageFreeAt = Math.max(storageFreeAt, now) + random() * 4;
        schedule(storageFreeAt - now, () => {
          if (!isOpen && random() < 0.5) return;
          if (canFail && storageFailures > 0 && random() < 0.3) {
            storageFailures -= 1;
            if (isOpen) reject(new Error('The disk is away.'));
            return;
          }
          state = work();
          if (isOpen) resolve(state);
        });
      });
    const leave = (name: string) => {
      const queue = lockQueues.get(name) ?? [];
      queue.shift();
      queue[0]?.run();
    };
    const device: OutboxDevice = {
      storage: {
        read: () => transact(() => state, true),
        change: (_, change) => transact(() => change(state), true),
        add: (entry, change) =>
          transact(() => {
            lastSeq += 1;
            addedKeys.add(entry.key);
            return change({ ...state, entries: [...state.entries, { ...entry, seq: lastSeq }] });
          }, false),
      },
      now: () => now,
      startTimer: (callback, delayMs) => schedule(delayMs, () => isOpen && callback()),
      withLock: (name, work) =>
        new Promise((resolve, reject) => {
          const queue = lockQueues.get(name) ?? [];
          lockQueues.set(name, queue);
          const run = () =>
            void work()
              .then(resolve, reject)
              .then(() => isOpen && leave(name));
          queue.push({ tab, run });
          if (queue.length === 1) run();
        }),
      postToTabs: (message) => {
        for (const [other, listener] of listeners) {
          if (other === tab) continue;
          schedule(random() * 10, () => listeners.has(other) && listener(message));
        }
      },
      listen({ onMessage }) {
        listeners.set(tab, onMessage);
        return () => listeners.delete(tab);
      },
      ...network,
      renderTogether: (changeQueries, publish) => {
        changeQueries();
        return later(0, publish);
      },
    };
    return {
      device,
      later,
      isOpen: () => isOpen,
      close() {
        isOpen = false;
        listeners.delete(tab);
        for (const queue of lockQueues.values()) {
          const wasFirst = queue[0]?.tab === tab;
          queue.splice(0, queue.length, ...queue.filter((waiting) => waiting.tab !== tab));
          if (wasFirst) queue[0]?.run();
        }
      },
    };
  }

  return {
    openTab,
    schedule,
    runFor,
    now: () => now,
    state: () => state,
    hasAdded: (key: string) => addedKeys.has(key),
    breakStorage(failures: number) {
      storageFailures = failures;
    },
  };
}
