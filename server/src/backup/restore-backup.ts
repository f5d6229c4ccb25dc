import { createReadStream } from 'node:fs';
import type { Database, Db } from '../database/database.ts';
import { migrate, migrationNames } from '../database/migrator.ts';
import { StartUpError } from '../start-up-error.ts';
import { adoptStorage } from '../storage/pairing.ts';
import type { Storage } from '../storage/storage.ts';
import {
  countBytes,
  type Manifest,
  readLines,
  readManifest,
  tableFile,
  uploadFile,
} from './backup-folder.ts';
import {
  type Counted,
  countRows,
  emptyTable,
  listTables,
  readRows,
  setCounters,
  writeRows,
} from './table-rows.ts';

/** Looks at all that a backup holds and answers its manifest, or says what is wrong with it. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (manifest.migrations.some((name) => !migrationNames().includes(name))) {
    throw new StartUpError(
      `The backup in ${folder} is of a newer version of Lớp Xanh: restore it with that one.`,
    );
  }
  for (const [name, expected] of Object.entries(manifest.tables)) {
    const found = { rows: 0, sha256: '' };
    await readLines(tableFile(folder, name), (rows) => drain(countRows(rows, found))).catch(
      () => undefined,
    );
    if (!isSame(found, expected)) throw damaged(folder, `tables/${name}`);
  }
  for (const [name, expected] of Object.entries(manifest.files)) {
    const found = { bytes: 0, sha256: '' };
    const content = createReadStream(uploadFile(folder, name));
    await drain(countBytes(content, found)).catch(() => undefined);
    if (found.sha256 !== expected.sha256) throw damaged(folder, `uploads/${name}`);
  }
  return manifest;
}

/**
 * Brings a checked backup back into an empty installation. The tables come at once, in the schema that
 * they had, and are read again before they count; then the schema is brought up to date.
 */
export async function restoreBackup(
  database: Database,
  storage: Storage,
  { folder, manifest }: { folder: string; manifest: Manifest },
): Promise<void> {
  await refuseUsed(database, storage);
  for (const name of Object.keys(manifest.files)) {
    await storage.write(name, createReadStream(uploadFile(folder, name)));
  }
  await migrate(database.connection, manifest.migrations);
  await database.db.transaction().execute((db) => restoreTables(db, manifest, folder));
  await migrate(database.connection);
  // A copy is an installation of its own: it must not be started beside the uploads of the original.
  await adoptStorage(database, storage);
}

/** Whatever is there already would be mixed with what comes. */
async function refuseUsed({ db }: Database, storage: Storage): Promise<void> {
  if ((await listTables(db)).length > 0) {
    throw new StartUpError('The database is not empty: a backup is restored into a new one.');
  }
  for await (const name of storage.names()) {
    throw new StartUpError(`The storage of uploads is not empty: it holds ${name}.`);
  }
}

async function restoreTables(
  db: Db,
  { tables: expected, counters }: Manifest,
  folder: string,
): Promise<void> {
  const tables = await listTables(db);
  for (const table of tables.toReversed()) await emptyTable(db, table);
  for (const table of tables) {
    await readLines(tableFile(folder, table.name), (rows) => writeRows(db, table, rows));
    const found = { rows: 0, sha256: '' };
    await drain(countRows(readRows(db, table), found));
    if (!isSame(found, expected[table.name])) {
      throw new Error(`The table ${table.name} did not come back as it was`);
    }
  }
  await setCounters(db, counters);
}

const isSame = (one: Counted, other: Counted | undefined) =>
  one.rows === other?.rows && one.sha256 === other.sha256;

async function drain(all: AsyncGenerator): Promise<void> {
  while (!(await all.next()).done);
}

function damaged(folder: string, what: string): StartUpError {
  return new StartUpError(
    `The backup in ${folder} is damaged: ${what} is not what the manifest says.`,
  );
}
