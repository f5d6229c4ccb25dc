import { buffer } from 'node:stream/consumers';
import type { Database } from '../database/database.ts';
import { publishChanges } from '../features/notifications/notifications.queries.ts';
import { listFiles } from '../storage/disk-storage.ts';
import type { Storage } from '../storage/storage.ts';

export type TableRow = Record<string, unknown>;

/** Every row of every table, with bytes as text where they are text. */
export async function dumpTables({ pool }: Database): Promise<Record<string, TableRow[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm') order by 1`);
  const dump: Record<string, TableRow[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(`select * from "${name}"`);
    dump[name] = rows.map((row: TableRow) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          Buffer.isBuffer(value) ? value.toString('latin1') : value,
        ]),
      ),
    );
  }
  return dump;
}

/** The same once all changes of notifications are published, as the server would do between two dumps. */
export async function dumpSettledTables(database: Database): Promise<Record<string, TableRow[]>> {
  await publishChanges(database.db);
  return dumpTables(database);
}

/** Where a word stands: `table.column`, or the name of a file. */
export function findInTables(dump: Record<string, TableRow[]>, word: string): string[] {
  const found = Object.entries(dump).flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row)
        .filter(([, value]) => containsWord(JSON.stringify(value ?? ''), word))
        .map(([column]) => `${table}.${column}`),
    ),
  );
  return [...new Set(found)].toSorted();
}

export async function findInFiles(storage: Storage, word: string): Promise<string[]> {
  const found: string[] = [];
  for await (const name of storage.listNames()) {
    const file = await storage.open(name);
    const content = file && (await buffer(file.content));
    if (containsWord(name + (content?.toString('latin1') ?? ''), word)) found.push(name);
  }
  for await (const name of listFiles(storage.incoming)) found.push(name);
  return found;
}

export const containsWord = (text: string, word: string) =>
  text.normalize('NFC').toLowerCase().includes(word);
