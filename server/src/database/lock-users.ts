import sql from 'sql-template-tag';
import type { Db } from './database.ts';

/**
 * Locks users until the transaction ends, so that nobody erases them before what it wrote about them can be
 * seen. Returns false if one of them has been erased meanwhile: then the transaction must fail.
 */
export async function lockUsers(db: Db, userIds: number[]): Promise<boolean> {
  const ids = [...new Set(userIds)];
  const locked = await db.run(sql`
    select from users where id = any(${ids}::bigint[]) and erased_at is null order by id for key share`);
  return locked === ids.length;
}
