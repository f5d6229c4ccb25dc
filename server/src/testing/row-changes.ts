import { pick } from '@lop-xanh/contract/testing/random';
import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';

const column = z.object({ table: z.string(), name: z.string(), type: z.string() });
type Column = z.infer<typeof column>;

interface RowChange {
  name: string;
  /** Puts back what was there, as far as the database allows it by then. */
  undo: () => Promise<boolean>;
}

/** Values of columns that accept only a few. */
const words = [
  'approved',
  'withdrawn',
  'rejected',
  'visible',
  'held',
  'hidden',
  'open',
  'off',
  'Mod',
];

/** Changes any value of any row of these tables, and deletes rows of some of them, without the app. */
export async function createRowChanger(
  db: Db,
  random: () => number,
  { changed, deleted }: Record<'changed' | 'deleted', string[]>,
) {
  const columns = await db.many(
    column,
    sql`
      select table_name as table, column_name as name, udt_name as type
      from information_schema.columns
      where table_schema = 'public' and table_name = any(${changed})
        and is_generated = 'NEVER' and is_identity = 'NO'
      order by 1, 2`,
  );

  /** The value of another row, none, or one that no row has. */
  function pickValue({ table, name, type }: Column): string {
    const others = `(select ${name} from ${table} order by md5(ctid::text || '${random()}') limit 1)`;
    const unlike: Record<string, string> = {
      text: pick(random, [...words.map((word) => `'${word}'`), `${name} || 'x'`]),
      bool: `not ${name}`,
      int2: `${name} + 1`,
      int4: `${name} + 1`,
      timestamptz: `${name} + interval '1 second'`,
    };
    return pick(random, [others, 'null', unlike[type] ?? others, unlike[type] ?? others]);
  }
  const chooseRow = (table: string) =>
    sql`ctid = (select ctid from ${raw(table)} order by md5(ctid::text || ${String(random())}) limit 1)`;
  const isDone = (change: Promise<number>) =>
    change.then(
      (count) => count > 0,
      () => false,
    );

  async function changeValue(): Promise<RowChange | undefined> {
    const chosen = pick(random, columns);
    const [table, name, type] = [raw(chosen.table), raw(chosen.name), raw(chosen.type)];
    const rows = z.object({ row: z.string(), value: z.string().nullable() });
    const [old] = await db.many(
      rows,
      sql`select ctid::text as row, ${name}::text as value from ${table} where ${chooseRow(chosen.table)}`,
    );
    if (!old) return undefined;
    const [row] = await db
      .values(
        z.string(),
        sql`update ${table} set ${name} = ${raw(pickValue(chosen))} where ctid = ${old.row}::tid returning ctid::text`,
      )
      .catch(() => []);
    if (!row) return undefined;
    return {
      name: `${chosen.table}.${chosen.name}`,
      undo: () =>
        isDone(
          db.run(
            sql`update ${table} set ${name} = ${old.value}::text::${type} where ctid = ${row}::tid`,
          ),
        ),
    };
  }

  async function deleteRow(): Promise<RowChange | undefined> {
    const name = pick(random, deleted);
    const table = raw(name);
    const [row] = await db
      .values(
        z.string(),
        sql`delete from ${table} deleted where ${chooseRow(name)} returning row_to_json(deleted)::text`,
      )
      .catch(() => []);
    if (!row) return undefined;
    return {
      name,
      undo: () =>
        isDone(
          db.run(sql`
            insert into ${table} overriding system value
            select * from json_populate_record(null::${table}, ${row}::json)`),
        ),
    };
  }

  /** Nothing if the database refused the change. */
  return (): Promise<RowChange | undefined> => (random() < 0.8 ? changeValue() : deleteRow());
}
