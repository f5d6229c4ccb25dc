import pg from 'pg';
import { raw, type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import { type Connection, DatabaseClient, type DatabaseClientSettings } from './database-client.ts';

/**
 * Runs statements, on any connection of the pool or inside a transaction. The schema of a row gives the
 * result its type; it is not parsed, but the tests check every row against it.
 */
export interface Db {
  many<Row>(row: z.ZodType<Row>, statement: Sql): Promise<Row[]>;
  /** Throws unless there is exactly one row. */
  one<Row>(row: z.ZodType<Row>, statement: Sql): Promise<Row>;
  /** Throws if there are several rows. */
  maybeOne<Row>(row: z.ZodType<Row>, statement: Sql): Promise<Row | undefined>;
  /** Reads the only column of the only row. */
  value<Value>(value: z.ZodType<Value>, statement: Sql): Promise<Value>;
  /** Reads the only column of all rows. */
  values<Value>(value: z.ZodType<Value>, statement: Sql): Promise<Value[]>;
  /** Returns the number of affected rows. */
  run(statement: Sql): Promise<number>;
  /** Commits when `work` is done, and rolls back when it throws. Transactions do not nest. */
  transaction<T>(work: (transaction: Db) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

interface TransactionOptions {
  /** `repeatable read`: all reads see the same snapshot of the database. */
  isolation?: 'repeatable read';
}

export interface Database {
  /** For opening a separate connection. */
  readonly connection: Connection;
  /** For tests and benchmarks; all other code uses `db`. */
  readonly pool: pg.Pool;
  readonly db: Db;
  close(): Promise<void>;
}

/** Throws if a row is not what the schema says. */
export type CheckRows = (row: z.ZodType, rows: unknown[], statement: Sql) => void;

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins;
const INT8_ARRAY = 1016;

/** Ids are numbers, dates stay `YYYY-MM-DD` and instants are ISO strings, from the database to the screen. */
const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [INT8_ARRAY]: (text) => text.slice(1, -1).split(',').filter(Boolean).map(Number),
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
};

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'text' && parsers[oid]) || pg.types.getTypeParser(oid, format),
};

type DatabaseSettings = Omit<pg.PoolConfig, 'Client'> &
  DatabaseClientSettings & { checkRows?: CheckRows };

const limits = { statementMs: 20_000, idleInTransactionMs: 60_000 };

export function openDatabase(
  connection: Connection,
  { checkRows, ...settings }: DatabaseSettings = {},
): Database {
  const clients = new Set<pg.Client>();
  const pool = new pg.Pool({
    application_name: 'lop-xanh',
    max: 10,
    connectionTimeoutMillis: 5_000,
    limits,
    silenceTimeoutMs: limits.statementMs + 5_000,
    // After a failover, the other connections also lead to the former primary.
    onReadOnly: () => clients.forEach((client) => (client as DatabaseClient).retire()),
    ...connection,
    types,
    ...settings,
    Client: DatabaseClient,
  } as pg.PoolConfig);
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  // The pool replaces a broken connection; without this listener the error would end the process.
  pool.on('error', () => undefined);
  const db = new PostgresDb(pool, { checkRows, statementNames: new Map() });
  return { connection, pool, db, close: () => pool.end() };
}

/** What the pool and its transactions have in common. */
interface SharedParts {
  checkRows: CheckRows | undefined;
  statementNames: Map<string, string>;
}

class PostgresDb implements Db {
  readonly #source: pg.Pool | pg.PoolClient;
  readonly #shared: SharedParts;

  constructor(source: pg.Pool | pg.PoolClient, shared: SharedParts) {
    this.#source = source;
    this.#shared = shared;
  }

  async many<Row>(row: z.ZodType<Row>, statement: Sql): Promise<Row[]> {
    const { rows } = await this.#execute(statement);
    this.#shared.checkRows?.(row, rows, statement);
    return rows as Row[];
  }

  async one<Row>(row: z.ZodType<Row>, statement: Sql): Promise<Row> {
    return getOnly(await this.many(row, statement), statement);
  }

  async maybeOne<Row>(row: z.ZodType<Row>, statement: Sql): Promise<Row | undefined> {
    const rows = await this.many(row, statement);
    return rows.length === 0 ? undefined : getOnly(rows, statement);
  }

  async value<Value>(value: z.ZodType<Value>, statement: Sql): Promise<Value> {
    return getOnly(await this.values(value, statement), statement);
  }

  async values<Value>(value: z.ZodType<Value>, statement: Sql): Promise<Value[]> {
    const { rows, fields } = await this.#execute(statement);
    const [column, ...others] = fields;
    if (!column || others.length > 0) throw statementError('Expected one column', statement);
    const values = rows.map((row) => row[column.name]);
    this.#shared.checkRows?.(value, values, statement);
    return values as Value[];
  }

  async run(statement: Sql): Promise<number> {
    return (await this.#execute(statement)).rowCount ?? 0;
  }

  async transaction<T>(
    work: (transaction: Db) => Promise<T>,
    { isolation }: TransactionOptions = {},
  ): Promise<T> {
    if (!(this.#source instanceof pg.Pool)) throw new Error('Transactions do not nest');
    const client = await this.#source.connect();
    try {
      await client.query(isolation ? `begin isolation level ${isolation}` : 'begin');
      const result = await work(new PostgresDb(client, this.#shared));
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      // A connection that cannot even roll back is closed instead of reused.
      const isReusable = await client.query('rollback').then(
        () => true,
        () => false,
      );
      client.release(!isReusable);
      throw error;
    }
  }

  #execute({ text, values }: Sql): Promise<pg.QueryResult<Record<string, unknown>>> {
    const name = nameStatement(this.#shared.statementNames, text);
    return this.#source.query({ ...(name && { name }), text, values });
  }
}

function getOnly<Row>(rows: Row[], statement: Sql): Row {
  if (rows.length !== 1) throw statementError(`Expected one row, got ${rows.length}`, statement);
  return rows[0] as Row;
}

export function statementError(message: string, { text }: Sql): Error {
  return new Error(`${message}: ${text.replaceAll(/\s+/g, ' ').trim()}`);
}

/**
 * Each connection keeps the plan of every statement it has prepared. A search may have any number of
 * conditions, so the number of plans needs a limit.
 */
const maxPrepared = 1_000;

/** PostgreSQL plans a statement with a name once per connection; beyond the limit, statements have none. */
function nameStatement(statementNames: Map<string, string>, text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= maxPrepared) return known;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

/** A number that is part of the text, because the plan depends on it. */
export function literal(number: number): Sql {
  return raw(String(number));
}
