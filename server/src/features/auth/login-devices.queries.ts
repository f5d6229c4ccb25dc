import sql from 'sql-template-tag';
import { z } from 'zod';
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
  await db.run(sql`
    insert into login_devices (token_hash, user_id) values (${hashToken(token)}, ${userId})
    on conflict (token_hash, user_id) do update set used_at = now()`);
  await db.run(sql`
    delete from login_devices where user_id = ${userId} and token_hash in (
      select token_hash from login_devices where user_id = ${userId}
      order by used_at desc offset ${maxDevicesPerUser})`);
  return token;
}

function isKnownToken(db: Db, token: string): Promise<boolean> {
  return db.value(
    z.boolean(),
    sql`select exists (select from login_devices where token_hash = ${hashToken(token)})`,
  );
}

export async function deleteDevices(db: Db, userIds: number[]): Promise<void> {
  await db.run(sql`delete from login_devices where user_id = any(${userIds}::bigint[])`);
}

export async function deleteOldDevices(db: Db): Promise<void> {
  await db.run(
    sql`delete from login_devices where used_at < now() - make_interval(days => ${deviceDays})`,
  );
}
