import { setTimeout } from 'node:timers/promises';
import type { PushMessage } from '@lop-xanh/contract/push';
import type { Language } from '@lop-xanh/contract/rules/languages';
import { type PushKind, pushKindOf } from '@lop-xanh/contract/rules/push-kinds';
import webPush from 'web-push';
import type { Db } from '../../database/database.ts';
import { getI18n } from '../../language/i18n.ts';
import { failureLog, type Log } from '../../lib/failure-log.ts';
import { pushMessages } from '../../metrics/events.ts';
import {
  claimMessages,
  countRejections,
  delayMessages,
  deleteMessages,
  deleteSubscriptions,
  forgetFailures,
  postponeMessages,
  type Recipient,
} from './push.queries.ts';
import { findQuietEnd, getRetryMinutes, judgeStatus, type Outcome } from './push.rules.ts';
import { createPushKeysLoader, type PushKeys } from './push-keys.ts';

/** A whole batch takes less time than its claim even if no request gets a response. */
const batchSize = 20;
const maxRequests = 20;
/** How long to rest after a batch, for each millisecond that the thread was busy meanwhile. */
const restFactor = 1;
const maxRestMs = 500;
const timeoutMs = 10_000;
/** How long a push service keeps a message for a phone that is off. */
const ttlSeconds = 24 * 3600;
/** A signature is valid for 12 hours; push services accept at most 24. */
const signatureHours = 6;

/** What a message says: nobody who sees a locked phone or runs a push service learns more than the kind. */
export const pushTexts: Record<PushKind, string> = {
  posts: 'Có tin mới về bài viết',
  comments: 'Có bình luận hoặc lượt thích mới',
  attendance: 'Có tin mới về điểm danh',
  approvals: 'Có việc đang chờ bạn xử lý',
  account: 'Có tin mới về lớp hoặc tài khoản của bạn',
};

export interface SenderOptions {
  /** Of the site. */
  language: Language;
  publicUrl: URL | undefined;
  log: Log;
  now?: () => Date;
  /** Aborted when the server stops. */
  signal?: AbortSignal;
}

type Item = Recipient['items'][number];

interface Message {
  recipient: Recipient;
  kind: PushKind;
  items: Item[];
}

type Results = Record<Outcome, Message[]>;

/** Sends the queued push messages; any number of servers may do so at the same time. */
export class PushSender {
  readonly #db;
  readonly #options;
  readonly #loadKeys;
  readonly #logFailure;
  /** The header that proves who sends, by push service. */
  readonly #signatures = new Map<string, { header: string; until: number }>();

  constructor(db: Db, options: SenderOptions) {
    this.#db = db;
    this.#options = options;
    this.#loadKeys = createPushKeysLoader(db);
    this.#logFailure = failureLog(options.log, 'a push service did not accept a message');
  }

  /** Sends everything that is due, or postpones it to the morning. */
  async drain(): Promise<void> {
    const { now = () => new Date(), signal } = this.#options;
    while (!signal?.aborted) {
      const quietEnd = findQuietEnd(now());
      if (quietEnd) {
        await postponeMessages(this.#db, quietEnd);
        return;
      }
      const before = performance.eventLoopUtilization();
      const recipients = await claimMessages(this.#db, batchSize);
      if (recipients.length === 0) return;
      await this.#sendBatch(recipients);
      // Leaves most of the time to requests: encryption keeps the thread busy.
      const { active } = performance.eventLoopUtilization(before);
      await setTimeout(Math.min(restFactor * active, maxRestMs));
    }
  }

  async #sendBatch(recipients: Recipient[]): Promise<void> {
    const keys = await this.#loadKeys();
    const messages = recipients.flatMap(groupByKind);
    const results: Results = { sent: [], gone: [], failed: [], rejected: [] };
    const waiting = messages.values();
    const sendAll = async () => {
      for (const message of waiting) {
        const outcome = await this.#send(message, keys);
        if (outcome) results[outcome].push(message);
      }
    };
    await Promise.all(Array.from({ length: maxRequests }, sendAll));
    for (const [outcome, { length }] of Object.entries(results)) {
      pushMessages.inc({ outcome }, length);
    }

    await this.#save(results, recipients.flatMap(listUnwanted));
  }

  async #save({ sent, gone, failed, rejected }: Results, skipped: Item[]): Promise<void> {
    const listIds = (list: Message[]) => list.map(({ recipient }) => recipient.id);
    const listItems = (list: Message[]) => list.flatMap(({ items }) => items);

    const done = [...skipped, ...listItems(sent), ...listItems(rejected)];
    if (done.length > 0) await deleteMessages(this.#db, toIds(done));
    if (sent.length > 0) await forgetFailures(this.#db, listIds(sent));
    if (rejected.length > 0) await countRejections(this.#db, listIds(rejected));
    if (gone.length > 0) {
      const endpoints = gone.map(({ recipient }) => recipient.endpoint);
      await deleteSubscriptions(this.#db, { ids: listIds(gone), endpoints });
    }
    if (failed.length > 0) {
      const items = listItems(failed);
      const minutes = items.map(({ attempts }) => getRetryMinutes(attempts));
      await delayMessages(this.#db, { ids: toIds(items), minutes });
    }
  }

  /** Returns undefined if the server stops meanwhile: another one sends it when the claim has expired. */
  async #send(message: Message, keys: PushKeys): Promise<Outcome | undefined> {
    const { signal } = this.#options;
    if (signal?.aborted) return undefined;
    try {
      const { endpoint, headers, body } = this.#encrypt(message, keys);
      const timeout = AbortSignal.timeout(timeoutMs);
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      await response.body?.cancel();
      const outcome = judgeStatus(response.status);
      if (outcome === 'failed' || outcome === 'rejected') {
        this.#logFailure(new Error(`HTTP ${response.status} from ${new URL(endpoint).host}`));
      }
      return outcome;
    } catch (error) {
      if (signal?.aborted) return undefined;
      this.#logFailure(error);
      return 'failed';
    }
  }

  #encrypt({ recipient, kind }: Message, keys: PushKeys) {
    const { endpoint, p256dh, auth, unread } = recipient;
    const text = getI18n(recipient, this.#options)._(pushTexts[kind]);
    const message: PushMessage = { kind, text, unread };
    const subscription = { endpoint, keys: { p256dh, auth } };
    return webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      // We sign once for many messages.
      vapidDetails: null as never,
      headers: { authorization: this.#sign(new URL(endpoint).origin, keys) },
      TTL: ttlSeconds,
      // A phone that was off gets only the latest of each kind.
      topic: kind,
    });
  }

  #sign(audience: string, { publicKey, privateKey }: PushKeys): string {
    const known = this.#signatures.get(audience);
    if (known && known.until > Date.now()) return known.header;
    const { publicUrl } = this.#options;
    const subject =
      publicUrl?.protocol === 'https:' ? publicUrl.origin : 'mailto:admin@example.com';
    const { Authorization: header } = webPush.getVapidHeaders(
      audience,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
    );
    this.#signatures.set(audience, { header, until: Date.now() + signatureHours * 3_600_000 });
    return header;
  }
}

/** One message for each kind. */
function groupByKind(recipient: Recipient): Message[] {
  const wanted = recipient.items.filter((item) => isWanted(recipient, item));
  const kinds = new Set(wanted.map(({ type }) => pushKindOf[type]));
  return [...kinds].map((kind) => ({
    recipient,
    kind,
    items: wanted.filter(({ type }) => pushKindOf[type] === kind),
  }));
}

function listUnwanted(recipient: Recipient): Item[] {
  return recipient.items.filter((item) => !isWanted(recipient, item));
}

function isWanted({ muted_kinds }: Recipient, { type, is_obsolete }: Item): boolean {
  return !is_obsolete && !muted_kinds.includes(pushKindOf[type]);
}

function toIds(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
