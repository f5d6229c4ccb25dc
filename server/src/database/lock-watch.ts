import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, DatabaseClient } from './database-client.ts';

const intervalMs = 1_000;

/** Reports which session holds a lock that another one waits for. */
export class LockWatch {
  readonly #connection: Connection;
  readonly #sessionId: number;
  readonly #report: (text: string) => void;
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;
  #holder: string | undefined;

  constructor(connection: Connection, sessionId: number, report: (text: string) => void) {
    this.#connection = { ...connection, application_name: 'lop-xanh lock watch' };
    this.#sessionId = sessionId;
    this.#report = report;
    this.#watching = this.#watch();
  }

  /** Who held the lock when we last looked. */
  get holder(): string {
    return this.#holder ?? 'another session';
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await pause(intervalMs, undefined, { signal }).catch(() => undefined);
      // Whatever keeps us from looking, the wait itself goes on.
      if (!signal.aborted) await this.#look().catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const holder = await this.#findHolder();
    if (holder === undefined || holder === this.#holder) return;
    this.#holder = holder;
    this.#report(`Waiting for a lock that another session holds (${holder})`);
  }

  async #findHolder(): Promise<string | undefined> {
    const client = new DatabaseClient(this.#connection);
    try {
      await client.connect();
      const { rows } = await client.query<{ holder: string }>(
        `select concat_ws(', ', 'process ' || pid, nullif(application_name, ''), host(client_addr),
           'since ' || to_char(state_change, 'YYYY-MM-DD HH24:MI:SS TZ')) as holder
         from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by pid limit 1`,
        [this.#sessionId],
      );
      return rows[0]?.holder;
    } finally {
      await client.end();
    }
  }
}
