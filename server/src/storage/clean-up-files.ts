import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { listFiles } from './disk-storage.ts';
import { assertOwnStorage } from './pairing.ts';
import type { Storage } from './storage.ts';
import { deleteFiles } from './stored-files.ts';

/** Longer than any backup takes, so that files it has listed still exist when it copies them. */
const daysUnreferenced = 7;
const abandonedAfterHours = 24;
const maxFilesPerRun = 5_000;
const batchSize = 50;

/**
 * Deletes files that nothing has referenced for days, and returns how many. It goes by the database and
 * never lists the storage, so unknown files there are safe.
 */
export async function deleteExpiredFiles(db: Db, storage: Storage): Promise<number> {
  const names = await listExpiredFiles(db);
  if (names.length > 0) await assertOwnStorage(db, storage);
  const failures: unknown[] = [];
  let total = 0;
  for (let start = 0; start < names.length; start += batchSize) {
    const { deleted, failed } = await deleteFiles(
      db,
      storage,
      names.slice(start, start + batchSize),
    );
    total += deleted;
    failures.push(...failed);
    if (deleted === 0) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some files could not be deleted');
  return total;
}

function listExpiredFiles(db: Db): Promise<string[]> {
  return db.values(
    z.string(),
    sql`
      select name from stored_files
      where unreferenced_since < now() - make_interval(days => ${daysUnreferenced})
      order by unreferenced_since limit ${maxFilesPerRun}`,
  );
}

/** Deletes unfinished uploads that a killed server left in its incoming folder. */
export async function deleteAbandonedUploads(
  { incoming }: Storage,
  now = new Date(),
): Promise<void> {
  const deadlineMs = now.getTime() - abandonedAfterHours * 3_600_000;
  for await (const name of listFiles(incoming)) {
    const path = join(incoming, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && stats.mtimeMs < deadlineMs) await rm(path, { force: true });
  }
}
