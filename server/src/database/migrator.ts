import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { type Connection, DatabaseClient } from './database-client.ts';
import { LockWatch } from './lock-watch.ts';
import { locks } from './locks.ts';
import { isLockTimeout } from './postgres-errors.ts';
import { waitForOtherServers } from './running-servers.ts';

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url));

interface AppliedMigration {
  name: string;
  /** Null until it is recorded; undefined in a database older than the column. */
  checksum?: string | null;
}

interface MigrationOptions {
  /** By default all. */
  names?: string[];
  /** Called when the migrations wait. */
  report?: (text: string) => void;
  /** Called before an existing database is migrated, for which the other servers have to stop. */
  onUpgrade?: () => Promise<void>;
  timeoutMs?: number;
  /** False for a database that only the caller uses. */
  isShared?: boolean;
}

/**
 * Runs the pending ones of these migrations and returns their names. They run in one transaction, so that
 * after a failure the previous version still starts.
 */
export async function migrate(
  connection: Connection,
  {
    names = migrationNames(),
    report = () => undefined,
    onUpgrade = async () => undefined,
    timeoutMs = 5 * 60_000,
    isShared = true,
  }: MigrationOptions = {},
): Promise<string[]> {
  const client = new DatabaseClient({ ...connection, application_name: 'lop-xanh migrator' });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as id');
  const watch = new LockWatch(connection, rows[0].id, report);
  try {
    await client.query(`set lock_timeout = ${timeoutMs}`);
    // Also while another server, which migrates first, has the lock.
    if (isShared && (await isUpgrade(client, names))) await onUpgrade();
    await client.query('select pg_advisory_lock($1)', [locks.migration]);
    if (isShared && (await isUpgrade(client, names))) {
      await waitForOtherServers(client, { report, timeoutMs });
    }
    return await runPending(client, names);
  } catch (error) {
    if (!isLockTimeout((error as Error).cause ?? error)) throw error;
    throw new OperatorError(
      `The database was not migrated: after ${timeoutMs / 1_000} seconds another session still held a lock (${watch.holder}). End that session, then start again.`,
    );
  } finally {
    await watch.stop();
    await client.end();
  }
}

/** Whether some of these migrations are pending in a database that has others. */
async function isUpgrade(client: pg.Client, names: string[]): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('migrations') is not null as found");
  if (!rows[0].found) return false;
  const applied = await listApplied(client);
  return applied.length > 0 && findPending(applied, names).length > 0;
}

async function runPending(client: pg.Client, names: string[]): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, run_at timestamptz not null default now())',
  );
  const applied = await listApplied(client);
  assertKnown(applied);
  assertUnchanged(applied);
  const pending = findPending(applied, names);
  await client.query('begin');
  for (const name of pending) await runMigration(client, name);
  await recordChecksums(client);
  await client.query('commit');
  return pending;
}

export function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

/** The column with the names was renamed, and is the first one. */
async function readMigrations(client: pg.Client) {
  const { rows, fields } = await client.query('select * from migrations order by 1');
  return { rows, column: fields[0]?.name ?? '' };
}

async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows, column } = await readMigrations(client);
  return rows.map((row) => ({ name: row[column], checksum: row.checksum }));
}

function findPending(applied: AppliedMigration[], names: string[]): string[] {
  const finished = new Set(applied.map(({ name }) => name));
  return names.filter((name) => !finished.has(name));
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
  const { rows, column } = await readMigrations(client);
  for (const { [column]: name, checksum } of rows) {
    if (checksum !== null) continue;
    await client.query(`update migrations set checksum = $2 where ${column} = $1`, [
      name,
      digest(name),
    ]);
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
    await client.query('insert into migrations values ($1)', [name]);
  } catch (error) {
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
