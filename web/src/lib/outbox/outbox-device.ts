import { site } from '@lop-xanh/contract/site';
import { notifyManager } from '@tanstack/react-query';
import { request } from '../api.ts';
import { networkLimits } from '../network-limits.ts';
import { onReturn } from '../on-return.ts';
import { withTabLock } from '../tab-lock.ts';
import type { OutboxEntry } from './outbox-state.ts';
import { type OutboxStorage, outboxStorage } from './outbox-storage.ts';

/** What the tabs of a browser tell each other. */
export interface TabMessage {
  /** Whose outbox has changed. */
  readonly user: number;
  readonly sent?: { entry: OutboxEntry; response: unknown };
}

/** Everything around an outbox that takes time or is shared between tabs; a test replaces it by a model. */
export interface OutboxDevice {
  readonly storage: OutboxStorage;
  now: () => number;
  /** Returns a function that stops the timer. */
  startTimer: (callback: () => void, delayMs: number) => () => void;
  /** Runs `work` while no other tab runs any of the same name. */
  withLock: (name: string, work: () => Promise<void>) => Promise<void>;
  postToTabs: (message: TabMessage) => void;
  /** `onWakeUp` is called when the network or the user may be back. Returns a function that ends it. */
  listen: (callbacks: {
    onMessage: (message: TabMessage) => void;
    onWakeUp: () => void;
  }) => () => void;
  /** Certainly without any network: nothing that is sent now can reach the server. */
  isOffline: () => boolean;
  /** Rejects if the server does not respond. */
  reachServer: () => Promise<void>;
  /**
   * Shows a response in the same render that removes its entry, so that it appears neither twice nor not
   * at all.
   */
  renderTogether: (changeQueries: () => void, publish: () => void) => Promise<void>;
}

export function createBrowserDevice(): OutboxDevice {
  const otherTabs = new BroadcastChannel('outbox');
  return {
    storage: outboxStorage,
    now: () => Date.now(),
    startTimer,
    withLock: withTabLock,
    postToTabs: (message) => otherTabs.postMessage(message),
    listen({ onMessage, onWakeUp }) {
      const receive = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
      const stopWaiting = onReturn(onWakeUp);
      otherTabs.addEventListener('message', receive);
      return () => {
        stopWaiting();
        otherTabs.removeEventListener('message', receive);
      };
    },
    isOffline: () => !navigator.onLine,
    reachServer: () =>
      new Promise((resolve, reject) => {
        const stopTimer = startTimer(() => reject(new Error('timeout')), networkLimits.readMs);
        void request(site.health)
          .then(() => resolve(), reject)
          .then(stopTimer);
      }),
    renderTogether: (changeQueries, publish) =>
      new Promise((done) => {
        notifyManager.batch(() => {
          changeQueries();
          notifyManager.schedule(() => {
            publish();
            done();
          });
        });
      }),
  };
}

function startTimer(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}
