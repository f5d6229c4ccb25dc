import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from './database.ts';

/** A device that was offline for its whole session may still retry an action. */
export const idempotencyDays = 30;

/** The key is stored hashed, so that nobody who reads the table can guess passwords by the fingerprint. */
export interface KeyClaim {
  user_id: number;
  key_hash: Buffer;
  fingerprint: Buffer;
}

/** Stored with the key of a write: ids and counts, never content, which users can delete. */
const reference = z.record(z.string(), z.union([z.number(), z.string()]));
export type Reference = z.infer<typeof reference>;

const claimedKey = z.object({
  /** Null in rows of an earlier release. */
  fingerprint: z.instanceof(Buffer).nullable(),
  reference,
});

/** Returns false if the key is taken; waits for a transaction that is about to take it. */
export async function claimKey(
  db: Db,
  { user_id, key_hash, fingerprint }: KeyClaim,
): Promise<boolean> {
  const claimed = await db.run(sql`
    insert into idempotency_keys (user_id, key_hash, fingerprint)
    values (${user_id}, ${key_hash}, ${fingerprint})
    on conflict do nothing`);
  return claimed === 1;
}

export async function setReference(
  db: Db,
  { user_id, key_hash }: KeyClaim,
  reference: Reference,
): Promise<void> {
  await db.run(sql`
    update idempotency_keys set reference = ${JSON.stringify(reference)}::jsonb
    where user_id = ${user_id} and key_hash = ${key_hash}`);
}

export function findClaimedKey(db: Db, { user_id, key_hash }: KeyClaim) {
  return db.maybeOne(
    claimedKey,
    sql`
      select fingerprint, reference from idempotency_keys
      where user_id = ${user_id} and key_hash = ${key_hash}`,
  );
}

export async function deleteOldKeys(db: Db): Promise<void> {
  await db.run(sql`
    delete from idempotency_keys where created_at < now() - make_interval(days => ${idempotencyDays})`);
}
