import type { UnreadEvent } from '@lop-xanh/contract/notifications';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, prepared } from '../../database/database.ts';
import { Listening } from '../../database/listening.ts';
import type { EventStream } from '../../http/event-stream.ts';
import { liveSessions, unreadOfSessions } from './notifications.queries.ts';

const secondsBetweenBeats = 25;
/** Of one user, at one server process: more devices than a family has. */
export const mostStreamsOfUser = 10;

interface Reader {
  userId: number;
  sessionId: number;
  stream: EventStream;
}

/**
 * Everybody who waits for news at this server process. PostgreSQL tells every process whose
 * notifications changed; each then tells its own readers how many are unread, with one statement for
 * all of them. It also tells which sessions have ended: their streams end at once.
 */
export class UnreadHub {
  readonly #run;
  readonly #log;
  readonly #listening;
  readonly #readers = new Map<number, Set<Reader>>();
  /** Those who are to be told, each once however much happened. */
  readonly #waiting = new Set<Reader>();
  #isTelling = false;
  #started: Promise<void> | undefined;
  #heart: NodeJS.Timeout | undefined;

  constructor(database: Database, log: FastifyBaseLogger) {
    this.#run = prepared(database);
    this.#log = log;
    const listener = {
      channels: {
        notifications: (payload: string) =>
          this.#tell(idsIn(payload).flatMap((id) => [...(this.#readers.get(id) ?? [])])),
        ended_sessions: (payload: string) => this.#end(new Set(idsIn(payload))),
      },
      onBack: () => this.#tell(this.#all()),
    };
    this.#listening = new Listening(database, listener, log);
  }

  /** Begins with the first reader: a process without any needs no connection for them. */
  async listen(): Promise<void> {
    this.#started ??= this.#start();
    try {
      await this.#started;
    } catch (error) {
      this.#started = undefined;
      throw error;
    }
  }

  /** From here on nothing is missed: what stands now is told first. */
  add(reader: Reader): void {
    const { userId, stream } = reader;
    const own = this.#readers.get(userId) ?? new Set();
    this.#readers.set(userId, own.add(reader));
    const [oldest] = own;
    if (oldest && own.size > mostStreamsOfUser) {
      own.delete(oldest);
      oldest.stream.end();
    }
    stream.onClosed(() => {
      own.delete(reader);
      if (own.size === 0 && this.#readers.get(userId) === own) this.#readers.delete(userId);
    });
    this.#tell([reader]);
  }

  async close(): Promise<void> {
    clearInterval(this.#heart);
    for (const { stream } of this.#all()) stream.end();
    await this.#listening.close();
  }

  async #start(): Promise<void> {
    await this.#listening.start();
    this.#heart = setInterval(() => void this.beat(), secondsBetweenBeats * 1000);
    this.#heart.unref();
  }

  #all(): Reader[] {
    return [...this.#readers.values()].flatMap((own) => [...own]);
  }

  #end(sessionIds: Set<number>): void {
    for (const { sessionId, stream } of this.#all()) {
      if (sessionIds.has(sessionId)) stream.end();
    }
  }

  #tell(readers: Reader[]): void {
    for (const reader of readers) this.#waiting.add(reader);
    if (!this.#isTelling) void this.#tellAll();
  }

  /** One statement at a time, so that nobody is told an older number after a newer one. */
  async #tellAll(): Promise<void> {
    this.#isTelling = true;
    while (this.#waiting.size > 0) {
      const readers = [...this.#waiting];
      this.#waiting.clear();
      await this.#reach(readers, async (sessionIds) => {
        const rows = await unreadOfSessions(this.#run, sessionIds);
        return rows.map(({ id, unread }) => [id, { unread }]);
      });
    }
    this.#isTelling = false;
  }

  /** Whoever is gone is let go, and whose session has expired. */
  async beat(): Promise<void> {
    for (const { stream } of this.#all()) stream.beat();
    await this.#listening.check();
    await this.#reach(this.#all(), async (sessionIds) => {
      const live = await liveSessions(this.#run, sessionIds);
      return live.map((id) => [id, undefined]);
    });
  }

  /** Tells the readers what was found for their sessions; those without one are let go. */
  async #reach(
    readers: Reader[],
    find: (sessionIds: number[]) => Promise<[number, UnreadEvent | undefined][]>,
  ): Promise<void> {
    if (readers.length === 0) return;
    try {
      const eventOf = new Map(await find(readers.map(({ sessionId }) => sessionId)));
      for (const { sessionId, stream } of readers) {
        const event = eventOf.get(sessionId);
        if (event) stream.send(event);
        else if (!eventOf.has(sessionId)) stream.end();
      }
    } catch (error) {
      // They come back, and are then told what stands.
      this.#log.warn({ err: error }, 'readers could not be told of their notifications');
      for (const { stream } of readers) stream.end();
    }
  }
}

function idsIn(payload: string): number[] {
  return payload.split(',').map(Number);
}
