import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartUpError } from '../start-up-error.ts';
import { databaseFolder, postgresBinaries, socketFolder } from './postgres-files.ts';
import { giveTo, postgresUser, runAs, type SystemUser } from './system-user.ts';

const role = 'lop_xanh';
const secondsToStart = 60;
/** Held by the server that owns the cluster for as long as it lives. */
const ownerLock = 1_247_001;

export interface Cluster {
  readonly connection: pg.ClientConfig;
  stop(): Promise<void>;
}

interface Place {
  user: SystemUser;
  binaries: string;
  folder: string;
  data: string;
  connection: pg.ClientConfig;
}

/** Starts the PostgreSQL that lives in the data folder, making it first where there is none. */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const place = findPlace(dataDir);
  if (!existsSync(place.data)) initialise(place);
  await clearLeftover(place);

  const log = openSync(join(place.folder, 'postgres.log'), 'a', 0o600);
  const options = {
    listen_addresses: '',
    unix_socket_directories: String(place.connection.host),
    unix_socket_permissions: '0700',
    ...settings,
  };
  const child = spawn(
    join(place.binaries, 'bin', 'postgres'),
    [
      '-D',
      place.data,
      ...Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    // A process group of its own: Ctrl-C must reach us alone, so that we can finish our requests first.
    { ...place.user, cwd: '/', detached: true, stdio: ['ignore', log, log] },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilReady(place, () => child.exitCode !== null);
  const owner = await own(place);

  return {
    connection: place.connection,
    async stop() {
      await owner.end().catch(() => undefined);
      child.kill('SIGINT');
      await exited;
    },
  };
}

/** For a command beside a running server: its cluster as it is, or one started for the command alone. */
export async function borrowEmbeddedPostgres(dataDir: string): Promise<Cluster> {
  const place = findPlace(dataDir);
  if (existsSync(place.data) && (await isAnswering(place))) {
    return { connection: place.connection, stop: async () => undefined };
  }
  return startEmbeddedPostgres(dataDir);
}

function findPlace(dataDir: string): Place {
  const user = postgresUser();
  const folder = databaseFolder(dataDir, user);
  return {
    user,
    folder,
    binaries: postgresBinaries(user),
    data: join(folder, 'cluster'),
    connection: {
      host: socketFolder(folder, user),
      user: role,
      database: 'postgres',
      password: password(folder, user),
    },
  };
}

function password(folder: string, user: SystemUser): string {
  const file = join(folder, 'password');
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
    giveTo(user, file);
  }
  return readFileSync(file, 'utf8');
}

/** Made beside its place and moved there when whole, so that a kill in between leaves no half cluster. */
function initialise({ user, binaries, folder, data }: Place): void {
  const unfinished = `${data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  runAs(user, join(binaries, 'bin', 'initdb'), [
    `--pgdata=${unfinished}`,
    `--username=${role}`,
    `--pwfile=${join(folder, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--data-checksums',
  ]);
  renameSync(unfinished, data);
}

/** Stops a PostgreSQL that outlived its killed server, and clears the lock file of one that did not. */
async function clearLeftover(place: Place): Promise<void> {
  const lockFile = join(place.data, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
  if (!isPostmaster(pid, place.data)) {
    rmSync(lockFile, { force: true });
    return;
  }
  if (await isAnswering(place)) {
    const owner = await own(place);
    await owner.end();
  }
  process.kill(pid, 'SIGINT');
  for (const end = Date.now() + secondsToStart * 1000; isPostmaster(pid, place.data); ) {
    if (Date.now() > end) throw new StartUpError(`PostgreSQL (process ${pid}) does not stop.`);
    await pause(50);
  }
}

/** A process id alone proves nothing after a reboot: it may be somebody else's by now. */
function isPostmaster(pid: number, data: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data);
  } catch {
    return process.platform !== 'linux';
  }
}

async function isAnswering({ connection }: Place): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function own({ connection, folder }: Place): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'lop-xanh owner' });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select pg_try_advisory_lock($1) as owned', [ownerLock]);
  if (!rows[0].owned) {
    await client.end();
    throw new StartUpError(
      `Another Lớp Xanh is running with the database in ${folder}: stop it, or set DATA_DIR to another folder.`,
    );
  }
  return client;
}

async function untilReady(place: Place, hasExited: () => boolean): Promise<void> {
  for (const end = Date.now() + secondsToStart * 1000; Date.now() < end; await pause(25)) {
    if (hasExited()) break;
    if (statusLine(place).startsWith('ready') && (await isAnswering(place))) return;
  }
  throw new StartUpError(
    `PostgreSQL did not start: ${join(place.folder, 'postgres.log')} says why.`,
  );
}

/** PostgreSQL writes its state into the eighth line of its lock file. */
function statusLine({ data }: Place): string {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[7] ?? '';
  } catch {
    return '';
  }
}
