import { failureLog, type Log } from '../lib/failure-log.ts';
import type { Database } from './database.ts';
import { DatabaseClient } from './database-client.ts';

const minRetryDelayMs = 250;
const maxRetryDelayMs = 10_000;
const timeoutMs = 10_000;

interface ListenerOptions {
  /** The handler of each channel. */
  channels: Record<string, (payload: string) => void>;
  /** Called after a reconnect, when notifications may have been missed. */
  onReconnect: () => void;
}

/** Receives NOTIFY on a separate connection, and reconnects when it breaks. */
export class PostgresListener {
  readonly #config;
  readonly #options;
  readonly #logFailure;
  #client: DatabaseClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retryDelayMs = minRetryDelayMs;
  #isClosed = false;

  constructor({ connection }: Database, options: ListenerOptions, log: Log) {
    const channels = Object.keys(options.channels).join(', ');
    this.#config = {
      ...connection,
      application_name: `lop-xanh listens to ${channels}`,
      connectionTimeoutMillis: timeoutMs,
      silenceTimeoutMs: timeoutMs,
    };
    this.#options = options;
    this.#logFailure = failureLog(log, `lost the connection that listens to ${channels}`);
  }

  async start(): Promise<void> {
    const client = new DatabaseClient(this.#config);
    client.on('error', (error) => this.#handleLoss(client, error));
    client.on('end', () => this.#handleLoss(client, new Error('PostgreSQL closed the connection')));
    const { channels } = this.#options;
    client.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    try {
      await client.connect();
      for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    this.#retryDelayMs = minRetryDelayMs;
    this.#client = client;
    if (this.#isClosed) await this.close();
  }

  /** Call this regularly: a dead connection, or one to a former primary, may not report an error. */
  async check(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    await client.assertWritable().catch((error: unknown) => this.#handleLoss(client, error));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #handleLoss(client: DatabaseClient, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    void client.end().catch(() => undefined);
    this.#scheduleReconnect(error);
  }

  #scheduleReconnect(error: unknown): void {
    if (this.#isClosed) return;
    this.#logFailure(error);
    this.#timer = setTimeout(() => void this.#reconnect(), this.#retryDelayMs);
    this.#retryDelayMs = Math.min(this.#retryDelayMs * 2, maxRetryDelayMs);
  }

  async #reconnect(): Promise<void> {
    try {
      await this.start();
      this.#options.onReconnect();
    } catch (error) {
      this.#scheduleReconnect(error);
    }
  }
}
