import { type Session, session } from '@lop-xanh/contract/factors';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

const sessionDays = 30;
/** Everybody logs in again at least once a school year, however often they use the app. */
const latestExpiry = sql`created_at + interval '1 year'`;

// Uses the database clock, which it will be compared with.
const newExpiry = sql`now() + make_interval(days => ${sessionDays})`;

/** In Vietnam. */
const today = sql`(now() at time zone 'Asia/Ho_Chi_Minh')::date`;

interface NewSession {
  userId: number;
  tokenHash: Buffer;
  openedBy: Session['openedBy'];
  device: string;
}

export async function insertSession(
  db: Db,
  { userId, tokenHash, openedBy, device }: NewSession,
): Promise<void> {
  await db.run(sql`
    with opened as (
      insert into sessions (token_hash, user_id, expires_at, opened_by, device)
      values (${tokenHash}, ${userId}, ${newExpiry}, ${openedBy}, ${device})
    ), logged_in as (
      update users set last_login_at = now() where id = ${userId}
    )
    insert into school_activity (school_id, day, logins, student_logins, parent_logins)
    select school_id, ${today}, 1, (role = 'Student')::int, (role = 'Parent')::int
    from users where id = ${userId} and school_id is not null
    on conflict (school_id, day) do update set
      logins = school_activity.logins + 1,
      student_logins = school_activity.student_logins + excluded.student_logins,
      parent_logins = school_activity.parent_logins + excluded.parent_logins,
      last_at = now()`);
}

/** Whether the use of a session must be recorded: at most once an hour, so that reads stay read-only. */
export const isUseDue = sql`used_at < now() - interval '1 hour'`;

/** Records that a session is in use, which postpones its expiry. */
export async function recordUse(db: Db, tokenHash: Buffer): Promise<void> {
  await db.run(sql`
    with used as (
      update sessions set used_at = now(), expires_at = least(${newExpiry}, ${latestExpiry})
      where token_hash = ${tokenHash} returning user_id
    )
    insert into school_activity (school_id, day)
    select "user".school_id, ${today} from used join users "user" on "user".id = used.user_id
    where "user".school_id is not null and not exists (
      -- A whole school that starts its morning does not wait for one row.
      select from school_activity activity
      where activity.school_id = "user".school_id and activity.day = ${today}
        and activity.last_at > now() - interval '5 minutes')
    on conflict (school_id, day) do update set last_at = now()`);
}

export function listSessions(
  db: Db,
  { id, session_id }: Actor,
  userId: number = id,
): Promise<Session[]> {
  return db.many(
    session,
    sql`
      select id, device, opened_by as "openedBy", created_at as "createdAt", used_at as "usedAt",
             id = ${session_id} as "isCurrent"
      from sessions where user_id = ${userId} and expires_at > now()
      order by used_at desc, id desc`,
  );
}

/** Returns false if the session has ended. */
export async function replaceToken(
  db: Db,
  { session_id }: Actor,
  tokenHash: Buffer,
): Promise<boolean> {
  const replaced = await db.run(sql`
    update sessions set token_hash = ${tokenHash}, created_at = now(), used_at = now(), expires_at = ${newExpiry}
    where id = ${session_id}`);
  return replaced === 1;
}

/** Ends the least recently used sessions of a user, all but `kept` of them. */
export async function deleteExcessSessions(db: Db, userId: number, kept: number): Promise<void> {
  await db.run(sql`
    delete from sessions where user_id = ${userId} and id in (
      select id from sessions where user_id = ${userId}
      order by used_at desc, id desc offset ${kept})`);
}

export async function deleteSession(db: Db, { session_id }: Actor): Promise<void> {
  await db.run(sql`delete from sessions where id = ${session_id}`);
}

/** Leaves sessions of other users alone. Returns the device, or undefined if there is no such session. */
export async function deleteSessionOfUser(
  db: Db,
  userId: number,
  id: number,
): Promise<string | undefined> {
  const [device] = await db.values(
    z.string(),
    sql`delete from sessions where id = ${id} and user_id = ${userId} returning device`,
  );
  return device;
}

export async function deleteSessionByTokenHash(db: Db, tokenHash: Buffer): Promise<void> {
  await db.run(sql`delete from sessions where token_hash = ${tokenHash}`);
}

/** Returns how many there were. */
export function deleteOtherSessions(db: Db, { id, session_id }: Actor): Promise<number> {
  return db.run(sql`delete from sessions where user_id = ${id} and id <> ${session_id}`);
}

/** Returns how many there were. */
export function deleteSessionsOfUsers(db: Db, userIds: number[]): Promise<number> {
  return db.run(sql`delete from sessions where user_id = any(${userIds}::bigint[])`);
}

export async function deleteCardSessions(db: Db, userIds: number[]): Promise<void> {
  await db.run(
    sql`delete from sessions where user_id = any(${userIds}::bigint[]) and opened_by = 'card'`,
  );
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.run(sql`delete from sessions where expires_at < now()`);
}

/** Whoever compares a week with the same one of the year before needs no more. */
const activityYears = 2;

export async function deleteOldActivity(db: Db): Promise<void> {
  await db.run(sql`
    delete from school_activity where day < ${today} - make_interval(years => ${activityYears})`);
}
