import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { locks } from '../database/locks.ts';
import { filesOlderThan } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** Tells which of these stored files a feature refers to, or of all files where none are named. */
export type FileOwner = (db: Db, names?: string[]) => Promise<string[]>;

/** An upload may still be on its way to what will refer to it for so long. */
export const graceHours = 24;
const atOnce = 500;

/** Removes those of the files that no feature refers to, and answers how many they were. */
export async function removeUnowned(
  db: Db,
  storage: Storage,
  { names, owners }: { names: string[]; owners: FileOwner[] },
): Promise<number> {
  if (names.length === 0) return 0;
  const owned = new Set<string>();
  for (const owner of owners) for (const name of await owner(db, names)) owned.add(name);
  const unowned = names.filter((name) => !owned.has(name));
  // Asked after the owners: whatever a later backup sees, nothing in it refers to these.
  if (unowned.length === 0 || (await isBackupRunning(db))) return 0;
  await Promise.all(unowned.map((name) => storage.remove(name)));
  return unowned.length;
}

async function isBackupRunning(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(${locks.backup}) as "isFree"`.execute(db);
  return !rows[0]?.isFree;
}

/** Does so for everything old: of uploads that were cut off, or of a server that was killed. */
export async function sweepFiles(
  db: Db,
  storage: Storage,
  { owners, now = new Date() }: { owners: FileOwner[]; now?: Date },
): Promise<number> {
  const moment = new Date(now.getTime() - graceHours * 3_600_000);
  let removed = 0;
  let names: string[] = [];
  for await (const name of storage.olderThan(moment)) {
    names.push(name);
    if (names.length < atOnce) continue;
    removed += await removeUnowned(db, storage, { names, owners });
    names = [];
  }
  for await (const name of filesOlderThan(storage.incoming, moment)) {
    await rm(join(storage.incoming, name), { force: true });
    removed += 1;
  }
  return removed + (await removeUnowned(db, storage, { names, owners }));
}
