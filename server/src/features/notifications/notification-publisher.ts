import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../database/database.ts';
import { publishChanges } from './notifications.queries.ts';

/** Short enough for users who wait, long enough to publish many changes at once. */
const delayMs = 50;

/** Tells all server processes, a moment after a write, whose notifications have changed. */
export class NotificationPublisher {
  readonly #db;
  readonly #log;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  publishSoon(): void {
    this.#timer ??= setTimeout(() => void this.#publish(), delayMs);
  }

  async close(): Promise<void> {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    await this.#publish();
  }

  /** Changes that could not be published go out with the next write; until then clients poll. */
  async #publish(): Promise<void> {
    this.#timer = undefined;
    await publishChanges(this.#db).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'could not publish notification changes'),
    );
  }
}
