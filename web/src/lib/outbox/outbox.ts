import { notifyManager } from '@tanstack/react-query';
import { ApiError, isServerFailure } from '../api-errors.ts';
import { inOneTab } from '../in-one-tab.ts';
import { randomKey } from '../random-key.ts';
import type { Transfer } from '../upload.ts';
import type { Waiting } from './outbox-storage.ts';
import * as storage from './outbox-storage.ts';

/** How a feature's acts reach the server. */
export interface Sender {
  feature: string;
  send: (waiting: Waiting, transfer?: Transfer) => Promise<unknown>;
  /** Takes the answer over into what is shown. */
  arrived: (waiting: Waiting, answer: unknown) => void;
  /** What the answer to the act with this place means for a later one. */
  follow: (later: unknown, seq: number, answer: unknown) => unknown;
  /** What was refused, and the words and files in it that must not be lost. */
  describe: (waiting: Waiting) => Description;
}

export interface Description {
  title: string;
  text?: string;
  files?: readonly File[];
}

/** Whether the server has it, or it waits on this device. */
export type Outcome = 'sent' | 'waiting';

interface Attempt {
  resolve: (outcome: Outcome) => void;
  reject: (refusal: unknown) => void;
  transfer: Transfer | undefined;
}

export interface Shown extends Waiting {
  /** The first try is still under way. */
  readonly isSending: boolean;
}

export interface Outbox {
  /** What waits, refused acts included; a new list after each change. */
  shown: () => readonly Shown[];
  subscribe: (listener: () => void) => () => void;
  /** Keeps the act on the device, then sends it; throws what the server refuses at once. */
  submit: (feature: string, act: unknown, options?: SubmitOptions) => Promise<Outcome>;
  sendNow: () => void;
  describe: Sender['describe'];
  dismiss: (seq: number) => Promise<void>;
  clear: () => Promise<void>;
  start: () => () => void;
}

export interface SubmitOptions {
  key?: string;
  transfer?: Transfer;
  /** Called once it can no longer be lost: the device has it, or the server. */
  onSafe?: () => void;
}

const shortestPauseMs = 2_000;
const longestPauseMs = 30_000;

/**
 * One user's outbox. Everything is kept before it is sent, so that a closed tab, a crash or a dead
 * network loses nothing; acts go out one by one in their order, from one tab at a time.
 */
export function createOutbox(user: number, senders: readonly Sender[]): Outbox {
  const listeners = new Set<() => void>();
  const attempts = new Map<number, Attempt>();
  const otherTabs = new BroadcastChannel('outbox');
  let waiting: readonly Waiting[] = [];
  let shown: readonly Shown[] = [];
  let isRunning = false;
  let isDraining = false;
  let isAskedAgain = false;
  let pauseMs = shortestPauseMs;
  let askedToWaitMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const senderOf = ({ feature }: Pick<Waiting, 'feature'>) => {
    const sender = senders.find((one) => one.feature === feature);
    if (!sender) throw new Error(`Nobody sends the acts of '${feature}'.`);
    return sender;
  };
  const publish = () => {
    // Mostly nothing waits, and then no screen is drawn again for it.
    if (waiting.length === 0 && shown.length === 0) return;
    shown = waiting.map((one) => ({ ...one, isSending: attempts.has(one.seq) }));
    for (const listener of listeners) listener();
  };
  /** What cannot be read just now is what it was. */
  const refresh = async () => {
    waiting = await storage.waitingOf(user).catch(() => waiting);
    publish();
  };
  const changed = async () => {
    await refresh();
    otherTabs.postMessage(user);
  };

  async function submit(
    feature: string,
    act: unknown,
    { key, transfer, onSafe }: SubmitOptions = {},
  ) {
    const kept = { user, feature, act, key: key ?? randomKey(), at: new Date().toISOString() };
    const isBehindOthers = shown.some(({ refusal, isSending }) => !refusal && !isSending);
    const seq = await storage.add(kept, senderOf(kept).follow).catch(() => undefined);
    if (seq === undefined) {
      await sendUnkept({ ...kept, seq: 0 }, transfer);
      onSafe?.();
      return 'sent';
    }
    onSafe?.();
    if (isBehindOthers) {
      await changed();
      sendNow();
      return 'waiting';
    }
    const outcome = new Promise<Outcome>((resolve, reject) => {
      attempts.set(seq, { resolve, reject, transfer });
    });
    await refresh();
    void drain();
    return outcome;
  }

  /** A device without room for it can still send it. */
  async function sendUnkept(one: Waiting, transfer: Transfer | undefined): Promise<void> {
    const sender = senderOf(one);
    sender.arrived(one, await sender.send(one, transfer));
  }

  async function drain(): Promise<void> {
    isAskedAgain = true;
    if (isDraining || !isRunning) return;
    isDraining = true;
    clearTimeout(timer);
    let state: 'empty' | 'moved' | 'failed';
    do {
      isAskedAgain = false;
      // Where tabs cannot wait for each other, the Idempotency-Key still keeps acts single;
      // a storage that fails may be back later, as a network may.
      state = await inOneTab(`outbox-${user}`, sendFirst).catch(() => 'failed' as const);
    } while (isRunning && (state === 'moved' || (state === 'empty' && isAskedAgain)));
    isDraining = false;
    if (state === 'failed') {
      for (const seq of attempts.keys()) finish(seq, ({ resolve }) => resolve('waiting'));
      timer = setTimeout(() => void drain(), Math.max(pauseMs, askedToWaitMs));
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      await changed();
    } else pauseMs = shortestPauseMs;
  }

  async function sendFirst() {
    askedToWaitMs = 0;
    waiting = await storage.waitingOf(user);
    publish();
    settleSentElsewhere();
    const first = waiting.find(({ refusal }) => !refusal);
    if (!first || !isRunning) return 'empty' as const;
    const sender = senderOf(first);
    const attempt = attempts.get(first.seq);
    let answer: unknown;
    try {
      answer = await sender.send(first, attempt?.transfer);
    } catch (error) {
      const isCancelled = attempt?.transfer?.signal.aborted === true;
      if (!isCancelled && mayPass(error, attempt !== undefined)) {
        askedToWaitMs = error instanceof ApiError ? error.retryAfterMs : 0;
        return 'failed' as const;
      }
      // The server has done it, and it was deleted since: there is nothing to show and nothing lost.
      const isDone = error instanceof ApiError && error.isAlreadyDone;
      if (attempt || isDone) await storage.remove(first.seq);
      else await storage.replace({ ...first, refusal: wordsOf(error) });
      finish(first.seq, ({ resolve, reject }) => (isDone ? resolve('sent') : reject(error)));
      await changed();
      return 'moved' as const;
    }
    // Where the device cannot note the answer, the act is sent again and answered the same.
    await storage.settle(first, answer, sender.follow);
    const unsent = waiting.filter(({ seq }) => seq !== first.seq);
    waiting = await storage.waitingOf(user).catch(() => unsent);
    await inOneRender(() => sender.arrived(first, answer), publish);
    await storage.see(first.seq).catch(() => {});
    finish(first.seq, ({ resolve }) => resolve('sent'));
    await changed();
    return 'moved' as const;
  }

  /** What was answered while its page was being left no longer waits, and nothing shows it yet. */
  async function showUnseen(): Promise<void> {
    for (const { act, answer } of await storage.unseenOf(user).catch(() => [])) {
      senderOf(act).arrived(act, answer);
      await storage.see(act.seq).catch(() => {});
    }
  }

  /** Another tab may have sent, or been refused, what this one waits for. */
  function settleSentElsewhere(): void {
    for (const seq of attempts.keys()) {
      const one = waiting.find((other) => other.seq === seq);
      if (!one) finish(seq, ({ resolve }) => resolve('sent'));
      else if (one.refusal) finish(seq, ({ resolve }) => resolve('waiting'));
    }
  }

  function finish(seq: number, how: (attempt: Attempt) => void): void {
    const attempt = attempts.get(seq);
    if (!attempt) return;
    attempts.delete(seq);
    how(attempt);
  }

  function sendNow(): void {
    pauseMs = shortestPauseMs;
    void drain();
  }

  function start(): () => void {
    const onVisible = () => {
      if (document.visibilityState === 'visible') sendNow();
    };
    const onMessage = ({ data }: MessageEvent) => {
      if (data === user) void refresh();
    };
    isRunning = true;
    window.addEventListener('online', sendNow);
    document.addEventListener('visibilitychange', onVisible);
    otherTabs.addEventListener('message', onMessage);
    void showUnseen();
    sendNow();
    return () => {
      isRunning = false;
      clearTimeout(timer);
      window.removeEventListener('online', sendNow);
      document.removeEventListener('visibilitychange', onVisible);
      otherTabs.removeEventListener('message', onMessage);
    };
  }

  return {
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    submit,
    sendNow,
    describe: (one) => senderOf(one).describe(one),
    async dismiss(seq) {
      await storage.remove(seq);
      await changed();
    },
    async clear() {
      await storage.clear(user);
      await changed();
    },
    start,
  };
}

/** What arrived is shown from the moment on at which it no longer waits: neither twice nor not at all. */
function inOneRender(changeQueries: () => void, publish: () => void): Promise<void> {
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

/** A lost session or a busy server is no answer to the act itself; one who looks on is told at once. */
function mayPass(error: unknown, isFirstTry: boolean): boolean {
  if (isServerFailure(error)) return true;
  if (!(error instanceof ApiError)) return false;
  const isAboutSession = error.status === 401 || error.code === 'password_change_required';
  return isAboutSession || (error.status === 429 && !isFirstTry);
}

function wordsOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'Máy chủ từ chối';
}
