import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import { type Db, literal } from '../database/database.ts';

const batchRows = 1_000;

/** A table, as described by the system catalogs. */
const table = z.object({
  name: z.string(),
  /** Without generated columns. */
  columns: z.array(z.string()),
  /** The columns of the primary key, with a collation that sorts the same on every machine. */
  order: z.array(z.string()),
  /** The tables that its rows reference. */
  references: z.array(z.string()),
});
export type Table = z.infer<typeof table>;

const quoted = (name: string) => raw(pg.escapeIdentifier(name));
const listed = (columns: string[]) => raw(columns.join());

export interface TableDigest {
  rows: number;
  sha256: string;
}

/** All logged tables, each after those that it references. */
export async function listTables(db: Db): Promise<Table[]> {
  const tables = await db.many(
    table,
    sql`
    select class.relname::text as name,
      array(
        select quote_ident(attname) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns,
      array(
        select quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end
        from pg_index index, unnest(index.indkey) with ordinality as key (attnum, position)
        join pg_attribute using (attnum)
        where index.indrelid = class.oid and index.indisprimary and attrelid = class.oid
        order by position
      ) as order,
      array(
        select distinct confrelid::regclass::text from pg_constraint
        where conrelid = class.oid and contype = 'f' and confrelid <> class.oid
      ) as "references"
    from pg_class class
    where class.relkind = 'r' and class.relpersistence = 'p'
      and class.relnamespace = current_schema()::regnamespace
    order by class.relname`,
  );
  const sorted: Table[] = [];
  while (sorted.length < tables.length) {
    const names = new Set(sorted.map(({ name }) => name));
    const next = tables.filter(
      ({ name, references }) => !names.has(name) && references.every((table) => names.has(table)),
    );
    if (next.length === 0) throw new Error('The tables reference each other in a circle');
    sorted.push(...next);
  }
  return sorted;
}

/** Reads the rows of a table in batches, each row as a line of JSON, in the order of its key. */
export async function* readRows(db: Db, { name, columns, order }: Table): AsyncGenerator<string[]> {
  // Instants in JSON use the time zone of the session.
  await db.run(sql`set local time zone 'UTC'`);
  await db.run(sql`
    declare read_rows no scroll cursor for
    select row_to_json(table_row)::text as line
    from (select ${listed(columns)} from ${quoted(name)} order by ${listed(order)}) table_row`);
  for (;;) {
    const lines = await db.values(z.string(), sql`fetch ${literal(batchRows)} from read_rows`);
    if (lines.length === 0) break;
    yield lines;
  }
  await db.run(sql`close read_rows`);
}

/** Passes rows through as text; `digest` is complete at the end. */
export async function* digestRows(batches: AsyncIterable<string[]>, digest: TableDigest) {
  const hash = createHash('sha256');
  for await (const lines of batches) {
    const text = `${lines.join('\n')}\n`;
    hash.update(text);
    digest.rows += lines.length;
    yield text;
  }
  digest.sha256 = hash.digest('hex');
}

/** Reads the gzipped lines of a table in batches. */
export async function readLines<T>(
  content: Readable,
  consume: (batches: AsyncIterable<string[]>) => Promise<T>,
): Promise<T> {
  return pipeline(content, createGunzip().setEncoding('utf8'), (text) =>
    consume(splitLines(text as AsyncIterable<string>)),
  );
}

async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let partial = '';
  for await (const chunk of text) {
    const lines = (partial + chunk).split('\n');
    partial = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}

/** Deletes the rows inserted by migrations, and disables the triggers until `writeRows` is done. */
export async function emptyTable(db: Db, { name }: Table): Promise<void> {
  await db.run(sql`alter table ${quoted(name)} disable trigger user`);
  await db.run(sql`delete from ${quoted(name)}`);
}

/** Inserts the rows into an emptied table and enables its triggers again. */
export async function writeRows(
  db: Db,
  { name, columns }: Table,
  batches: AsyncIterable<string[]>,
): Promise<void> {
  const insert = (lines: string[]) =>
    db.run(sql`
      insert into ${quoted(name)} (${listed(columns)}) overriding system value
      select ${listed(columns)}
      from json_populate_recordset(null::${quoted(name)}, ${`[${lines.join()}]`}::json)`);
  let batch: string[] = [];
  for await (const lines of batches) {
    batch.push(...lines);
    if (batch.length < batchRows) continue;
    await insert(batch);
    batch = [];
  }
  if (batch.length > 0) await insert(batch);
  await db.run(sql`alter table ${quoted(name)} enable trigger user`);
}

const counter = z.object({ name: z.string(), last: z.number() });

/** The last value of each id sequence, so that ids of deleted rows are never reused. */
export async function readCounters(db: Db): Promise<Record<string, number>> {
  const counters = await db.many(
    counter,
    sql`
    select sequencename::text as name, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null
    order by sequencename`,
  );
  return Object.fromEntries(counters.map(({ name, last }) => [name, last]));
}

export async function setCounters(db: Db, counters: Record<string, number>): Promise<void> {
  for (const [name, last] of Object.entries(counters)) {
    await db.run(sql`select setval(${name}::regclass, ${last}::bigint)`);
  }
}
