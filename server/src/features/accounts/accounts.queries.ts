import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';

export function findAccount(db: Db, username: string) {
  return db
    .selectFrom('users')
    .select(['id', 'role'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
