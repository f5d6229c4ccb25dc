import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../database/database.ts';
import { filesOlderThan } from '../../storage/disk-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { unclaimed } from './attachments.queries.ts';

/** An upload may still be on its way to its post for so long. */
const graceHours = 24;
const atOnce = 500;

/** Removes the files that no post has: of uploads that were cut off, or of a server that was killed. */
export async function sweepFiles(db: Db, storage: Storage, now = new Date()): Promise<number> {
  const moment = new Date(now.getTime() - graceHours * 3_600_000);
  let removed = 0;
  let names: string[] = [];
  const removeUnclaimed = async () => {
    for (const name of await unclaimed(db, names)) {
      await storage.remove(name);
      removed += 1;
    }
    names = [];
  };
  for await (const name of storage.olderThan(moment)) {
    names.push(name);
    if (names.length === atOnce) await removeUnclaimed();
  }
  await removeUnclaimed();
  for await (const name of filesOlderThan(storage.incoming, moment)) {
    await rm(join(storage.incoming, name), { force: true });
    removed += 1;
  }
  return removed;
}
