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
  /** For one who needs a connection of their own. */
  readonly connection: pg.ClientConfig;
  /** For the hot reads: hand-written statements, prepared by name. */
  readonly pool: pg.Pool;
  readonly db: Db;
  close(): Promise<void>;
}

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins;
const INT8_LIST = 1016;

/** Ids are numbers, days plain dates and instants ISO strings, from the database to the screen. */
const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [INT8_LIST]: (text) => text.slice(1, -1).split(',').filter(Boolean).map(Number),
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
  // A connection that breaks is replaced by the pool; without these listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: rememberingNames(pool) }) });
  return { connection, pool, db, close: () => db.destroy() };
}

/** Several reads that see the same, whatever is written between them. */
export function asOfOneMoment<T>(db: Db, read: (transaction: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(read);
}

/** A hand-written statement; its name stands for its text, so one name never has two. */
export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** Collects the values of a statement while its text is written. */
export type Value = (value: unknown, type: string) => string;

/** Numbers the values of a statement as its text is written. */
export function statement(name: string, write: (value: Value) => string): Statement {
  const values: unknown[] = [];
  const text = write((one, type) => `$${values.push(one)}::${type}`);
  return { name, text, values };
}

export type Run = <Row>(statement: Statement) => Promise<Row[]>;

/** Hot reads: planned once for each connection. */
export function prepared({ pool }: Database): Run {
  return async <Row>(statement: Statement) => (await pool.query(statement)).rows as Row[];
}

/** The same statements inside a transaction, which sees its own writes. */
export function within(db: Db): Run {
  return async <Row>({ name, text, values }: Statement) => {
    nameOf.set(text, name);
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
  };
}

/** The names of hand-written statements, which Kysely has no place for. */
const nameOf = new Map<string, string>();

function rememberingNames(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      const query = (text: string, values: unknown[] = []) =>
        client.query({ name: nameOf.get(text), text, values });
      return { query, release: () => client.release() } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
  };
}
