import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import type { Retention } from './config.ts';
import type { Database, Db } from './database/database.ts';
import { deleteOldKeys } from './database/idempotency-keys.ts';
import { locks, runIfUnlocked } from './database/locks.ts';
import { deleteOldEntries } from './features/audit/audit.service.ts';
import { deleteOldLoginRecords } from './features/auth/login-records.service.ts';
import { announceConsentAge } from './features/consent/consent.service.ts';
import { deleteUnusedThumbnails } from './features/lessons/lessons.service.ts';
import { deleteOldNotifications } from './features/notifications/notifications.service.ts';
import { cleanStoredVideos } from './features/posts/clean-videos.service.ts';
import { settleErasures } from './features/privacy/erasure-records.service.ts';
import { eraseDepartedStudents } from './features/privacy/retention.service.ts';
import { deleteForgottenPhotos } from './features/teaching/photos.service.ts';
import { failedCleanupSteps, lastCleanup } from './metrics/events.ts';
import { deleteAbandonedUploads, deleteExpiredFiles } from './storage/clean-up-files.ts';
import type { Storage } from './storage/storage.ts';

const intervalMinutes = 10;

/** Deletes expired data regularly, and announces what a day ends. Of several servers on one database, only one does so at a time. */
export function startCleanup(
  database: Database,
  storage: Storage,
  { retention, log }: CleanupOptions & { log: FastifyBaseLogger },
): () => void {
  const timer = setInterval(() => {
    cleanUp(database, storage, { retention, log }).catch((error: unknown) =>
      log.error({ err: error }, 'cleanup failed'),
    );
  }, intervalMinutes * 60_000);
  timer.unref();
  return () => clearInterval(timer);
}

interface CleanupOptions {
  retention: Retention;
  log?: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

export async function cleanUp(
  { db }: Database,
  storage: Storage,
  options: CleanupOptions,
): Promise<void> {
  await runIfUnlocked(db, locks.cleanup, () => runSteps(db, storage, options));
}

/** Each step commits on its own. Files come after rows, so that no row can reference a deleted file. */
async function runSteps(
  db: Db,
  storage: Storage,
  { retention, log }: CleanupOptions,
): Promise<void> {
  const steps = [
    () => deleteOldLoginRecords(db),
    () => db.run(sql`delete from comment_times where now() - interval '1 hour' > all(recent)`),
    () => deleteOldKeys(db),
    () => deleteOldNotifications(db, retention.notifications),
    () => deleteOldEntries(db, retention.audit),
    () => eraseDepartedStudents(db, storage, retention),
    () => announceConsentAge(db),
    () => deleteUnusedThumbnails(db),
    () => deleteForgottenPhotos(db),
    () => settleErasures(db, storage),
    () => deleteExpiredFiles(db, storage),
    () => deleteAbandonedUploads(db, storage),
    () => cleanStoredVideos(db, storage, log),
  ];
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
      failedCleanupSteps.inc();
    }
  }
  lastCleanup.setToCurrentTime();
  if (failures.length > 0) throw new AggregateError(failures, 'Some cleanup steps failed');
}
