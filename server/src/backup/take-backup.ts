import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import sql from 'sql-template-tag';
import { listAppliedMigrations } from '../database/applied-migrations.queries.ts';
import type { Database, Db } from '../database/database.ts';
import { migrationNames } from '../database/migration-files.ts';
import { OperatorError } from '../operator-error.ts';
import { listErasureRecords } from '../storage/erasure-records.ts';
import type { Storage } from '../storage/storage.ts';
import { listReferencedFiles } from '../storage/stored-files.ts';
import type { BackupWriter } from './backup-folder.ts';
import { forEachAtOnce } from './for-each-at-once.ts';
import type { Manifest } from './manifest.ts';
import { digestRows, listTables, readCounters, readRows } from './table-rows.ts';

/** Waiting for a bucket, several files take as long as one. */
const filesAtOnce = 4;

/**
 * Backs up a whole installation while it is in use: a snapshot of the tables, then the files that they
 * reference and the records of erasures. A file whose post is deleted in between still exists, because the
 * cleanup waits for days. A file never changes under its name, so one that an earlier backup has stored is
 * not copied again.
 */
export async function takeBackup(
  database: Database,
  storage: Storage,
  writer: BackupWriter,
  { migrations = migrationNames() }: { migrations?: string[] } = {},
): Promise<Manifest> {
  const takenAt = new Date().toISOString();
  const { names, ...tables } = await database.db.transaction(
    async (db) => {
      // A slow target must not end the transaction.
      await db.run(sql`set local idle_in_transaction_session_timeout = 0`);
      await assertVersion(db, migrations);
      return writeTables(db, writer);
    },
    { isolation: 'repeatable read' },
  );
  const records = await listErasureRecords(storage);
  const files = await copyFiles(storage, [...names, ...records], writer);
  const manifest: Manifest = { format: writer.format, takenAt, migrations, ...tables, ...files };
  await writer.finish(manifest);
  return manifest;
}

/** Returns the digests of the tables, and the names of all files that they reference. */
async function writeTables(db: Db, writer: BackupWriter) {
  const tables: Manifest['tables'] = {};
  for (const table of await listTables(db)) {
    const digest = { rows: 0, sha256: '' };
    const rows = digestRows(readRows(db, table), digest);
    await pipeline(rows, createGzip(), (content) =>
      writer.writeTable(table.name, content as AsyncIterable<Buffer>),
    );
    tables[table.name] = digest;
  }
  return { tables, counters: await readCounters(db), names: await listReferencedFiles(db) };
}

/** Another schema might reference files that this version does not know about. */
export async function assertVersion(db: Db, migrations = migrationNames()): Promise<void> {
  const names = await listAppliedMigrations(db);
  if (names.join() !== migrations.join()) {
    throw new OperatorError(
      'The database has the schema of another version of Lớp Xanh: make the backup with that version.',
    );
  }
}

async function copyFiles(storage: Storage, names: string[], writer: BackupWriter) {
  const files: Manifest['files'] = {};
  const missing: string[] = [];
  const copy = async (name: string) => {
    const known = writer.findUpload(name);
    const stored = known ? undefined : await storage.open(name);
    if (known) files[name] = known;
    else if (!stored) missing.push(name);
    else {
      files[name] = await writer.writeUpload(name, stored.content);
    }
  };
  await forEachAtOnce(names, filesAtOnce, copy);
  return { files, missing: missing.toSorted() };
}
