import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database, Db } from '../database/database.ts';
import { migrationNames } from '../database/migrator.ts';
import { OperatorError } from '../operator-error.ts';
import { listErasureRecords } from '../storage/erasure-records.ts';
import type { Storage } from '../storage/storage.ts';
import { listReferencedFiles } from '../storage/stored-files.ts';
import {
  digestBytes,
  type Manifest,
  manifestFile,
  tableFile,
  uploadFile,
} from './backup-folder.ts';
import { digestRows, listTables, readCounters, readRows } from './table-rows.ts';

/**
 * Writes a whole installation into a folder while it is in use: a snapshot of the tables, then the files
 * that they reference and the records of erasures. A file whose post is deleted in between still exists, because the cleanup waits for
 * days. The manifest is written last, so a backup that has one is complete.
 */
export async function takeBackup(
  database: Database,
  storage: Storage,
  { folder, migrations = migrationNames() }: { folder: string; migrations?: string[] },
): Promise<Manifest> {
  await createFolder(folder);
  const takenAt = new Date().toISOString();
  const { names, ...tables } = await database.db.transaction(
    async (db) => {
      await assertVersion(db, migrations);
      return writeTables(db, folder);
    },
    { isolation: 'repeatable read' },
  );
  const records = await listErasureRecords(storage);
  const files = await copyFiles(storage, [...names, ...records], folder);
  const manifest: Manifest = { format: 1, takenAt, migrations, ...tables, ...files };
  await writeFile(manifestFile(folder), JSON.stringify(manifest, undefined, 1), {
    mode: 0o600,
    flush: true,
  });
  return manifest;
}

/** Private, because it holds the data of children. */
async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new OperatorError(`The folder ${folder} is not empty: use a new folder for each backup.`);
  }
}

/** Returns the digests of the tables, and the names of all files that they reference. */
async function writeTables(db: Db, folder: string) {
  const tables: Manifest['tables'] = {};
  for (const table of await listTables(db)) {
    const digest = { rows: 0, sha256: '' };
    const rows = digestRows(readRows(db, table), digest);
    await writeNewFile(tableFile(folder, table.name), rows, createGzip());
    tables[table.name] = digest;
  }
  return { tables, counters: await readCounters(db), names: await listReferencedFiles(db) };
}

/** Another schema might reference files that this version does not know about. */
async function assertVersion(db: Db, migrations: string[]): Promise<void> {
  const names = await db.values(z.string(), sql`select name from migrations order by name`);
  if (names.join() !== migrations.join()) {
    throw new OperatorError(
      'The database has the schema of another version of Lớp Xanh: make the backup with that version.',
    );
  }
}

async function copyFiles(storage: Storage, names: string[], folder: string) {
  const files: Manifest['files'] = {};
  const missing: string[] = [];
  for (const name of names.toSorted()) {
    const stored = await storage.find(name);
    if (!stored) {
      missing.push(name);
      continue;
    }
    const digest = { bytes: 0, sha256: '' };
    const content = await stored.read({ first: 0, last: stored.size - 1 });
    await writeNewFile(uploadFile(folder, name), digestBytes(content, digest));
    files[name] = digest;
  }
  return { files, missing };
}

async function writeNewFile(
  path: string,
  content: AsyncIterable<string | Buffer>,
  transform: NodeJS.ReadWriteStream = new PassThrough(),
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(content, transform, file);
}
