import { ApiError, NetworkError } from '../api-errors.ts';
import { networkLimits } from '../network-limits.ts';
import { randomKey } from '../random-key.ts';
import type { FileTransfer } from '../upload.ts';
import {
  type ActionSender,
  isAlreadyDone,
  isRetryable,
  toRejectionMessage,
} from './action-sender.ts';
import { createAttempts, type SubmitOutcome } from './attempts.ts';
import { type BackOff, getRetryDelayMs, planLanes } from './lanes.ts';
import { createNetworkCheck } from './network-check.ts';
import type { OutboxDevice, TabMessage } from './outbox-device.ts';
import type { OutboxEntry, OutboxState } from './outbox-state.ts';
import * as states from './outbox-state.ts';
import { createProgress, type UploadProgress } from './upload-progress.ts';

export interface OutboxEntryView extends Omit<OutboxEntry, 'refusal'> {
  /** The first attempt is still under way, or has not started because the action is delayed. */
  readonly isFirstAttempt: boolean;
  /** This tab is sending it. */
  readonly isSending: boolean;
  /** The server's message if it rejected the action. */
  readonly rejectionMessage: string | undefined;
}

export interface Outbox {
  /** All entries, rejected ones included; a new array after each change. */
  entries: () => readonly OutboxEntryView[];
  subscribe: (listener: () => void) => () => void;
  progress: UploadProgress;
  /** Stores the action on the device, then sends it. Throws if the server rejects it at once. */
  submit: (feature: string, action: unknown, options?: SubmitOptions) => Promise<SubmitOutcome>;
  sendNow: () => void;
  /** Deletes an action, and what depends on it. */
  dismiss: (key: string) => Promise<void>;
  /** Undoes actions that cannot have been sent yet. Returns how many were undone. */
  withdraw: (keys: readonly string[]) => Promise<number>;
  start: () => () => void;
}

export interface SubmitOptions {
  key?: string;
  transfer?: FileTransfer;
  /** When to send the action, in milliseconds. Later actions do not wait for it. */
  notBefore?: number;
  /** The rejected entry that was opened again and became this action. */
  replaces?: number | undefined;
  /** Called once the action is stored on the device or the server, so that it cannot be lost. */
  onStored?: () => void;
}

const storageRetryMs = 2_000;
const neverAborted = new AbortController().signal;

/**
 * One user's outbox. Every action is stored before it is sent, so that a closed tab, a crash or a lost
 * network loses nothing. The actions of a lane are sent one by one in their order, from one tab at a time.
 */
export function createOutbox(
  user: number,
  senders: readonly ActionSender[],
  device: OutboxDevice,
): Outbox {
  const listeners = new Set<() => void>();
  const attempts = createAttempts();
  const progress = createProgress();
  const backOffs = new Map<string, BackOff>();
  /** The lanes that this tab sends from, and whether they upload files. */
  const busy = new Map<string, boolean>();
  /** The keys of the entries that it is sending. */
  const sending = new Set<string>();
  let newest: OutboxState = { entries: [], responses: [] };
  let views: readonly OutboxEntryView[] = [];
  let isRunning = false;
  let stopTimer = () => {};
  const network = createNetworkCheck(device, () => {
    if (network.isDown()) attempts.settleExcept(sending, 'waiting');
    publish();
    if (network.isDown()) device.postToTabs({ user });
    pump();
  });

  const findSender = ({ feature }: Pick<OutboxEntry, 'feature'>) => {
    const sender = senders.find((candidate) => candidate.feature === feature);
    if (!sender) throw new Error(`No sender for the actions of '${feature}'.`);
    return sender;
  };
  const laneOf = (entry: OutboxEntry) => findSender(entry).getLane(entry);

  // Lanes overlap, so what was read last is shown, whoever has read it.
  const read = async () => {
    newest = await device.storage.read(user);
  };
  const change = async (update: (state: OutboxState) => OutboxState) => {
    newest = await device.storage.change(user, update);
  };
  function show(): void {
    attempts.settleEnded(newest.entries);
    const lanes = new Set(newest.entries.filter(({ refusal }) => !refusal).map(laneOf));
    for (const lane of backOffs.keys()) if (!lanes.has(lane)) backOffs.delete(lane);
    publish();
  }
  function publish(): void {
    // The outbox is usually empty: then nothing needs to render again.
    if (newest.entries.length === 0 && views.length === 0) return;
    const now = device.now();
    views = newest.entries.map(({ refusal, ...entry }) => ({
      ...entry,
      isFirstAttempt:
        attempts.has(entry.key) || (entry.notBefore !== undefined && !hasFailed(entry, now)),
      isSending: sending.has(entry.key),
      rejectionMessage: refusal,
    }));
    for (const listener of listeners) listener();
  }
  const hasFailed = (entry: OutboxEntry, now: number) =>
    states.isDue(entry, now) && (network.isDown() || backOffs.has(laneOf(entry)));

  async function refresh(): Promise<void> {
    try {
      await read();
    } catch {
      // The storage may recover, like a network.
      if (isRunning) device.startTimer(() => void refresh(), storageRetryMs);
      return;
    }
    show();
    pump();
  }

  async function submit(
    feature: string,
    action: unknown,
    { key = randomKey(), transfer, notBefore, replaces, onStored }: SubmitOptions = {},
  ): Promise<SubmitOutcome> {
    const at = new Date(device.now()).toISOString();
    const entry = {
      user,
      feature,
      action,
      key,
      at,
      ...(notBefore !== undefined && { notBefore }),
      ...(replaces !== undefined && { replaces }),
    };
    try {
      newest = await device.storage.add(entry, (state) => states.takeIn(state, findSender));
    } catch {
      await sendUnstored({ ...entry, seq: 0 }, transfer);
      onStored?.();
      return 'sent';
    }
    onStored?.();
    const added = newest.entries.find((candidate) => candidate.key === key);
    const isBehindOthers = network.isDown() || (added && backOffs.has(laneOf(added)));
    const isWatched = added && !isBehindOthers && notBefore === undefined;
    const outcome = isWatched ? attempts.add(key, transfer) : undefined;
    show();
    // What is not attempted can still be changed.
    if (network.isDown() || device.isOffline()) network.check();
    pump();
    // The other tabs need not show a first attempt, but nobody shall open a rejected entry twice.
    if (!outcome || replaces !== undefined) device.postToTabs({ user });
    if (outcome) return outcome;
    // An action that cancelled out has nothing left to send.
    return added ? 'waiting' : 'sent';
  }

  /** A device without room for the entry can still send it. */
  async function sendUnstored(
    entry: OutboxEntry,
    transfer: FileTransfer = { onProgress: () => {}, signal: neverAborted },
  ): Promise<void> {
    const sender = findSender(entry);
    const response = await sender.send(entry, transfer);
    sender.onResponse(entry, response);
    sender.onSent?.(response);
  }

  /** Starts to send from every lane that is ready, and wakes up for the next one. */
  function pump(): void {
    stopTimer();
    if (!isRunning || !network.isUp()) return;
    const now = device.now();
    const { ready, wakeAt } = planLanes({
      entries: newest.entries,
      busy,
      backOffs,
      now,
      findRules: findSender,
      isUpload: (entry) => findSender(entry).isUpload?.(entry.action) ?? false,
    });
    for (const { lane, isUpload } of ready) void sendFrom(lane, isUpload);
    if (wakeAt !== undefined) stopTimer = device.startTimer(pump, wakeAt - now);
  }

  async function sendFrom(lane: string, isUpload: boolean): Promise<void> {
    busy.set(lane, isUpload);
    try {
      // Without locks between tabs, the Idempotency-Key still prevents duplicates.
      await device.withLock(`outbox-${user}-${lane}`, () => sendFirst(lane));
    } catch {
      // A failing storage may recover, like a server.
      postpone(lane, 0);
    }
    busy.delete(lane);
    pump();
  }

  async function sendFirst(lane: string): Promise<void> {
    const now = device.now();
    let wasAttempted = false;
    await change((state) => {
      wasAttempted = states.findFirst(state.entries, lane, now, findSender)?.isAttempted === true;
      return states.claimFirst(state, lane, now, findSender);
    });
    const entry = states.findFirst(newest.entries, lane, now, findSender);
    // Another lane's change may have shown what is behind it by now.
    if (!entry?.isAttempted || !isRunning) return show();
    sending.add(entry.key);
    show();
    try {
      await send(lane, entry, wasAttempted);
    } finally {
      sending.delete(entry.key);
      progress.clear(entry.seq);
      publish();
    }
  }

  async function send(lane: string, entry: OutboxEntry, wasAttempted: boolean): Promise<void> {
    const sender = findSender(entry);
    const transfer = attempts.find(entry.key)?.transfer;
    let response: unknown;
    try {
      response = await sender.send(entry, {
        onProgress: (fraction) => {
          progress.set(entry.seq, fraction);
          transfer?.onProgress(fraction);
        },
        signal: transfer?.signal ?? neverAborted,
      });
    } catch (error) {
      const isCancelled = transfer?.signal.aborted === true;
      // A folded action is more than what its author is watching, and another tab's attempt may have succeeded.
      const isWatched = attempts.has(entry.key) && !entry.isFolded && !wasAttempted;
      if (isCancelled || !isRetryable(error, isWatched)) {
        await endRejected(lane, entry, error);
      } else {
        postpone(lane, error instanceof ApiError ? error.retryAfterMs : 0);
        if (error instanceof NetworkError) network.check();
      }
      device.postToTabs({ user });
      return;
    }
    // If this cannot be stored, the action is sent again and gets the same response.
    await change((state) => states.complete(state, entry, response, findSender));
    backOffs.delete(lane);
    device.postToTabs({ user, sent: { entry: states.withoutFiles(entry), response } });
    await device.renderTogether(() => sender.onResponse(entry, response), show);
    sender.onSent?.(response);
    await change((state) => states.markSeen(state, entry.seq)).catch(() => {});
  }

  async function endRejected(lane: string, entry: OutboxEntry, error: unknown): Promise<void> {
    const isDone = isAlreadyDone(error);
    const attempt = attempts.take(entry.key);
    const isOver =
      attempt !== undefined || isDone || (await findSender(entry).explainRejection?.(entry, error));
    await change((state) => {
      if (isDone) return states.remove(state, entry.key);
      const next = states.reject(state, entry, toRejectionMessage(error), findSender);
      return isOver ? states.giveBack(next, entry.key) : next;
    });
    backOffs.delete(lane);
    if (isDone) attempt?.resolve('sent');
    else attempt?.reject(error);
    show();
  }

  /** Leaves a lane alone for longer after each failure. */
  function postpone(lane: string, retryAfterMs: number): void {
    const failures = (backOffs.get(lane)?.failures ?? 0) + 1;
    const delayMs = Math.max(
      getRetryDelayMs(failures, networkLimits.maxActionRetryMs),
      retryAfterMs,
    );
    backOffs.set(lane, { failures, until: device.now() + delayMs });
    for (const entry of newest.entries) {
      if (laneOf(entry) === lane) attempts.settle(entry.key, 'waiting');
    }
    publish();
  }

  /** Shows responses that arrived while their page was being closed. */
  async function showUnseenResponses(): Promise<void> {
    for (const { unseen, answer } of newest.responses) {
      if (!unseen) continue;
      findSender(unseen).onResponse(unseen, answer);
      await change((state) => states.markSeen(state, unseen.seq));
    }
  }

  function sendNow(): void {
    backOffs.clear();
    if (!network.isUp()) network.checkAtOnce();
    void refresh();
  }

  async function receive({ user: otherUser, sent }: TabMessage): Promise<void> {
    if (otherUser !== user) return;
    if (!sent) return refresh();
    await read();
    await device.renderTogether(
      () => findSender(sent.entry).onResponse(sent.entry, sent.response),
      show,
    );
    pump();
  }

  /** Shows what an earlier visit left behind. */
  async function restore(): Promise<void> {
    await read();
    // What waited since the last visit need not find out one by one that there is no network.
    if (newest.entries.length > 0) network.check();
    show();
    await showUnseenResponses();
  }

  function start(): () => void {
    isRunning = true;
    const stopListening = device.listen({
      onMessage: (message) => void receive(message).catch(() => {}),
      onWakeUp: sendNow,
    });
    void restore()
      .catch(() => {})
      .finally(() => void refresh());
    return () => {
      isRunning = false;
      stopTimer();
      network.stop();
      stopListening();
    };
  }

  return {
    entries: () => views,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    progress,
    submit,
    sendNow,
    async dismiss(key) {
      await change((state) => states.discard(state, key, findSender));
      show();
      device.postToTabs({ user });
    },
    async withdraw(keys) {
      let count = 0;
      await change((state) => {
        const next = states.withdraw(state, keys);
        count = state.entries.length - next.entries.length;
        return next;
      });
      show();
      device.postToTabs({ user });
      return count;
    },
    start,
  };
}
