import { createReadStream } from 'node:fs';
import type { Database, Db } from '../database/database.ts';
import { migrate, migrationNames } from '../database/migrator.ts';
import { OperatorError } from '../operator-error.ts';
import { erasureRecordsFolder } from '../storage/erasure-records.ts';
import { adoptStorage } from '../storage/pairing.ts';
import type { Storage } from '../storage/storage.ts';
import {
  digestBytes,
  type Manifest,
  readLines,
  readManifest,
  tableFile,
  uploadFile,
} from './backup-folder.ts';
import {
  digestRows,
  emptyTable,
  listTables,
  readRows,
  setCounters,
  type TableDigest,
  writeRows,
} from './table-rows.ts';

/** Verifies everything in a backup and returns its manifest. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (manifest.migrations.some((name) => !migrationNames().includes(name))) {
    throw new OperatorError(
      `The backup in ${folder} was made by a newer version of Lớp Xanh: restore it with that version.`,
    );
  }
  for (const [name, expected] of Object.entries(manifest.tables)) {
    const found = { rows: 0, sha256: '' };
    await readLines(tableFile(folder, name), (rows) => drain(digestRows(rows, found))).catch(
      () => undefined,
    );
    if (!isSame(found, expected)) throw damageError(folder, `tables/${name}`);
  }
  for (const [name, expected] of Object.entries(manifest.files)) {
    const found = { bytes: 0, sha256: '' };
    const content = createReadStream(uploadFile(folder, name));
    await drain(digestBytes(content, found)).catch(() => undefined);
    if (found.sha256 !== expected.sha256) throw damageError(folder, `uploads/${name}`);
  }
  return manifest;
}

/**
 * Restores a verified backup into an empty installation. The tables are written in one transaction, in
 * their old schema, and verified before the commit; then the schema is migrated.
 */
export async function restoreBackup(
  database: Database,
  storage: Storage,
  { folder, manifest }: { folder: string; manifest: Manifest },
): Promise<void> {
  await assertEmpty(database, storage);
  for (const name of Object.keys(manifest.files)) {
    await storage.write(name, createReadStream(uploadFile(folder, name)));
  }
  await migrate(database.connection, manifest.migrations);
  await database.db.transaction((db) => restoreTables(db, manifest, folder));
  await migrate(database.connection);
  // The restored copy is a separate installation: it must not be started with the uploads of the original.
  await adoptStorage(database.db, storage);
}

async function assertEmpty({ db }: Database, storage: Storage): Promise<void> {
  if ((await listTables(db)).length > 0) {
    throw new OperatorError('The database is not empty: restore a backup into a new one.');
  }
  for await (const name of storage.listNames()) {
    // Kept from the lost installation, so that its erasures are repeated.
    if (name.startsWith(erasureRecordsFolder)) continue;
    throw new OperatorError(`The storage for uploads is not empty: it holds ${name}.`);
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
    await drain(digestRows(readRows(db, table), found));
    if (!isSame(found, expected[table.name])) {
      throw new Error(`Table ${table.name} differs from the backup after restoring`);
    }
  }
  await setCounters(db, counters);
}

const isSame = (a: TableDigest, b: TableDigest | undefined) =>
  a.rows === b?.rows && a.sha256 === b.sha256;

async function drain(generator: AsyncGenerator): Promise<void> {
  while (!(await generator.next()).done);
}

function damageError(folder: string, path: string): OperatorError {
  return new OperatorError(
    `The backup in ${folder} is damaged: ${path} does not match the manifest.`,
  );
}
