import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { generateToken, hashToken } from './tokens.ts';

/** Counted from the last login on the device. */
export const deviceDays = 180;
/** The least recently used device of a user is deleted first. */
const maxDevicesPerUser = 20;

/**
 * Records a login on a device and returns the device's token. All users of a device share its token; an
 * unknown token is replaced.
 */
export async function rememberDevice(
  db: Db,
  userId: number,
  sentToken: string | undefined,
): Promise<string> {
  const token = sentToken && (await isKnownToken(db, sentToken)) ? sentToken : generateToken();
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
      order by used_at desc offset ${maxDevicesPerUser})`.execute(db);
  return token;
}

async function isKnownToken(db: Db, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('login_devices')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteDevices(db: Db, userIds: number[]): Promise<void> {
  await db.deleteFrom('login_devices').where('user_id', 'in', userIds).execute();
}

export async function deleteOldDevices(db: Db): Promise<void> {
  const age = `${deviceDays} days`;
  await sql`delete from login_devices where used_at < now() - ${age}::interval`.execute(db);
}
