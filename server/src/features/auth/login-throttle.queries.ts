import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { type Counter, windowMinutes } from './login-throttle.rules.ts';

export interface CounterKey {
  username: string;
  origin: string;
}

const storedCounter = z.object({
  username: z.string(),
  origin: z.string(),
  tries: z.number(),
  since: z.string(),
  wait_until: z.string().nullable(),
  now: z.string(),
});

const toKeyTable = (keys: CounterKey[]) => sql`
  unnest(${keys.map(({ username }) => username)}::text[], ${keys.map(({ origin }) => origin)}::text[])
  as key (username, origin)`;

/** How long the next attempt must wait, if at all. Unlike the counters below, this locks nothing. */
export async function findWait(
  db: Db,
  { username, origin }: CounterKey,
): Promise<{ seconds: number } | undefined> {
  return db.maybeOne(
    z.object({ seconds: z.number() }),
    sql`
      select ceil(extract(epoch from wait_until - clock_timestamp()))::int as seconds
      from login_tries
      where username = ${username} and origin = ${origin} and wait_until > clock_timestamp()`,
  );
}

/** Locks the counters until the transaction ends, always in the same order, to avoid deadlocks. */
export async function lockCounters(
  db: Db,
  keys: CounterKey[],
): Promise<{ getCounter: (key: CounterKey) => Counter; now: Date }> {
  const rows = await db.many(
    storedCounter,
    sql`
    insert into login_tries (username, origin)
    select username, origin from ${toKeyTable(keys)} order by username, origin
    on conflict (username, origin) do update set tries = login_tries.tries
    returning username, origin, tries, since, wait_until, clock_timestamp() as now`,
  );
  const getCounter = ({ username, origin }: CounterKey) => {
    const counter = rows.find((row) => row.username === username && row.origin === origin);
    const { tries, since, wait_until } = counter as z.infer<typeof storedCounter>;
    return {
      attempts: tries,
      since: new Date(since),
      waitUntil: wait_until ? new Date(wait_until) : null,
    };
  };
  return { getCounter, now: new Date(rows.at(-1)?.now ?? 0) };
}

export async function writeCounters(db: Db, counters: (CounterKey & Counter)[]): Promise<void> {
  await db.run(sql`
    update login_tries set tries = new.attempts, since = new.since, wait_until = new."waitUntil"
    from jsonb_to_recordset(${JSON.stringify(counters)}::jsonb) as new (
      username text, origin text, attempts int, since timestamptz, "waitUntil" timestamptz)
    where login_tries.username = new.username and login_tries.origin = new.origin`);
}

/** Undoes the counting of a successful attempt: resets the user's own counter, lowers the shared ones by one. */
export async function uncountAttempt(db: Db, own: CounterKey, shared: CounterKey[]): Promise<void> {
  await db.run(sql`
    with locked as materialized (
      select username, origin
      from login_tries counter join ${toKeyTable([own, ...shared])} using (username, origin)
      order by username, origin for update of counter
    )
    update login_tries counter
    set tries = case when is_own then 0 else greatest(tries - 1, 0) end,
        wait_until = case when is_own then null else wait_until end
    from locked, lateral (
      select locked.username = ${own.username} and locked.origin = ${own.origin} as is_own
    ) ownership
    where counter.username = locked.username and counter.origin = locked.origin`);
}

export async function clearCounters(db: Db, usernames: string[]): Promise<void> {
  const lowerUsernames = usernames.map((username) => username.toLowerCase());
  await db.run(sql`
    with locked as materialized (
      select username, origin from login_tries where username = any(${lowerUsernames}::text[])
      order by username, origin for update
    )
    delete from login_tries counter using locked
    where counter.username = locked.username and counter.origin = locked.origin`);
}

/** Those of the lower-case usernames whose next login attempt must wait. */
export async function findDelayedUsernames(db: Db, usernames: string[]): Promise<Set<string>> {
  const delayed = await db.values(
    z.string(),
    sql`
      select distinct username from login_tries
      where username = any(${usernames}::text[]) and wait_until is not null
        and (wait_until > now() or since > now() - make_interval(mins => ${windowMinutes}))`,
  );
  return new Set(delayed);
}

export async function deleteOldCounters(db: Db): Promise<void> {
  await db.run(sql`delete from login_tries where since < now() - interval '1 hour'`);
}
