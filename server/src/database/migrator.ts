import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { locks } from './locks.ts';

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url));

interface AppliedMigration {
  name: string;
  /** Null until it is recorded; undefined in a database older than the column. */
  checksum?: string | null;
}

/**
 * Runs the pending ones of these migrations, by default all, and returns their names. They run in one
 * transaction, so that after a failure the previous version still starts.
 */
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
    const applied = await listApplied(client);
    assertKnown(applied);
    assertUnchanged(applied);
    const finished = new Set(applied.map(({ name }) => name));
    const pending = names.filter((name) => !finished.has(name));
    await client.query('begin');
    for (const name of pending) await runMigration(client, name);
    await recordChecksums(client);
    await client.query('commit');
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

async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>('select * from migrations order by name');
  return rows;
}

function assertKnown(applied: AppliedMigration[]): void {
  const known = new Set(migrationNames());
  const unknown = applied.find(({ name }) => !known.has(name));
  if (!unknown) return;
  throw new OperatorError(
    `A newer version of Lớp Xanh has migrated the database (${unknown.name}): start that version, or restore a backup made with this one.`,
  );
}

function assertUnchanged(applied: AppliedMigration[]): void {
  const changed = applied.find(({ name, checksum }) => checksum && checksum !== digest(name));
  if (!changed) return;
  throw new OperatorError(
    `The file server/migrations/${changed.name} differs from the migration that the database ran: restore the file, and put changes into a new migration.`,
  );
}

/** Also for the migrations of an installation that is older than checksums. */
async function recordChecksums(client: pg.Client): Promise<void> {
  for (const { name, checksum } of await listApplied(client)) {
    if (checksum !== null) continue;
    await client.query('update migrations set checksum = $2 where name = $1', [name, digest(name)]);
  }
}

function readMigration(name: string): string {
  return readFileSync(`${folder}${name}`, 'utf8');
}

function digest(name: string): string {
  return createHash('sha256').update(readMigration(name)).digest('hex');
}

async function runMigration(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(readMigration(name));
    await client.query('insert into migrations (name) values ($1)', [name]);
  } catch (error) {
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
