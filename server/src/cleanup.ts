import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database, Db } from './database/database.ts';
import { locks } from './database/locks.ts';
import { forgetOldLogins } from './features/auth/login-memory.service.ts';
import { forgetUnusedThumbnails } from './features/lessons/lessons.service.ts';
import { forgetOldNotifications } from './features/notifications/notifications.service.ts';
import { cleanStoredVideos } from './features/posts/clean-videos.service.ts';
import { idempotencyDays } from './http/idempotency.ts';
import { deleteExpiredFiles, deleteOldIncoming } from './storage/clean-up-files.ts';
import type { Storage } from './storage/storage.ts';

const minutesBetween = 10;

/** Removes what has run out, now and then. Of several servers on one database only one does it at a time. */
export function startSweeping(
  database: Database,
  storage: Storage,
  log: FastifyBaseLogger,
): () => void {
  const timer = setInterval(() => {
    sweep(database, storage, log).catch((error: unknown) =>
      log.error({ err: error }, 'the sweep failed'),
    );
  }, minutesBetween * 60_000);
  timer.unref();
  return () => clearInterval(timer);
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;

export async function sweep({ db }: Database, storage: Storage, log?: Log): Promise<void> {
  // This transaction holds the turn and writes nothing: the steps have connections of their own.
  await db.transaction().execute(async (turn) => {
    if (await takeTurn(turn)) await takeSteps(db, storage, log);
  });
}

async function takeTurn(turn: Db): Promise<boolean> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(turn);
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(${locks.sweep}) as "isMine"`.execute(turn);
  return rows[0]?.isMine ?? false;
}

/** Each is committed by itself, the files last: none is removed whose row could come back. */
async function takeSteps(db: Db, storage: Storage, log?: Log): Promise<void> {
  const steps = [
    () => sql`delete from sessions where expires_at < now()`.execute(db),
    () => forgetOldLogins(db),
    () => sql`delete from comment_times where now() - interval '1 hour' > all(recent)`.execute(db),
    () =>
      sql`
        delete from idempotency_keys
        where created_at < now() - ${`${idempotencyDays} days`}::interval`.execute(db),
    () => forgetOldNotifications(db),
    () => forgetUnusedThumbnails(db),
    () => deleteExpiredFiles(db, storage),
    () => deleteOldIncoming(storage),
    () => cleanStoredVideos(db, storage, log),
  ];
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not all was swept');
}
