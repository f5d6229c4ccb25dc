import { sql } from 'kysely';
import type { Database, Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

export const sessionDays = 30;
/** Everybody logs in again at least once a school year, however often they use the app. */
export const latestExpiry = `created_at + interval '1 year'`;

// Uses the database clock, which it will be compared with.
const newExpiry = sql<string>`now() + ${`${sessionDays} days`}::interval`;

export async function insertSession(db: Db, userId: number, tokenHash: Buffer): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: userId, expires_at: newExpiry })
    .execute();
}

/** Postpones the expiry of a session that is in use. */
export async function extendSession({ pool }: Database, tokenHash: Buffer): Promise<void> {
  await pool.query(
    `update sessions set expires_at = least(now() + interval '${sessionDays} days', ${latestExpiry})
     where token_hash = $1`,
    [tokenHash],
  );
}

/** Returns false if the session has ended. */
export async function replaceToken(
  db: Db,
  { session_id }: Actor,
  tokenHash: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ token_hash: tokenHash, created_at: sql`now()`, expires_at: newExpiry })
    .where('id', '=', session_id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends the least recently used sessions of a user, all but `kept` of them. */
export async function deleteExcessSessions(db: Db, userId: number, kept: number): Promise<void> {
  await sql`
    delete from sessions where user_id = ${userId} and id in (
      select id from sessions where user_id = ${userId}
      order by expires_at desc, id desc offset ${kept})`.execute(db);
}

export async function deleteSession(db: Db, { session_id }: Actor): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', session_id).execute();
}

export async function deleteSessionByTokenHash(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Returns how many there were. */
export async function deleteOtherSessions(db: Db, { id, session_id }: Actor): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', id)
    .where('id', '<>', session_id)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteSessionsOfUsers(db: Db, userIds: number[]): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', 'in', userIds).execute();
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(db);
}
