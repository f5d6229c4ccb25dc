import type { FastifyBaseLogger } from 'fastify';
import { type Database, within } from '../../database/database.ts';
import { spreadNews } from './notifications.queries.ts';

/** Short for whoever waits, long enough for many acts to be told as one. */
const pauseMs = 50;

/** Tells all server processes, a moment after an act, whose notifications have changed. */
export class NewsSpreader {
  readonly #run;
  readonly #log;
  #timer: NodeJS.Timeout | undefined;

  constructor({ db }: Database, log: FastifyBaseLogger) {
    this.#run = within(db);
    this.#log = log;
  }

  soon(): void {
    this.#timer ??= setTimeout(() => void this.#spread(), pauseMs);
  }

  async close(): Promise<void> {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    await this.#spread();
  }

  /** What fails is told with the next act; until then the poll finds it. */
  async #spread(): Promise<void> {
    this.#timer = undefined;
    await spreadNews(this.#run).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'news could not be spread'),
    );
  }
}
