import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

const rowsAtOnce = 1_000;

/** A table of the schema, as the catalogue of the database describes it. */
export interface Table {
  name: string;
  /** Those that are written; the others are worked out from them. */
  columns: string[];
  /** The columns of the key, in an order that is alike on every machine. */
  order: string[];
  /** The tables that its rows refer to. */
  refersTo: string[];
}

/** What is kept of a table to know it again by. */
export interface Counted {
  rows: number;
  sha256: string;
}

/** All tables with lasting rows, each after those that it refers to. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows: tables } = await sql<Table>`
    select class.relname::text as name,
      array(
        select quote_ident(attname) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns,
      array(
        select quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end
        from pg_index index, unnest(index.indkey) with ordinality as key (attnum, place)
        join pg_attribute using (attnum)
        where index.indrelid = class.oid and index.indisprimary and attrelid = class.oid
        order by place
      ) as order,
      array(
        select distinct confrelid::regclass::text from pg_constraint
        where conrelid = class.oid and contype = 'f' and confrelid <> class.oid
      ) as "refersTo"
    from pg_class class
    where class.relkind = 'r' and class.relpersistence = 'p'
      and class.relnamespace = current_schema()::regnamespace
    order by class.relname`.execute(db);
  const sorted: Table[] = [];
  while (sorted.length < tables.length) {
    const names = new Set(sorted.map(({ name }) => name));
    const next = tables.filter(
      ({ name, refersTo }) => !names.has(name) && refersTo.every((other) => names.has(other)),
    );
    if (next.length === 0) throw new Error('Tables that refer to one another in a circle');
    sorted.push(...next);
  }
  return sorted;
}

/** The rows of a table in the order of its key, each a line of JSON, some of them at a time. */
export async function* readRows(db: Db, { name, columns, order }: Table): AsyncGenerator<string[]> {
  // JSON writes an instant in the session's time zone.
  await sql`set local time zone 'UTC'`.execute(db);
  await sql`
    declare read_rows no scroll cursor for
    select row_to_json(one)::text as line
    from (select ${sql.raw(columns.join())} from ${sql.table(name)}
          order by ${sql.raw(order.join())}) one`.execute(db);
  for (;;) {
    const { rows } = await sql<{ line: string }>`
      fetch ${sql.raw(String(rowsAtOnce))} from read_rows`.execute(db);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close read_rows`.execute(db);
}

/** Hands the rows on as text and counts them; what was counted is there when all are through. */
export async function* countRows(batches: AsyncIterable<string[]>, counted: Counted) {
  const hash = createHash('sha256');
  for await (const lines of batches) {
    const text = `${lines.join('\n')}\n`;
    hash.update(text);
    counted.rows += lines.length;
    yield text;
  }
  counted.sha256 = hash.digest('hex');
}

/** Takes out what a migration put there; its triggers rest until its rows are back. */
export async function emptyTable(db: Db, { name }: Table): Promise<void> {
  await sql`alter table ${sql.table(name)} disable trigger user`.execute(db);
  await sql`delete from ${sql.table(name)}`.execute(db);
}

/** Puts the rows into an emptied table as they were. */
export async function writeRows(
  db: Db,
  { name, columns }: Table,
  batches: AsyncIterable<string[]>,
): Promise<void> {
  const list = sql.raw(columns.join());
  const write = async (lines: string[]) => {
    await sql`
      insert into ${sql.table(name)} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join()}]`}::json)`.execute(
      db,
    );
  };
  let waiting: string[] = [];
  for await (const lines of batches) {
    waiting.push(...lines);
    if (waiting.length < rowsAtOnce) continue;
    await write(waiting);
    waiting = [];
  }
  if (waiting.length > 0) await write(waiting);
  await sql`alter table ${sql.table(name)} enable trigger user`.execute(db);
}

/** How far each counter of ids has come: an id of something deleted is never given again. */
export async function readCounters(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; last: number }>`
    select sequencename::text as name, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null
    order by sequencename`.execute(db);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

export async function setCounters(db: Db, counters: Record<string, number>): Promise<void> {
  for (const [name, last] of Object.entries(counters)) {
    await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(db);
  }
}
