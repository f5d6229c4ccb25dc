import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';

const minutes = 15;
const triesPerUsername = 10;
const triesPerAddress = 100;

/**
 * Counts a try as wrong before the password is looked at, and refuses one too many. Tries for one
 * username queue behind a lock, so that a hundred at once are counted one by one.
 */
export async function noteTry(
  { db }: Database,
  username: string,
  address: string,
): Promise<number> {
  const name = username.toLowerCase();
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${address}`}, 0))`.execute(
      transaction,
    );
    await sql`select pg_advisory_xact_lock(hashtextextended(${`username ${name}`}, 0))`.execute(
      transaction,
    );
    const { rows } = await sql<{ full_until: string | null }>`
      select least(
        (select tried_at from login_attempts
          where username = ${name} and tried_at > now() - ${`${minutes} minutes`}::interval
          order by tried_at desc offset ${triesPerUsername - 1} limit 1),
        (select tried_at from login_attempts
          where address = ${address} and tried_at > now() - ${`${minutes} minutes`}::interval
          order by tried_at desc offset ${triesPerAddress - 1} limit 1)
      ) + ${`${minutes} minutes`}::interval as full_until`.execute(transaction);
    const fullUntil = rows[0]?.full_until;
    if (fullUntil) {
      const seconds = Math.ceil((Date.parse(fullUntil) - Date.now()) / 1000);
      throw new AppError('too_many_logins', { retryAfterSeconds: Math.max(1, seconds) });
    }
    const { id } = await transaction
      .insertInto('login_attempts')
      .values({ username: name, address })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** A right password was not a wrong try after all, and clears the wrong ones before it. */
export async function forgetTries({ db }: Database, username: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('username', '=', username.toLowerCase()).execute();
}
