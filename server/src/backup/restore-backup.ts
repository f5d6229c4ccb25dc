import type { Database, Db } from '../database/database.ts';
import { migrationNames } from '../database/migration-files.ts';
import { migrate } from '../database/migrator.ts';
import { OperatorError } from '../operator-error.ts';
import { writeDatabaseId, writeStorageId } from '../storage/pairing.ts';
import type { Storage } from '../storage/storage.ts';
import { type Backup, damageError, explainDamage } from './backup-folder.ts';
import {
  claimStorage,
  findClaim,
  markDatabase,
  readDatabaseState,
  unmarkDatabase,
} from './restore-target.ts';
import {
  digestRows,
  emptyTable,
  listTables,
  readLines,
  readRows,
  setCounters,
  type TableDigest,
  writeRows,
} from './table-rows.ts';

/** Verifies everything in a backup. */
export async function checkBackup(backup: Backup): Promise<void> {
  const { location, manifest } = backup;
  if (manifest.migrations.some((name) => !migrationNames().includes(name))) {
    throw new OperatorError(
      `The backup in ${location} was made by a newer version of Lớp Xanh: restore it with that version.`,
    );
  }
  for (const [name, expected] of Object.entries(manifest.tables)) {
    const found = { rows: 0, sha256: '' };
    await readLines(backup.readTable(name), (rows) => drain(digestRows(rows, found))).catch(
      (error: unknown) => {
        throw explainDamage(error, location, `tables/${name}`);
      },
    );
    if (!isSame(found, expected)) throw damageError(location, `tables/${name}`);
  }
  for (const name of Object.keys(manifest.files)) {
    await drain(backup.readUpload(name)).catch((error: unknown) => {
      throw explainDamage(error, location, `uploads/${name}`);
    });
  }
}

/**
 * Restores a verified backup into an empty installation, or continues where an earlier attempt stopped. The
 * tables are written in one transaction, in their old schema, and verified before the commit; then the
 * schema is migrated.
 */
export async function restoreBackup(
  database: Database,
  storage: Storage,
  backup: Backup,
): Promise<void> {
  const { manifest } = backup;
  const state = await readDatabaseState(database.db, await findClaim(storage, manifest));
  const claim = await claimStorage(storage, manifest);
  await restoreFiles(storage, backup);
  if (state === 'empty') await markDatabase(database.db, claim);
  if (state !== 'rows') {
    await migrate(database.connection, { names: manifest.migrations, isShared: false });
    await database.db.transaction(async (db) => {
      await unmarkDatabase(db);
      await restoreTables(db, backup);
      // The restored copy is a separate installation: it must not be started with the uploads of the original.
      await writeDatabaseId(db, claim.id);
    });
  }
  await migrate(database.connection, { isShared: false });
  await writeStorageId(storage, claim.id);
}

/** Skips what is there: a file appears under its name only when complete. */
async function restoreFiles(storage: Storage, backup: Backup): Promise<void> {
  for (const [name, { bytes }] of Object.entries(backup.manifest.files)) {
    if ((await storage.find(name))?.size === bytes) continue;
    await storage.write(name, backup.readUpload(name));
  }
}

async function restoreTables(db: Db, backup: Backup): Promise<void> {
  const { tables: expected, counters } = backup.manifest;
  const tables = await listTables(db);
  for (const table of tables.toReversed()) await emptyTable(db, table);
  for (const table of tables) {
    await readLines(backup.readTable(table.name), (rows) => writeRows(db, table, rows));
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

async function drain(content: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of content);
}
