import { t } from '@lingui/core/macro';
import { notifyManager } from '@tanstack/react-query';
import { ApiError, isServerFailure } from '../api-errors.ts';
import { randomKey } from '../random-key.ts';
import { withTabLock } from '../tab-lock.ts';
import type { FileTransfer } from '../upload.ts';
import type { OutboxEntry } from './outbox-storage.ts';
import * as storage from './outbox-storage.ts';

/** How the actions of a feature are sent to the server. */
export interface ActionSender {
  feature: string;
  send: (entry: OutboxEntry, transfer?: FileTransfer) => Promise<unknown>;
  /** Updates the shown data with the response. */
  onResponse: (entry: OutboxEntry, response: unknown) => void;
  /** Updates a later action with the response to the entry `seq`. */
  rebaseLaterAction: (later: unknown, seq: number, response: unknown) => unknown;
  /**
   * Tells the user why the server rejected an action, if that is all there is to do: nothing in it is
   * worth keeping. Returns whether it did.
   */
  explainRejection?: (entry: OutboxEntry, error: unknown) => Promise<boolean>;
  /** Describes a rejected action, with the text and files in it that must not be lost. */
  describe: (entry: OutboxEntry) => ActionDescription;
}

export interface ActionDescription {
  title: string;
  text?: string;
  files?: readonly File[];
}

export type SubmitOutcome = 'sent' | 'waiting';

interface Attempt {
  resolve: (outcome: SubmitOutcome) => void;
  reject: (error: unknown) => void;
  transfer: FileTransfer | undefined;
}

export interface OutboxEntryView extends Omit<OutboxEntry, 'refusal'> {
  /** The first attempt is still under way, or has not started because the action is delayed. */
  readonly isFirstAttempt: boolean;
  /** The server's message if it rejected the action. */
  readonly rejectionMessage: string | undefined;
}

export interface Outbox {
  /** All entries, rejected ones included; a new array after each change. */
  entries: () => readonly OutboxEntryView[];
  subscribe: (listener: () => void) => () => void;
  /** Stores the action on the device, then sends it. Throws if the server rejects it at once. */
  submit: (feature: string, action: unknown, options?: SubmitOptions) => Promise<SubmitOutcome>;
  sendNow: () => void;
  describe: ActionSender['describe'];
  dismiss: (seq: number) => Promise<void>;
  /** Undoes delayed actions; those whose time has come stay. Returns how many were undone. */
  withdraw: (seqs: readonly number[]) => Promise<number>;
  clear: () => Promise<void>;
  start: () => () => void;
}

export interface SubmitOptions {
  key?: string;
  transfer?: FileTransfer;
  /** When to send the action, in milliseconds. Later actions do not wait for it. */
  notBefore?: number;
  /** Called once the action is stored on the device or the server, so that it cannot be lost. */
  onStored?: () => void;
}

const minRetryDelayMs = 2_000;
const maxRetryDelayMs = 30_000;

/**
 * One user's outbox. Every action is stored before it is sent, so that a closed tab, a crash or a lost
 * network loses nothing. Actions are sent one by one in their order, from one tab at a time.
 */
export function createOutbox(user: number, senders: readonly ActionSender[]): Outbox {
  const listeners = new Set<() => void>();
  const attempts = new Map<number, Attempt>();
  const otherTabs = new BroadcastChannel('outbox');
  let stored: readonly OutboxEntry[] = [];
  let views: readonly OutboxEntryView[] = [];
  let isRunning = false;
  let isDraining = false;
  let isDrainRequested = false;
  let retryDelayMs = minRetryDelayMs;
  let retryAfterMs = 0;
  let hasFailed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayTimer: ReturnType<typeof setTimeout> | undefined;

  const findSender = ({ feature }: Pick<OutboxEntry, 'feature'>) => {
    const sender = senders.find((candidate) => candidate.feature === feature);
    if (!sender) throw new Error(`No sender for the actions of '${feature}'.`);
    return sender;
  };
  const publish = () => {
    // The outbox is usually empty: then nothing needs to render again.
    if (stored.length === 0 && views.length === 0) return;
    views = stored.map(({ refusal, ...entry }) => ({
      ...entry,
      isFirstAttempt:
        attempts.has(entry.seq) ||
        (entry.notBefore !== undefined && !(hasFailed && storage.isDue(entry, Date.now()))),
      rejectionMessage: refusal,
    }));
    for (const listener of listeners) listener();
  };
  /** Keeps the previous entries if the storage cannot be read. */
  const refresh = async () => {
    stored = await storage.listEntries(user).catch(() => stored);
    publish();
  };
  const refreshAllTabs = async () => {
    await refresh();
    otherTabs.postMessage(user);
  };

  async function submit(
    feature: string,
    action: unknown,
    { key, transfer, notBefore, onStored }: SubmitOptions = {},
  ) {
    const entry = {
      user,
      feature,
      action,
      key: key ?? randomKey(),
      at: new Date().toISOString(),
      ...(notBefore !== undefined && { notBefore }),
    };
    const isBehindOthers = views.some(
      ({ rejectionMessage, isFirstAttempt }) => !rejectionMessage && !isFirstAttempt,
    );
    const { rebaseLaterAction } = findSender(entry);
    const seq = await storage.addEntry(entry, rebaseLaterAction).catch(() => undefined);
    if (seq === undefined) {
      await sendUnstored({ ...entry, seq: 0 }, transfer);
      onStored?.();
      return 'sent';
    }
    onStored?.();
    if (isBehindOthers || notBefore !== undefined) {
      await refreshAllTabs();
      sendNow();
      return 'waiting';
    }
    const outcome = new Promise<SubmitOutcome>((resolve, reject) => {
      attempts.set(seq, { resolve, reject, transfer });
    });
    await refresh();
    void drain();
    return outcome;
  }

  /** A device without room for the entry can still send it. */
  async function sendUnstored(
    entry: OutboxEntry,
    transfer: FileTransfer | undefined,
  ): Promise<void> {
    const sender = findSender(entry);
    sender.onResponse(entry, await sender.send(entry, transfer));
  }

  async function drain(): Promise<void> {
    isDrainRequested = true;
    if (isDraining || !isRunning) return;
    isDraining = true;
    clearTimeout(timer);
    let state: 'empty' | 'processed' | 'failed';
    do {
      isDrainRequested = false;
      // Without locks between tabs, the Idempotency-Key still prevents duplicates.
      // A failing storage may recover later, like a network.
      state = await withTabLock(`outbox-${user}`, sendFirst).catch(() => 'failed' as const);
    } while (isRunning && (state === 'processed' || (state === 'empty' && isDrainRequested)));
    isDraining = false;
    hasFailed = state === 'failed';
    if (state === 'failed') {
      for (const seq of attempts.keys()) finish(seq, ({ resolve }) => resolve('waiting'));
      timer = setTimeout(() => void drain(), Math.max(retryDelayMs, retryAfterMs));
      retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs);
      await refreshAllTabs();
    } else {
      retryDelayMs = minRetryDelayMs;
      waitForNextDelayed();
    }
  }

  function waitForNextDelayed(): void {
    clearTimeout(delayTimer);
    const now = Date.now();
    const times = stored.flatMap(({ notBefore = 0 }) => (notBefore > now ? [notBefore] : []));
    if (!isRunning || times.length === 0) return;
    delayTimer = setTimeout(() => void drain(), Math.min(...times) - now);
  }

  async function sendFirst() {
    retryAfterMs = 0;
    // Read before the entries: what is due now can no longer be withdrawn.
    const now = Date.now();
    stored = await storage.listEntries(user);
    publish();
    settleAttemptsOfOtherTabs();
    const first = stored.find((entry) => !entry.refusal && storage.isDue(entry, now));
    if (!first || !isRunning) return 'empty' as const;
    const sender = findSender(first);
    const attempt = attempts.get(first.seq);
    let response: unknown;
    try {
      response = await sender.send(first, attempt?.transfer);
    } catch (error) {
      const isCancelled = attempt?.transfer?.signal.aborted === true;
      if (!isCancelled && isRetryable(error, attempt !== undefined)) {
        retryAfterMs = error instanceof ApiError ? error.retryAfterMs : 0;
        return 'failed' as const;
      }
      // The server has processed it, but the result was deleted since: nothing to show, nothing lost.
      const isDone = error instanceof ApiError && error.isAlreadyDone;
      const isOver =
        attempt !== undefined || isDone || (await sender.explainRejection?.(first, error));
      if (isOver) await storage.deleteEntry(first.seq);
      else await storage.replaceEntry({ ...first, refusal: toMessage(error) });
      finish(first.seq, ({ resolve, reject }) => (isDone ? resolve('sent') : reject(error)));
      await refreshAllTabs();
      return 'processed' as const;
    }
    // If this cannot be stored, the action is sent again and gets the same response.
    await storage.completeEntry(first, response, sender.rebaseLaterAction);
    const unsent = stored.filter(({ seq }) => seq !== first.seq);
    stored = await storage.listEntries(user).catch(() => unsent);
    await updateInOneRender(() => sender.onResponse(first, response), publish);
    await storage.markResponseSeen(first.seq).catch(() => {});
    finish(first.seq, ({ resolve }) => resolve('sent'));
    await refreshAllTabs();
    return 'processed' as const;
  }

  /** Shows responses that arrived while their page was being closed. */
  async function showUnseenResponses(): Promise<void> {
    const unseen = await storage.listUnseenResponses(user).catch(() => []);
    for (const { entry, response } of unseen) {
      findSender(entry).onResponse(entry, response);
      await storage.markResponseSeen(entry.seq).catch(() => {});
    }
  }

  /** Another tab may have sent what this one waits for, or had it rejected. */
  function settleAttemptsOfOtherTabs(): void {
    for (const seq of attempts.keys()) {
      const entry = stored.find((candidate) => candidate.seq === seq);
      if (!entry) finish(seq, ({ resolve }) => resolve('sent'));
      else if (entry.refusal) finish(seq, ({ resolve }) => resolve('waiting'));
    }
  }

  function finish(seq: number, settle: (attempt: Attempt) => void): void {
    const attempt = attempts.get(seq);
    if (!attempt) return;
    attempts.delete(seq);
    settle(attempt);
  }

  function sendNow(): void {
    retryDelayMs = minRetryDelayMs;
    void drain();
  }

  function start(): () => void {
    const onVisible = () => {
      if (document.visibilityState === 'visible') sendNow();
    };
    const onMessage = ({ data }: MessageEvent) => {
      // The tab that delayed an action may be closed before it is sent.
      if (data === user) void refresh().then(waitForNextDelayed);
    };
    isRunning = true;
    window.addEventListener('online', sendNow);
    document.addEventListener('visibilitychange', onVisible);
    otherTabs.addEventListener('message', onMessage);
    void showUnseenResponses();
    sendNow();
    return () => {
      isRunning = false;
      clearTimeout(timer);
      clearTimeout(delayTimer);
      window.removeEventListener('online', sendNow);
      document.removeEventListener('visibilitychange', onVisible);
      otherTabs.removeEventListener('message', onMessage);
    };
  }

  return {
    entries: () => views,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    submit,
    sendNow,
    describe: (entry) => findSender(entry).describe(entry),
    async dismiss(seq) {
      await storage.deleteEntry(seq);
      await refreshAllTabs();
    },
    async withdraw(seqs) {
      const outcomes = await Promise.all(seqs.map((seq) => storage.withdrawEntry(seq)));
      await refreshAllTabs();
      return outcomes.filter(Boolean).length;
    },
    async clear() {
      await storage.clearEntries(user);
      await refreshAllTabs();
    },
    start,
  };
}

/** Shows the response in the same render that removes the entry, so that it appears neither twice nor not at all. */
function updateInOneRender(changeQueries: () => void, publish: () => void): Promise<void> {
  return new Promise((done) => {
    notifyManager.batch(() => {
      changeQueries();
      notifyManager.schedule(() => {
        publish();
        done();
      });
    });
  });
}

/** An expired session or a busy server says nothing about the action. At the first attempt a user is watching and sees a 429. */
function isRetryable(error: unknown, isFirstAttempt: boolean): boolean {
  if (isServerFailure(error)) return true;
  if (!(error instanceof ApiError)) return false;
  const isAboutSession = error.status === 401 || error.code === 'password_change_required';
  return isAboutSession || (error.status === 429 && !isFirstAttempt);
}

function toMessage(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : t`Máy chủ từ chối`;
}
