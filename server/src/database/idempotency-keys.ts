import { sql } from 'kysely';
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
export type Reference = Record<string, number | string>;

interface ClaimedKey {
  /** Null in rows of an earlier release. */
  fingerprint: Buffer | null;
  reference: Reference;
}

/** Returns false if the key is taken; waits for a transaction that is about to take it. */
export async function claimKey(db: Db, claim: KeyClaim): Promise<boolean> {
  const claimed = await db
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function setReference(db: Db, claim: KeyClaim, reference: Reference): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ reference: JSON.stringify(reference) })
    .where('user_id', '=', claim.user_id)
    .where('key_hash', '=', claim.key_hash)
    .execute();
}

export async function findClaimedKey(db: Db, claim: KeyClaim): Promise<ClaimedKey | undefined> {
  const found = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'reference'])
    .where('user_id', '=', claim.user_id)
    .where('key_hash', '=', claim.key_hash)
    .executeTakeFirst();
  return found as ClaimedKey | undefined;
}

export async function deleteOldKeys(db: Db): Promise<void> {
  const age = `${idempotencyDays} days`;
  await sql`delete from idempotency_keys where created_at < now() - ${age}::interval`.execute(db);
}
