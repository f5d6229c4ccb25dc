import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

const batchRows = 1_000;

/** A table, as described by the system catalogs. */
export interface Table {
  name: string;
  /** Without generated columns. */
  columns: string[];
  /** The columns of the primary key, with a collation that sorts the same on every machine. */
  order: string[];
  /** The tables that its rows reference. */
  references: string[];
}

export interface TableDigest {
  rows: number;
  sha256: string;
}

/** All logged tables, each after those that it references. */
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
    order by class.relname`.execute(db);
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
  await sql`set local time zone 'UTC'`.execute(db);
  await sql`
    declare read_rows no scroll cursor for
    select row_to_json(table_row)::text as line
    from (select ${sql.raw(columns.join())} from ${sql.table(name)}
          order by ${sql.raw(order.join())}) table_row`.execute(db);
  for (;;) {
    const { rows } = await sql<{ line: string }>`
      fetch ${sql.raw(String(batchRows))} from read_rows`.execute(db);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close read_rows`.execute(db);
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

/** Deletes the rows inserted by migrations, and disables the triggers until `writeRows` is done. */
export async function emptyTable(db: Db, { name }: Table): Promise<void> {
  await sql`alter table ${sql.table(name)} disable trigger user`.execute(db);
  await sql`delete from ${sql.table(name)}`.execute(db);
}

/** Inserts the rows into an emptied table and enables its triggers again. */
export async function writeRows(
  db: Db,
  { name, columns }: Table,
  batches: AsyncIterable<string[]>,
): Promise<void> {
  const columnList = sql.raw(columns.join());
  const insert = async (lines: string[]) => {
    await sql`
      insert into ${sql.table(name)} (${columnList}) overriding system value
      select ${columnList} from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join()}]`}::json)`.execute(
      db,
    );
  };
  let batch: string[] = [];
  for await (const lines of batches) {
    batch.push(...lines);
    if (batch.length < batchRows) continue;
    await insert(batch);
    batch = [];
  }
  if (batch.length > 0) await insert(batch);
  await sql`alter table ${sql.table(name)} enable trigger user`.execute(db);
}

/** The last value of each id sequence, so that ids of deleted rows are never reused. */
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
