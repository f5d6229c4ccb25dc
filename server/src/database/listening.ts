import pg from 'pg';
import { failureLog, type Log } from '../failure-log.ts';
import type { Database } from './database.ts';

const shortestPauseMs = 250;
const longestPauseMs = 10_000;
const patienceMs = 10_000;

interface Listener {
  /** What to do with what is told on each channel. */
  channels: Record<string, (payload: string) => void>;
  /** The connection broke and is back: what was told in between is not known. */
  onBack: () => void;
}

/** A connection of its own that hears what is told with NOTIFY; one that breaks is made anew. */
export class Listening {
  readonly #settings;
  readonly #listener;
  readonly #logFailure;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = shortestPauseMs;
  #isClosed = false;

  constructor({ connection }: Database, listener: Listener, log: Log) {
    const channels = Object.keys(listener.channels).join(', ');
    this.#settings = {
      ...connection,
      application_name: `lop-xanh listens to ${channels}`,
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    };
    this.#listener = listener;
    this.#logFailure = failureLog(log, `the connection that listens to ${channels} failed`);
  }

  async start(): Promise<void> {
    const client = new pg.Client(this.#settings);
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new Error('PostgreSQL closed the connection')));
    const { channels } = this.#listener;
    client.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    try {
      await client.connect();
      for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    this.#pauseMs = shortestPauseMs;
    this.#client = client;
    if (this.#isClosed) await this.close();
  }

  /** A connection may die without a word: it is asked now and then. */
  async check(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    await client.query('select 1').catch((error: unknown) => this.#lose(client, error));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #lose(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    void client.end().catch(() => undefined);
    this.#tryAgainAfter(error);
  }

  #tryAgainAfter(error: unknown): void {
    if (this.#isClosed) return;
    this.#logFailure(error);
    this.#timer = setTimeout(() => void this.#tryAgain(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.start();
      this.#listener.onBack();
    } catch (error) {
      this.#tryAgainAfter(error);
    }
  }
}
