import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from './database/database.ts';
import { forgetUnusedThumbnails } from './features/lessons/lessons.service.ts';
import { forgetOldNotifications } from './features/notifications/notifications.service.ts';
import { fileOwners } from './file-owners.ts';
import { idempotencyDays } from './http/idempotency.ts';
import { sweepFiles } from './storage/leftovers.ts';
import type { Storage } from './storage/storage.ts';

const minutesBetween = 10;
export const sweepLock = 1_247_004;

/** Removes what has run out, now and then. Of several servers on one database only one does it at a time. */
export function startSweeping(
  database: Database,
  storage: Storage,
  log: FastifyBaseLogger,
): () => void {
  const timer = setInterval(() => {
    sweep(database, storage).catch((error: unknown) =>
      log.error({ err: error }, 'the sweep failed'),
    );
  }, minutesBetween * 60_000);
  timer.unref();
  return () => clearInterval(timer);
}

export async function sweep({ db }: Database, storage: Storage): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(${sweepLock}) as "isMine"`.execute(transaction);
    if (!rows[0]?.isMine) return;
    await sql`delete from sessions where expires_at < now()`.execute(transaction);
    await sql`delete from login_attempts where tried_at < now() - interval '1 hour'`.execute(
      transaction,
    );
    await sql`
      delete from idempotency_keys
      where created_at < now() - ${`${idempotencyDays} days`}::interval`.execute(transaction);
    await forgetOldNotifications(transaction);
    await forgetUnusedThumbnails(transaction);
    await sweepFiles(transaction, storage, { owners: fileOwners });
  });
}
