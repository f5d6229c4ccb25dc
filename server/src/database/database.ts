import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely';
import pg from 'pg';
import type { DB } from './tables.generated.ts';

/** For queries composed in TypeScript, inside a transaction or not. */
export type Db = Kysely<DB>;

export interface Database {
  /** For opening a separate connection. */
  readonly connection: pg.ClientConfig;
  /** For hot reads with hand-written, prepared statements. */
  readonly pool: pg.Pool;
  readonly db: Db;
  close(): Promise<void>;
}

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

export function openDatabase(connection: pg.ClientConfig, settings: pg.PoolConfig = {}): Database {
  const pool = new pg.Pool({
    application_name: 'lop-xanh',
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 60_000,
    ...connection,
    types,
    ...settings,
  });
  // The pool replaces a broken connection; without these listeners the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: withStatementNames(pool) }) });
  return { connection, pool, db, close: () => db.destroy() };
}

/** Runs several reads on one snapshot of the database. */
export function readInSnapshot<T>(db: Db, read: (transaction: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(read);
}

/** A hand-written statement. PostgreSQL prepares it under its name, so a name must always have the same text. */
export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** Adds a value to a statement and returns its placeholder. */
export type BindValue = (value: unknown, type: string) => string;

/** Builds a statement whose values are numbered as its text is written. */
export function statement(name: string, writeText: (bind: BindValue) => string): Statement {
  const values: unknown[] = [];
  const text = writeText((value, type) => `$${values.push(value)}::${type}`);
  return { name, text, values };
}

export type StatementRunner = <Row>(statement: Statement) => Promise<Row[]>;

/** Runs statements on any connection of the pool, where each is planned once. */
export function poolRunner({ pool }: Database): StatementRunner {
  return async <Row>(statement: Statement) => (await pool.query(statement)).rows as Row[];
}

/** Runs the same statements inside a transaction, which sees its own writes. */
export function transactionRunner(db: Db): StatementRunner {
  return async <Row>({ name, text, values }: Statement) => {
    statementNames.set(text, name);
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
  };
}

/** The names of hand-written statements by their text: Kysely cannot pass a name along. */
const statementNames = new Map<string, string>();

function withStatementNames(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      const query = (text: string, values: unknown[] = []) =>
        client.query({ name: statementNames.get(text), text, values });
      return { query, release: () => client.release() } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
  };
}
