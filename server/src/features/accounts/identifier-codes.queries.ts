import { id } from '@lop-xanh/contract/fields';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { getFirstCodeNumber } from './identifier-codes.rules.ts';

/** Returns the number at which the search for a free code starts. */
export async function readNextCodeNumber(db: Db, year: number): Promise<number> {
  const next = await db.value(z.number().nullable(), sql`select next_number from code_numbering`);
  return next ?? getFirstCodeNumber(year);
}

/**
 * Locks the numbering until the transaction ends, so that no other can assign a code. Returns the next
 * number.
 */
export async function lockCodeNumbering(db: Db, year: number): Promise<number> {
  await db.run(sql`select from code_numbering for update`);
  return readNextCodeNumber(db, year);
}

export async function setNextCodeNumber(db: Db, next: number): Promise<void> {
  await db.run(sql`update code_numbering set next_number = ${next}`);
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
    const codes = await db.values(
      z.string(),
      sql`
      select number::text
      from generate_series(${start}::bigint, ${start + size - 1}::bigint) as number
      where not exists (select from used_codes where code = number::text)
        and not exists (select from used_usernames where username = number::text)
      order by number`,
    );
    free.push(...codes.filter((code) => !excluded.has(code)));
    start += size;
  }
  return free.slice(0, count);
}

/** A username (in lower case) or code that no account has now, and the user who had it. */
const formerIdentifier = z.object({
  field: z.enum(['username', 'identifier_code']),
  value: z.string(),
  user_id: id,
});
export type FormerIdentifier = z.infer<typeof formerIdentifier>;

/**
 * Finds usernames and codes whose owner was deleted or has another one now. The API reports them as
 * `username_retired` and `code_retired`.
 */
export function findFormerIdentifiers(
  db: Db,
  { usernames, codes }: { usernames: string[]; codes: string[] },
): Promise<FormerIdentifier[]> {
  const lowerUsernames = usernames.map((username) => username.toLowerCase());
  return db.many(
    formerIdentifier,
    sql`
    select 'username' as field, used_username.username as value, used_username.user_id
    from used_usernames used_username
    join users owner on owner.id = used_username.user_id
    where used_username.username = any(${lowerUsernames}::text[])
      and (owner.deleted_at is not null or lower(owner.username) <> used_username.username)
    union all
    select 'identifier_code', used_code.code, used_code.user_id
    from used_codes used_code
    join users owner on owner.id = used_code.user_id
    where used_code.code = any(${codes}::text[])
      and (owner.deleted_at is not null
           or owner.identifier_code is distinct from used_code.code)`,
  );
}

export function isUsernameUsed(db: Db, username: string): Promise<boolean> {
  return db.value(
    z.boolean(),
    sql`select exists (select from used_usernames where username = ${username.toLowerCase()})`,
  );
}
