import sql from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

export const sessionDays = 30;
/** Everybody logs in again at least once a school year, however often they use the app. */
export const latestExpiry = sql`created_at + interval '1 year'`;

// Uses the database clock, which it will be compared with.
const newExpiry = sql`now() + make_interval(days => ${sessionDays})`;

export async function insertSession(db: Db, userId: number, tokenHash: Buffer): Promise<void> {
  await db.run(sql`
    insert into sessions (token_hash, user_id, expires_at)
    values (${tokenHash}, ${userId}, ${newExpiry})`);
}

/** Postpones the expiry of a session that is in use. */
export async function extendSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.run(sql`
    update sessions set expires_at = least(${newExpiry}, ${latestExpiry})
    where token_hash = ${tokenHash}`);
}

/** Returns false if the session has ended. */
export async function replaceToken(
  db: Db,
  { session_id }: Actor,
  tokenHash: Buffer,
): Promise<boolean> {
  const replaced = await db.run(sql`
    update sessions set token_hash = ${tokenHash}, created_at = now(), expires_at = ${newExpiry}
    where id = ${session_id}`);
  return replaced === 1;
}

/** Ends the least recently used sessions of a user, all but `kept` of them. */
export async function deleteExcessSessions(db: Db, userId: number, kept: number): Promise<void> {
  await db.run(sql`
    delete from sessions where user_id = ${userId} and id in (
      select id from sessions where user_id = ${userId}
      order by expires_at desc, id desc offset ${kept})`);
}

export async function deleteSession(db: Db, { session_id }: Actor): Promise<void> {
  await db.run(sql`delete from sessions where id = ${session_id}`);
}

export async function deleteSessionByTokenHash(db: Db, tokenHash: Buffer): Promise<void> {
  await db.run(sql`delete from sessions where token_hash = ${tokenHash}`);
}

/** Returns how many there were. */
export function deleteOtherSessions(db: Db, { id, session_id }: Actor): Promise<number> {
  return db.run(sql`delete from sessions where user_id = ${id} and id <> ${session_id}`);
}

export async function deleteSessionsOfUsers(db: Db, userIds: number[]): Promise<void> {
  await db.run(sql`delete from sessions where user_id = any(${userIds}::bigint[])`);
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.run(sql`delete from sessions where expires_at < now()`);
}
