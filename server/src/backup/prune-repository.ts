import type { UnfinishedUpload } from '../storage/storage.ts';
import type { TargetStorage } from './backup-target.ts';
import { chooseKept, type KeepRule } from './keep-backups.ts';
import {
  findBackups,
  findWriter,
  indexName,
  listNames,
  readIndex,
  toMoment,
} from './repository.ts';

/** An unfinished backup may still be running. */
const abandonedAfterMs = 24 * 3_600_000;

/**
 * Deletes the backups that are no longer kept, and returns their names. Their indexes go first, so that a
 * backup which still counts is complete whenever this is interrupted. Then goes whatever no kept backup
 * needs. Names that no backup can have written are left alone.
 */
export async function pruneRepository(
  target: TargetStorage,
  rule: KeepRule,
  now = new Date(),
): Promise<string[]> {
  const names = await listNames(target);
  const backups = findBackups(names).map((name) => ({ name, takenAt: toMoment(name) }));
  const kept = new Set(chooseKept(backups, rule).map(({ name }) => name));
  // An index that cannot be read ends this before anything is deleted.
  const needed = new Set<string>();
  for (const name of kept) {
    needed.add(indexName(name));
    for (const object of Object.keys((await readIndex(target, name)).objects)) needed.add(object);
  }
  const dropped = backups.flatMap(({ name }) => (kept.has(name) ? [] : [name]));
  for (const name of dropped) await target.delete(indexName(name));

  const complete = new Set(backups.map(({ name }) => name));
  for (const listed of names) {
    // Left by a killed server on a disk.
    const name = listed.replace(/\.part$/, '');
    const writer = findWriter(name);
    if (!writer || needed.has(name)) continue;
    const age = now.getTime() - toMoment(writer).getTime();
    if (complete.has(writer) || age > abandonedAfterMs) await target.delete(name);
  }
  await abortUnfinished(target, now);
  return dropped;
}

/** Parts of a large file that a killed server has left in a bucket. */
async function abortUnfinished({ unfinished }: TargetStorage, now: Date): Promise<void> {
  if (!unfinished) return;
  const abandoned: UnfinishedUpload[] = [];
  for await (const upload of unfinished.list()) {
    const isOld = now.getTime() - upload.startedAt.getTime() > abandonedAfterMs;
    if (isOld && findWriter(upload.name)) abandoned.push(upload);
  }
  for (const upload of abandoned) await unfinished.abort(upload);
}
