import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { firstNumber } from './codes.rules.ts';

/** The number at which automatic numbering looks for the next free code. */
export async function nextNumber(db: Db, year: number): Promise<number> {
  const { next_number } = await db
    .selectFrom('code_numbering')
    .select('next_number')
    .executeTakeFirstOrThrow();
  return next_number ?? firstNumber(year);
}

/** The same; from here to the end of the transaction nobody else gives or takes a code. */
export async function holdNumbering(db: Db, year: number): Promise<number> {
  await db.selectFrom('code_numbering').select('is_only').forUpdate().execute();
  return nextNumber(db, year);
}

export async function setNextNumber(db: Db, next: number): Promise<void> {
  await db.updateTable('code_numbering').set({ next_number: next }).execute();
}

/** The first codes from a number on that were never anybody's code or username, nor are among these. */
export async function freeCodes(
  db: Db,
  { from, count, except = [] }: { from: number; count: number; except?: string[] },
): Promise<string[]> {
  const taken = new Set(except);
  const free: string[] = [];
  let first = from;
  for (let width = count + 100; free.length < count; width = Math.min(width * 2, 100_000)) {
    const { rows } = await sql<{ code: string }>`
      select number::text as code
      from generate_series(${first}::bigint, ${first + width - 1}::bigint) as number
      where not exists (select from used_codes where code = number::text)
        and not exists (select from used_usernames where username = number::text)
      order by number`.execute(db);
    free.push(...rows.map(({ code }) => code).filter((code) => !taken.has(code)));
    first += width;
  }
  return free.slice(0, count);
}

/** A username, in lower case, or a code that nobody has now, and the user who had it. */
export interface FormerName {
  kind: 'username' | 'identifier_code';
  name: string;
  user_id: number;
}

/** Which of these names belonged to an account that was deleted or goes by another name now. */
export async function findFormerNames(
  db: Db,
  { usernames, codes }: { usernames: string[]; codes: string[] },
): Promise<FormerName[]> {
  const lower = usernames.map((username) => username.toLowerCase());
  const { rows } = await sql<FormerName>`
    select 'username' as kind, used.username as name, used.user_id
    from used_usernames used join users former on former.id = used.user_id
    where used.username = any(${lower})
      and (former.deleted_at is not null or lower(former.username) <> used.username)
    union all
    select 'identifier_code', used.code, used.user_id
    from used_codes used join users former on former.id = used.user_id
    where used.code = any(${codes})
      and (former.deleted_at is not null or former.identifier_code is distinct from used.code)`.execute(
    db,
  );
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
