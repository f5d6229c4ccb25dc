import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from './database.ts';

/** The names of the migrations that a database has run, also if it is older than the column's present name. */
export function listAppliedMigrations(db: Db): Promise<string[]> {
  return db.values(
    z.string(),
    sql`
      select coalesce(to_jsonb(migration) ->> 'file', to_jsonb(migration) ->> 'name') as name
      from migrations migration order by name`,
  );
}
