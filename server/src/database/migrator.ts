import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { type Connection, DatabaseClient } from './database-client.ts';
import { LockWatch } from './lock-watch.ts';
import { locks } from './locks.ts';
import { MigrationFiles } from './migration-files.ts';
import { isLockTimeout } from './postgres-errors.ts';
import { waitForOtherServers } from './running-servers.ts';

/** Requests wait behind a migration that waits for a lock: beside other servers it asks again and again instead. */
const sharedLockTimeoutMs = 1_500;

interface AppliedMigration {
  name: string;
  /** Null until it is recorded; undefined in a database older than the column. */
  checksum?: string | null;
}

interface MigrationOptions {
  files?: MigrationFiles;
  /** By default all. */
  names?: readonly string[];
  /** Called when the migrations wait. */
  report?: (text: string) => void;
  /** Called before an upgrade for which the other servers have to stop. */
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
    files = new MigrationFiles(),
    names = files.names,
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
  const needsDatabaseAlone = async () => {
    if (!isShared) return false;
    const pending = await findUpgrade(client, names);
    return pending.some((name) => !files.isExpanding(name));
  };
  try {
    await client.query(`set lock_timeout = ${timeoutMs}`);
    // Also while another server, which migrates first, has the lock.
    if (await needsDatabaseAlone()) await onUpgrade();
    await client.query('select pg_advisory_lock($1)', [locks.migration]);
    const isAlone = await needsDatabaseAlone();
    if (isAlone) await waitForOtherServers(client, { report, timeoutMs });
    const lockTimeoutMs = isAlone || !isShared ? timeoutMs : sharedLockTimeoutMs;
    const run = () => runPending(client, files, { names, lockTimeoutMs });
    return await repeatWhileLocked(run, timeoutMs);
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

async function repeatWhileLocked<T>(work: () => Promise<T>, timeoutMs: number): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isLocked = isLockTimeout((error as Error).cause ?? error);
      if (!isLocked || performance.now() > giveUpAt) throw error;
      await pause(sharedLockTimeoutMs);
    }
  }
}

/** Those of these migrations that are pending in a database that has others. */
async function findUpgrade(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query("select to_regclass('migrations') is not null as found");
  if (!rows[0].found) return [];
  const applied = await listApplied(client);
  return applied.length > 0 ? findPending(applied, names) : [];
}

async function runPending(
  client: pg.Client,
  files: MigrationFiles,
  { names, lockTimeoutMs }: { names: readonly string[]; lockTimeoutMs: number },
): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, run_at timestamptz not null default now())',
  );
  const applied = await listApplied(client);
  assertKnown(files, applied);
  assertUnchanged(files, applied);
  const pending = findPending(applied, names);
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    for (const name of pending) await runMigration(client, files, name);
    await recordChecksums(client, files);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  return pending;
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

function findPending(applied: AppliedMigration[], names: readonly string[]): string[] {
  const finished = new Set(applied.map(({ name }) => name));
  return names.filter((name) => !finished.has(name));
}

function assertKnown({ names }: MigrationFiles, applied: AppliedMigration[]): void {
  const known = new Set(names);
  const unknown = applied.find(({ name }) => !known.has(name));
  if (!unknown) return;
  throw new OperatorError(
    `A newer version of Lớp Xanh has migrated the database (${unknown.name}): start that version, or restore a backup made with this one.`,
  );
}

function assertUnchanged(files: MigrationFiles, applied: AppliedMigration[]): void {
  const changed = applied.find(({ name, checksum }) => checksum && checksum !== files.digest(name));
  if (!changed) return;
  throw new OperatorError(
    `The file server/migrations/${changed.name} differs from the migration that the database ran: restore the file, and put changes into a new migration.`,
  );
}

/** Also for the migrations of an installation that is older than checksums. */
async function recordChecksums(client: pg.Client, files: MigrationFiles): Promise<void> {
  const { rows, column } = await readMigrations(client);
  for (const { [column]: name, checksum } of rows) {
    if (checksum !== null) continue;
    await client.query(`update migrations set checksum = $2 where ${column} = $1`, [
      name,
      files.digest(name),
    ]);
  }
}

async function runMigration(client: pg.Client, files: MigrationFiles, name: string): Promise<void> {
  try {
    await client.query(files.read(name));
    await client.query('insert into migrations values ($1)', [name]);
  } catch (error) {
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
