import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

/** Lists videos that a post references and whose metadata was not stripped yet; those that failed come last. */
export function listVideosWithMetadata(db: Db, limit: number): Promise<string[]> {
  return db.values(
    z.string(),
    sql`
      select name from stored_files where metadata = 'present' and unreferenced_since is null
      order by cleaning_failed_at nulls first, name limit ${limit}`,
  );
}

export async function setUnreadable(db: Db, name: string): Promise<void> {
  await db.run(sql`update stored_files set metadata = 'unreadable' where name = ${name}`);
}

export async function setCleaningFailed(db: Db, name: string): Promise<void> {
  await db.run(sql`update stored_files set cleaning_failed_at = now() where name = ${name}`);
}

export function findSchoolOfFile(db: Db, name: string): Promise<number | null> {
  return db.value(
    z.number().nullable(),
    sql`select school_id from stored_files where name = ${name}`,
  );
}
