import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import pg from 'pg';
import { DatabaseAwayError, isReadOnlyError } from './postgres-errors.ts';

export interface Host {
  readonly host: string;
  readonly port: number;
}

/** The hosts of a cluster: which one to connect to, and what is known about the one tried last. */
export interface HostChooser {
  readonly all: readonly Host[];
  choose(connection: Connection): Promise<Host>;
  /** Says that this host could not be used, so that the next connection looks for another. */
  reject(host: Host): void;
}

/** How to connect to PostgreSQL: to one host, or to whichever of several accepts writes. */
export interface Connection extends pg.ClientConfig {
  hosts?: HostChooser;
}

export interface DatabaseClientSettings extends Connection {
  /** Limits that PostgreSQL enforces. */
  limits?: { statementMs?: number; idleInTransactionMs?: number };
  /** How long a statement may go without a byte from the server. It must exceed its limit. */
  silenceTimeoutMs?: number;
  /** For connections that only read. By default a server that accepts no writes is as good as none. */
  acceptsReadOnly?: boolean;
  /** Called when a write is refused because the server no longer accepts any. */
  onReadOnly?: () => void;
}

const connectionTimeoutMs = 10_000;
const keepAliveDelayMs = 10_000;

/** Every connection to PostgreSQL except those to the embedded one that only its owner makes. */
export class DatabaseClient extends pg.Client {
  readonly #settings: DatabaseClientSettings;
  #chosenHost: Host | undefined;
  #isRetired = false;

  constructor(settings: DatabaseClientSettings = {}) {
    const complete = {
      connectionTimeoutMillis: connectionTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
      ...settings,
      // The pool hides it from enumeration.
      password: settings.password,
    };
    super(complete);
    this.#settings = complete;
    // The next statement reports the loss of a connection; an unhandled event would end the process.
    this.on('error', () => this.#rejectHost());
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
  override connect(
    callback?: (error: Error | null, client?: pg.Client) => void,
  ): Promise<pg.Client> | void {
    const opened = this.#open();
    if (!callback) return opened;
    callbackify(() => opened)(callback);
  }

  async assertWritable(): Promise<void> {
    await this.#readState([]);
  }

  /** Closes the connection as soon as it is not in a transaction. */
  retire(): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#rejectHost();
    if (this.#isIdle() && this.getTransactionStatus() === 'I') this.connection.stream.destroy();
  }

  async #open(): Promise<pg.Client> {
    this.#chosenHost = await this.#settings.hosts?.choose(this.#settings);
    Object.assign(this, this.#chosenHost);
    try {
      await super.connect();
      this.#watchMessages();
      this.#endWhenSilent();
      await this.#readState(this.#listLimits());
      return this;
    } catch (error) {
      this.#rejectHost();
      this.connection.stream.destroy();
      throw error;
    }
  }

  #rejectHost(): void {
    if (this.#chosenHost) this.#settings.hosts?.reject(this.#chosenHost);
  }

  /** As a statement: poolers such as PgBouncer refuse connections with limits among their parameters. */
  #listLimits(): string[] {
    const { statementMs, idleInTransactionMs } = this.#settings.limits ?? {};
    return Object.entries({
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }).flatMap(([name, ms]) => (ms ? `set_config('${name}', '${ms}', false)` : []));
  }

  /** Sets the limits and checks the server in one round trip. */
  async #readState(limits: string[]): Promise<void> {
    const columns = [
      `current_setting('transaction_read_only') = 'on' as is_read_only`,
      'pg_is_in_recovery() as is_standby',
      ...limits,
    ];
    const { connectionTimeoutMillis = connectionTimeoutMs, acceptsReadOnly } = this.#settings;
    const statement = {
      text: `select ${columns.join(', ')}`,
      query_timeout: connectionTimeoutMillis,
    };
    const { rows } = await this.query<{ is_read_only: boolean; is_standby: boolean }>(statement);
    if (acceptsReadOnly || !rows[0]?.is_read_only) return;
    throw new DatabaseAwayError(
      rows[0].is_standby ? 'it is a standby, which accepts no writes' : 'it is read-only',
    );
  }

  #watchMessages(): void {
    this.connection.on('errorMessage', (error: unknown) => {
      if (isReadOnlyError(error)) this.#settings.onReadOnly?.();
    });
    this.connection.on('readyForQuery', ({ status }: { status: string }) => {
      if (this.#isRetired && status === 'I') this.connection.stream.destroy();
    });
  }

  /** A host that vanishes, or a firewall that forgets the connection, reports nothing. */
  #endWhenSilent(): void {
    const { silenceTimeoutMs } = this.#settings;
    if (!silenceTimeoutMs) return;
    const socket = this.connection.stream as Socket;
    socket.setTimeout(silenceTimeoutMs);
    socket.on('timeout', () => {
      if (this.#isIdle()) return;
      socket.destroy(new DatabaseAwayError(`PostgreSQL sent nothing for ${silenceTimeoutMs} ms`));
    });
  }

  #isIdle(): boolean {
    return (this as unknown as { readyForQuery: boolean }).readyForQuery;
  }
}
