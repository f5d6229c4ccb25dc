import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

/** Throws if the database does not respond, or would refuse a write. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.run(sql`delete from secrets where false`);
}

/** A standby, and a server that its operator has made read-only, accept no writes. */
export function isDatabaseWritable(db: Db): Promise<boolean> {
  return db.value(z.boolean(), sql`select current_setting('transaction_read_only') = 'off'`);
}
