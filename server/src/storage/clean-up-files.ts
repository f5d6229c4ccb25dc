import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { filesUnder } from './disk-storage.ts';
import { refuseForeignStorage } from './pairing.ts';
import type { Storage } from './storage.ts';
import { deleteFiles } from './stored-files.ts';

/** Longer than any backup takes: what it has seen in use is still there when it copies it. */
const daysUnreferenced = 7;
const hoursOnItsWay = 24;
const mostInOneRun = 5_000;
const atOnce = 50;

/**
 * Deletes the files that nothing has referred to for days, and answers how many. It reads the list of
 * what is due and never the storage, so whatever else lies there is safe.
 */
export async function deleteExpiredFiles(db: Db, storage: Storage): Promise<number> {
  const names = await expiredFiles(db);
  if (names.length > 0) await refuseForeignStorage(db, storage);
  const failures: unknown[] = [];
  let total = 0;
  for (let at = 0; at < names.length; at += atOnce) {
    const { deleted, failed } = await deleteFiles(db, storage, names.slice(at, at + atOnce));
    total += deleted;
    failures.push(...failed);
    if (deleted === 0) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some files were not deleted');
  return total;
}

async function expiredFiles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from stored_files
    where unreferenced_since < now() - ${`${daysUnreferenced} days`}::interval
    order by unreferenced_since limit ${mostInOneRun}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Deletes what a server that was killed left in the folder of its own for unfinished uploads. */
export async function deleteOldIncoming({ incoming }: Storage, now = new Date()): Promise<void> {
  const moment = now.getTime() - hoursOnItsWay * 3_600_000;
  for await (const name of filesUnder(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < moment) await rm(path, { force: true });
  }
}
