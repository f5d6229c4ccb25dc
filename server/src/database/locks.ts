import sql from 'sql-template-tag';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import type { Db } from './database.ts';
import { isStatementTimeout } from './postgres-errors.ts';

/** PostgreSQL advisory locks. Their numbers are shared by the whole database, so they are listed together. */
export const locks = {
  /** Held by the server that owns the embedded cluster, for as long as it runs. */
  owner: 1_247_001,
  /** Servers that start at the same time migrate one after another. */
  migration: 1_247_002,
  demo: 1_247_003,
  cleanup: 1_247_004,
  /** Servers that start at the same time pair the database with the storage one after another. */
  storage: 1_247_005,
  admins: 1_247_006,
  backup: 1_247_007,
} as const;

/** Waits for another server that is starting, until the transaction's limit for a statement. */
export async function takeStartLock(transaction: Db, name: 'demo' | 'storage'): Promise<void> {
  try {
    await transaction.run(sql`select pg_advisory_xact_lock(${locks[name]})`);
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    throw new OperatorError(
      `Another server is starting and has not released the lock "${name}": start again when it is done.`,
    );
  }
}

/**
 * Runs `work` if no other server holds the lock, and returns whether it did. The transaction only holds the
 * lock: the work uses its own connections.
 */
export function runIfUnlocked(
  db: Db,
  lock: (typeof locks)[keyof typeof locks],
  work: () => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await transaction.run(sql`set local idle_in_transaction_session_timeout = 0`);
    const isFree = await transaction.value(
      z.boolean(),
      sql`select pg_try_advisory_xact_lock(${lock})`,
    );
    if (isFree) await work();
    return isFree;
  });
}
