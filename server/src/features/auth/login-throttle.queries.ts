import { sql } from 'kysely';
import type { Db, Run } from '../../database/database.ts';
import { type Counter, windowMinutes } from './login-throttle.rules.ts';

export interface CounterKey {
  username: string;
  origin: string;
}

type StoredCounter = CounterKey & {
  tries: number;
  since: string;
  wait_until: string | null;
  now: string;
};

const listed = (keys: CounterKey[]) => sql`
  unnest(${keys.map(({ username }) => username)}::text[], ${keys.map(({ origin }) => origin)}::text[])
  as key (username, origin)`;

/** The counters of these keys, held to the end of the transaction: in one order, so that none wait in a ring. */
export async function holdCounters(
  db: Db,
  keys: CounterKey[],
): Promise<{ counterOf: (key: CounterKey) => Counter; now: Date }> {
  const { rows } = await sql<StoredCounter>`
    insert into login_tries (username, origin)
    select username, origin from ${listed(keys)} order by username, origin
    on conflict (username, origin) do update set tries = login_tries.tries
    returning username, origin, tries, since, wait_until, clock_timestamp() as now`.execute(db);
  const counterOf = ({ username, origin }: CounterKey) => {
    const found = rows.find((row) => row.username === username && row.origin === origin);
    const { tries, since, wait_until } = found as StoredCounter;
    return { tries, since: new Date(since), waitUntil: wait_until ? new Date(wait_until) : null };
  };
  return { counterOf, now: new Date(rows.at(-1)?.now ?? 0) };
}

export async function writeCounters(db: Db, counters: (CounterKey & Counter)[]): Promise<void> {
  await sql`
    update login_tries set tries = new.tries, since = new.since, wait_until = new."waitUntil"
    from jsonb_to_recordset(${JSON.stringify(counters)}::jsonb) as new (
      username text, origin text, tries int, since timestamptz, "waitUntil" timestamptz)
    where login_tries.username = new.username and login_tries.origin = new.origin`.execute(db);
}

/** Takes a try back that was right: the caller's own count ends with it, the shared ones lose one. */
export async function takeBack(db: Db, own: CounterKey, shared: CounterKey[]): Promise<void> {
  await sql`
    with held as materialized (
      select username, origin
      from login_tries counter join ${listed([own, ...shared])} using (username, origin)
      order by username, origin for update of counter
    )
    update login_tries counter
    set tries = case when is_own then 0 else greatest(tries - 1, 0) end,
        wait_until = case when is_own then null else wait_until end
    from held, lateral (
      select held.username = ${own.username} and held.origin = ${own.origin} as is_own
    ) which
    where counter.username = held.username and counter.origin = held.origin`.execute(db);
}

/** Forgets every wrong try for these usernames. */
export async function clearCounters(db: Db, usernames: string[]): Promise<void> {
  const compared = usernames.map((username) => username.toLowerCase());
  await sql`
    with held as materialized (
      select username, origin from login_tries where username = any(${compared})
      order by username, origin for update
    )
    delete from login_tries counter using held
    where counter.username = held.username and counter.origin = held.origin`.execute(db);
}

/** Which of these usernames, in small letters, have to wait between tries at this moment. */
export async function findSlowed(run: Run, usernames: string[]): Promise<Set<string>> {
  const rows = await run<{ username: string }>({
    name: 'slowed-logins',
    text: `
      select distinct username from login_tries
      where username = any($1::text[]) and wait_until is not null
        and (wait_until > now() or since > now() - interval '${windowMinutes} minutes')`,
    values: [usernames],
  });
  return new Set(rows.map(({ username }) => username));
}

export async function deleteOldCounters(db: Db): Promise<void> {
  await sql`delete from login_tries where since < now() - interval '1 hour'`.execute(db);
}
