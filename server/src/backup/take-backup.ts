import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { asOfOneMoment, type Database, type Db } from '../database/database.ts';
import { migrationNames } from '../database/migrator.ts';
import { StartUpError } from '../start-up-error.ts';
import type { Storage } from '../storage/storage.ts';
import { referencedFiles } from '../storage/stored-files.ts';
import { countBytes, type Manifest, manifestOf, tableFile, uploadFile } from './backup-folder.ts';
import { countRows, listTables, readCounters, readRows } from './table-rows.ts';

/**
 * Writes a whole installation into a folder while it is in use: the tables as they are at one moment,
 * then the files that they refer to. One whose post is deleted in between is still there: the cleanup
 * waits for days. The manifest comes last, so a backup that has one is whole.
 */
export async function takeBackup(
  database: Database,
  storage: Storage,
  { folder, migrations = migrationNames() }: { folder: string; migrations?: string[] },
): Promise<Manifest> {
  await makeFolder(folder);
  const takenAt = new Date().toISOString();
  const { names, ...tables } = await asOfOneMoment(database.db, async (db) => {
    await refuseOtherVersion(db, migrations);
    return writeTables(db, folder);
  });
  const files = await copyFiles(storage, names, folder);
  const manifest: Manifest = { format: 1, takenAt, migrations, ...tables, ...files };
  await writeFile(manifestOf(folder), JSON.stringify(manifest, undefined, 1), {
    mode: 0o600,
    flush: true,
  });
  return manifest;
}

/** Closed to others: it holds what the school knows of its children. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new StartUpError(`The folder ${folder} is not empty: name a new one for each backup.`);
  }
}

/** Answers what the tables hold, and the names of all files that they refer to. */
async function writeTables(db: Db, folder: string) {
  const tables: Manifest['tables'] = {};
  for (const table of await listTables(db)) {
    const counted = { rows: 0, sha256: '' };
    const rows = countRows(readRows(db, table), counted);
    await writeNew(tableFile(folder, table.name), rows, createGzip());
    tables[table.name] = counted;
  }
  return { tables, counters: await readCounters(db), names: await referencedFiles(db) };
}

/** Which files there are is known of the schema of this version alone. */
async function refuseOtherVersion(db: Db, migrations: string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from migrations order by name`.execute(db);
  if (rows.map(({ name }) => name).join() !== migrations.join()) {
    throw new StartUpError(
      'The database is of another version of Lớp Xanh than this command: take the backup with that version.',
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
    const counted = { bytes: 0, sha256: '' };
    const content = await stored.read({ first: 0, last: stored.size - 1 });
    await writeNew(uploadFile(folder, name), countBytes(content, counted));
    files[name] = counted;
  }
  return { files, missing };
}

async function writeNew(
  path: string,
  content: AsyncIterable<string | Buffer>,
  through: NodeJS.ReadWriteStream = new PassThrough(),
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(content, through, file);
}
