import { buffer } from 'node:stream/consumers';
import type { Db } from '../../database/database.ts';
import { failureLog, type Log } from '../../lib/failure-log.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Classifier, PackService } from '../scan/scan.service.ts';
import { lockScanner } from './kinds.queries.ts';
import { toColumns } from './photo-columns.ts';
import { listOutdatedFiles, updateFeatures } from './photos.queries.ts';

const retryMs = 10 * 60_000;

export interface Refresher {
  /** In the background, and not too often: called with every use of a scanner, so that failures are retried. */
  refresh(schoolId: number, model: string): void;
  close(): Promise<void>;
}

interface RefresherParts {
  db: Db;
  storage: Storage;
  classifier: Classifier;
  packs: PackService;
  log: Log;
}

/** Lets the current nets see photos of a former model, one school after the other. */
export function openRefresher({ db, storage, classifier, packs, log }: RefresherParts): Refresher {
  const logFailure = failureLog(log, 'a taught photo was not refreshed');
  const triedAt = new Map<number, number>();
  let isClosed = false;
  let refreshing = Promise.resolve();

  const refreshPhoto = async (
    schoolId: number,
    { id, file, model }: { id: number; file: string; model: string },
  ) => {
    const opened = await storage.open(file);
    if (!opened) return;
    const photo = (await buffer(opened.content)).toString('base64');
    const described = await classifier.describe(`data:image/webp;base64,${photo}`);
    const columns = toColumns(described, await packs.readOwn(db, { school_id: schoolId }));
    await db.transaction(async (transaction) => {
      const scanner = await lockScanner(transaction, schoolId);
      const keepsFile = scanner?.keeps_photos === true;
      await updateFeatures(transaction, { id, model, keepsFile, ...columns });
    });
  };
  const refreshSchool = async (schoolId: number, model: string) => {
    for (const photo of await listOutdatedFiles(db, schoolId, model)) {
      if (isClosed) return;
      // One that fails does not hold up the others, and has its turn again later.
      await refreshPhoto(schoolId, { ...photo, model }).catch(logFailure);
    }
  };

  return {
    refresh(schoolId, model) {
      if (Date.now() - (triedAt.get(schoolId) ?? 0) < retryMs) return;
      triedAt.set(schoolId, Date.now());
      refreshing = refreshing.then(() => refreshSchool(schoolId, model)).catch(logFailure);
    },
    async close() {
      isClosed = true;
      await refreshing;
    },
  };
}
