import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { hashToken } from '../../http/authentication.ts';

/** A device is remembered for so long after the last login on it. */
export const deviceDays = 180;
/** Of one user; the one used longest ago is forgotten first. */
const devicesMax = 20;

/**
 * Notes that a user has logged in on a device, and returns its token. A device keeps its token for all
 * its users; one that we did not give out is replaced.
 */
export async function rememberDevice(
  db: Db,
  userId: number,
  given: string | undefined,
): Promise<string> {
  const token = given && (await isKnown(db, given)) ? given : randomBytes(32).toString('base64url');
  await db
    .insertInto('login_devices')
    .values({ token_hash: hashToken(token), user_id: userId })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'user_id']).doUpdateSet({ used_at: sql`now()` }),
    )
    .execute();
  await sql`
    delete from login_devices where user_id = ${userId} and token_hash in (
      select token_hash from login_devices where user_id = ${userId}
      order by used_at desc offset ${devicesMax})`.execute(db);
  return token;
}

async function isKnown(db: Db, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('login_devices')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function forgetDevices(db: Db, userIds: number[]): Promise<void> {
  await db.deleteFrom('login_devices').where('user_id', 'in', userIds).execute();
}

export async function deleteOldDevices(db: Db): Promise<void> {
  const age = `${deviceDays} days`;
  await sql`delete from login_devices where used_at < now() - ${age}::interval`.execute(db);
}
