import { sql } from 'kysely';
import type { Database, Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';

/** How many wrong tries are told in so many minutes. */
export const wrongTries = { minutes: 15, ofUsername: 10, ofAddress: 100 };

interface Try {
  username: string;
  address: string;
}

/**
 * Checks a password for somebody who may be guessing. What comes out is told only after it is counted,
 * one try of a username after the other, so that a hundred guesses at once teach no more than ten.
 */
export async function throttled(
  { db }: Database,
  { username, address }: Try,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const attempt = { username: username.toLowerCase(), address };
  await refuseOneTooMany(db, attempt);
  const isRight = await check();
  await db.transaction().execute(async (transaction) => {
    if (!isRight) await lock(transaction, `address ${attempt.address}`);
    await lock(transaction, `username ${attempt.username}`);
    await refuseOneTooMany(transaction, attempt);
    if (isRight) await forgetTries(transaction, attempt);
    else await transaction.insertInto('login_attempts').values(attempt).execute();
  });
  return isRight;
}

async function refuseOneTooMany(db: Db, { username, address }: Try): Promise<void> {
  const window = sql`(now() - ${`${wrongTries.minutes} minutes`}::interval)`;
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from greatest(
      (select tried_at from login_attempts
        where username = ${username} and tried_at > ${window}
        order by tried_at desc offset ${wrongTries.ofUsername - 1} limit 1),
      (select tried_at from login_attempts
        where address = ${address} and tried_at > ${window}
        order by tried_at desc offset ${wrongTries.ofAddress - 1} limit 1)
    ) - ${window}))::int as seconds`.execute(db);
  const seconds = rows[0]?.seconds ?? null;
  if (seconds === null) return;
  throw new AppError('too_many_logins', { retryAfterSeconds: Math.max(1, seconds) });
}

async function lock(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

async function forgetTries(db: Db, { username }: Try): Promise<void> {
  await db.deleteFrom('login_attempts').where('username', '=', username).execute();
}
