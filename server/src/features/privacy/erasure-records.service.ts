import type { Db } from '../../database/database.ts';
import {
  type ErasureRecord,
  hasErasureRecord,
  listErasureRecords,
  nameErasureRecord,
  readErasureRecord,
  writeErasureRecord,
} from '../../storage/erasure-records.ts';
import type { Storage } from '../../storage/storage.ts';
import { deleteFiles } from '../../storage/stored-files.ts';
import { lockSubject } from './erasure.queries.ts';
import { erasureResult, recordErasure } from './erasure.service.ts';
import {
  closeRequest,
  isErasurePending,
  listErasures,
  listFilesToDelete,
  listRecentErasures,
} from './erasure-records.queries.ts';

/** After a commit: keeps the records of the erasures with the uploads, and deletes the removed files. */
export async function settleErasures(db: Db, storage: Storage): Promise<void> {
  for (const record of await listRecentErasures(db)) {
    if (!(await hasErasureRecord(storage, record))) await writeErasureRecord(storage, record);
  }
  const { failed } = await deleteFiles(db, storage, await listFilesToDelete(db));
  if (failed.length > 0) throw new AggregateError(failed, 'Some files could not be deleted');
}

/**
 * Repeats the erasures that the database has forgotten, because it was restored from an older backup, and
 * returns how many there were.
 */
export async function repeatErasures(db: Db, storage: Storage): Promise<number> {
  const known = await listErasures(db);
  const knownNames = new Set(known.map(nameErasureRecord));
  const storedNames = await listErasureRecords(storage);
  let repeated = 0;
  for (const name of storedNames.filter((stored) => !knownNames.has(stored))) {
    if (await repeatErasure(db, await readErasureRecord(storage, name))) repeated += 1;
  }
  const stored = new Set(storedNames);
  for (const record of known) {
    if (!stored.has(nameErasureRecord(record))) await writeErasureRecord(storage, record);
  }
  await settleErasures(db, storage);
  return repeated;
}

async function repeatErasure(db: Db, record: ErasureRecord): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const subject = await lockSubject(transaction, record.user_id);
    if (!subject || !(await isErasurePending(transaction, record))) return false;
    const { mentions, files, request_id: requestId, erased_at: erasedAt } = record;
    await recordErasure(transaction, null, {
      subject,
      choices: { mentions, files },
      requestId,
      erasedAt,
    });
    await closeRequest(transaction, { ...record, result: erasureResult });
    return true;
  });
}
