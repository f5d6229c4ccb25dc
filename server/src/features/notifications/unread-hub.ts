import type { UnreadEvent } from '@lop-xanh/contract/notifications';
import type { FastifyBaseLogger } from 'fastify';
import { type Database } from '../../database/database.ts';
import { PostgresListener } from '../../database/postgres-listener.ts';
import type { EventStream } from '../../http/event-stream.ts';
import { countUnreadOfSessions, findLiveSessions } from './notifications.queries.ts';

const heartbeatSeconds = 25;
/** Per server process; more devices than a family has. */
export const maxStreamsPerUser = 10;

interface Subscriber {
  userId: number;
  sessionId: number;
  stream: EventStream;
}

/**
 * The users connected to this server process. PostgreSQL tells every process whose notifications
 * changed; each process then sends its own subscribers their unread counts, read with one statement
 * for all of them. PostgreSQL also reports ended sessions, whose streams end at once.
 */
export class UnreadHub {
  readonly #db;
  readonly #log;
  readonly #listening;
  /** By user id. */
  readonly #subscribers = new Map<number, Set<Subscriber>>();
  /** Subscribers whose count must be sent, each once however many changes there were. */
  readonly #outdated = new Set<Subscriber>();
  #isSending = false;
  #started: Promise<void> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(database: Database, log: FastifyBaseLogger) {
    this.#db = database.db;
    this.#log = log;
    const subscription = {
      channels: {
        notifications: (payload: string) =>
          this.#update(parseIds(payload).flatMap((id) => [...(this.#subscribers.get(id) ?? [])])),
        ended_sessions: (payload: string) => this.#endSessions(new Set(parseIds(payload))),
      },
      onReconnect: () => this.#update(this.#all()),
    };
    this.#listening = new PostgresListener(database, subscription, log);
  }

  /** Call before `add`. A process without subscribers needs no listening connection. */
  async listen(): Promise<void> {
    this.#started ??= this.#start();
    try {
      await this.#started;
    } catch (error) {
      this.#started = undefined;
      throw error;
    }
  }

  /** Sends the current count first, then every change. */
  add(subscriber: Subscriber): void {
    const { userId, stream } = subscriber;
    const ofUser = this.#subscribers.get(userId) ?? new Set();
    this.#subscribers.set(userId, ofUser.add(subscriber));
    const [oldest] = ofUser;
    if (oldest && ofUser.size > maxStreamsPerUser) {
      ofUser.delete(oldest);
      oldest.stream.end();
    }
    stream.onClose(() => {
      ofUser.delete(subscriber);
      if (ofUser.size === 0 && this.#subscribers.get(userId) === ofUser) {
        this.#subscribers.delete(userId);
      }
    });
    this.#update([subscriber]);
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    for (const { stream } of this.#all()) stream.end();
    await this.#listening.close();
  }

  async #start(): Promise<void> {
    await this.#listening.start();
    this.#heartbeat = setInterval(() => void this.beat(), heartbeatSeconds * 1000);
    this.#heartbeat.unref();
  }

  #all(): Subscriber[] {
    return [...this.#subscribers.values()].flatMap((ofUser) => [...ofUser]);
  }

  #endSessions(sessionIds: Set<number>): void {
    for (const { sessionId, stream } of this.#all()) {
      if (sessionIds.has(sessionId)) stream.end();
    }
  }

  #update(subscribers: Subscriber[]): void {
    for (const subscriber of subscribers) this.#outdated.add(subscriber);
    if (!this.#isSending) void this.#sendCounts();
  }

  /** Runs one statement at a time, so that no older count follows a newer one. */
  async #sendCounts(): Promise<void> {
    this.#isSending = true;
    while (this.#outdated.size > 0) {
      const subscribers = [...this.#outdated];
      this.#outdated.clear();
      await this.#send(subscribers, async (sessionIds) => {
        const rows = await countUnreadOfSessions(this.#db, sessionIds);
        return rows.map(({ id, unread }) => [id, { unread }]);
      });
    }
    this.#isSending = false;
  }

  /** Ends dead connections and those whose session has expired. */
  async beat(): Promise<void> {
    for (const { stream } of this.#all()) stream.sendHeartbeat();
    await this.#listening.check();
    await this.#send(this.#all(), async (sessionIds) => {
      const live = await findLiveSessions(this.#db, sessionIds);
      return live.map((id) => [id, undefined]);
    });
  }

  /** Sends each session its event, if any, and ends the streams of sessions that were not found. */
  async #send(
    subscribers: Subscriber[],
    findEvents: (sessionIds: number[]) => Promise<[number, UnreadEvent | undefined][]>,
  ): Promise<void> {
    if (subscribers.length === 0) return;
    try {
      const events = new Map(await findEvents(subscribers.map(({ sessionId }) => sessionId)));
      for (const { sessionId, stream } of subscribers) {
        const unreadEvent = events.get(sessionId);
        if (unreadEvent) stream.send(unreadEvent);
        else if (!events.has(sessionId)) stream.end();
      }
    } catch (error) {
      // Clients reconnect, and then get the current count.
      this.#log.warn({ err: error }, 'could not send the unread counts');
      for (const { stream } of subscribers) stream.end();
    }
  }
}

function parseIds(payload: string): number[] {
  return payload.split(',').map(Number);
}
