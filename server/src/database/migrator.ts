import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { locks } from './locks.ts';

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Runs the pending ones of these migrations, by default all, and returns their names. */
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
    const finished = new Set(rows.map(({ name }) => name));
    const pending = names.filter((name) => !finished.has(name));
    for (const name of pending) await runMigration(client, name);
    return pending;
  } finally {
    await client.end();
  }
}

export function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

async function runMigration(client: pg.Client, name: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(readFileSync(`${folder}${name}`, 'utf8'));
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
