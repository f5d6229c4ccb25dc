import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { locks } from './locks.ts';

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Brings the schema up to date, or so far as these go, and returns the names of the migrations that it ran. */
export async function migrate(
  connection: pg.ClientConfig,
  names = migrationNames(),
): Promise<string[]> {
  const client = new pg.Client({ ...connection, application_name: 'lop-xanh migrator' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [locks.migration]);
    await client.query(
      'create table if not exists migrations (name text primary key, run_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map(({ name }) => name));
    const due = names.filter((name) => !done.has(name));
    for (const name of due) await run(client, name);
    return due;
  } finally {
    await client.end();
  }
}

export function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

async function run(client: pg.Client, name: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(readFileSync(`${folder}${name}`, 'utf8'));
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${name} failed`, { cause: error });
  }
}
