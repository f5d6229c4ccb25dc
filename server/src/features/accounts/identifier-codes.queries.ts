import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { getFirstCodeNumber } from './identifier-codes.rules.ts';

/** Returns the number at which the search for a free code starts. */
export async function readNextCodeNumber(db: Db, year: number): Promise<number> {
  const { next_number } = await db
    .selectFrom('code_numbering')
    .select('next_number')
    .executeTakeFirstOrThrow();
  return next_number ?? getFirstCodeNumber(year);
}

/**
 * Locks the numbering until the transaction ends, so that no other can assign a code. Returns the next
 * number.
 */
export async function lockCodeNumbering(db: Db, year: number): Promise<number> {
  await db.selectFrom('code_numbering').select('is_only').forUpdate().execute();
  return readNextCodeNumber(db, year);
}

export async function setNextCodeNumber(db: Db, next: number): Promise<void> {
  await db.updateTable('code_numbering').set({ next_number: next }).execute();
}

/**
 * Returns the first `count` numbers, starting at `from`, that were never a code or username and are not
 * in `except`.
 */
export async function findFreeCodes(
  db: Db,
  { from, count, except = [] }: { from: number; count: number; except?: string[] },
): Promise<string[]> {
  const excluded = new Set(except);
  const free: string[] = [];
  let start = from;
  for (let size = count + 100; free.length < count; size = Math.min(size * 2, 100_000)) {
    const { rows } = await sql<{ code: string }>`
      select number::text as code
      from generate_series(${start}::bigint, ${start + size - 1}::bigint) as number
      where not exists (select from used_codes where code = number::text)
        and not exists (select from used_usernames where username = number::text)
      order by number`.execute(db);
    free.push(...rows.map(({ code }) => code).filter((code) => !excluded.has(code)));
    start += size;
  }
  return free.slice(0, count);
}

/** A username (in lower case) or code that no account has now, and the user who had it. */
export interface FormerIdentifier {
  field: 'username' | 'identifier_code';
  value: string;
  user_id: number;
}

/** Finds usernames and codes whose owner was deleted or has another one now. */
export async function findFormerIdentifiers(
  db: Db,
  { usernames, codes }: { usernames: string[]; codes: string[] },
): Promise<FormerIdentifier[]> {
  const lowerUsernames = usernames.map((username) => username.toLowerCase());
  const { rows } = await sql<FormerIdentifier>`
    select 'username' as field, used_username.username as value, used_username.user_id
    from used_usernames used_username
    join users owner on owner.id = used_username.user_id
    where used_username.username = any(${lowerUsernames})
      and (owner.deleted_at is not null or lower(owner.username) <> used_username.username)
    union all
    select 'identifier_code', used_code.code, used_code.user_id
    from used_codes used_code
    join users owner on owner.id = used_code.user_id
    where used_code.code = any(${codes})
      and (owner.deleted_at is not null
           or owner.identifier_code is distinct from used_code.code)`.execute(db);
  return rows;
}

export async function isUsernameUsed(db: Db, username: string): Promise<boolean> {
  const found = await db
    .selectFrom('used_usernames')
    .select('user_id')
    .where('username', '=', username.toLowerCase())
    .executeTakeFirst();
  return found !== undefined;
}
