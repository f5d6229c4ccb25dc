import sql from 'sql-template-tag';
import type { Db } from '../../database/database.ts';

/** Throws if the database does not respond. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.run(sql`select`);
}
