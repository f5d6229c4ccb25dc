import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { deletedFiles } from '../metrics/events.ts';
import { listFiles } from './disk-storage.ts';
import { assertOwnStorage } from './pairing.ts';
import { isFileName, type Storage, type UnfinishedUpload } from './storage.ts';
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
    deletedFiles.inc(deleted);
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

/** Deletes unfinished uploads that a killed server left in its incoming folder and in the bucket. */
export async function deleteAbandonedUploads(
  db: Db,
  storage: Storage,
  now = new Date(),
): Promise<void> {
  const deadlineMs = now.getTime() - abandonedAfterHours * 3_600_000;
  await deleteIncoming(storage, deadlineMs);
  await abortUnfinished(db, storage, deadlineMs);
}

async function deleteIncoming({ incoming }: Storage, deadlineMs: number): Promise<void> {
  for await (const name of listFiles(incoming)) {
    const path = join(incoming, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && stats.mtimeMs < deadlineMs) await rm(path, { force: true });
  }
}

/** Only those of files with a name of ours: a shared bucket may hold uploads of other programs. */
async function abortUnfinished(db: Db, storage: Storage, deadlineMs: number): Promise<void> {
  const { unfinished } = storage;
  if (!unfinished) return;
  const abandoned: UnfinishedUpload[] = [];
  for await (const upload of unfinished.list()) {
    const isOld = upload.startedAt.getTime() < deadlineMs;
    if (isOld && isFileName(upload.name)) abandoned.push(upload);
  }
  if (abandoned.length > 0) await assertOwnStorage(db, storage);
  for (const upload of abandoned) await unfinished.abort(upload);
}
