import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartUpError } from '../start-up-error.ts';
import { locks } from './locks.ts';
import { databaseFolder, reachableCopy, shippedBinaries, socketFolder } from './postgres-files.ts';
import { giveTo, postgresUser, runAs, type SystemUser } from './system-user.ts';

const role = 'lop_xanh';
const secondsToStart = 60;
const msBetweenStarts = 500;

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

/**
 * Starts the PostgreSQL that lives in the data folder, making it first where there is none. One that
 * ends without being asked to is started again; until then whoever asks it is told to come back.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const place = findPlace(dataDir);
  if (!existsSync(place.data)) initialise(place);
  let running: Running | undefined = await start(place, settings);
  let isStopping = false;
  const keepRunning = async () => {
    while (running) {
      await running.exited;
      await running.owner.end().catch(() => undefined);
      running = undefined;
      while (!running && !isStopping) {
        running = await start(place, settings).catch(() => pause(msBetweenStarts, undefined));
      }
      if (isStopping) running?.child.kill('SIGINT');
    }
  };
  const ended = keepRunning();

  return {
    connection: place.connection,
    async stop() {
      isStopping = true;
      await running?.owner.end().catch(() => undefined);
      running?.child.kill('SIGINT');
      await ended;
    },
  };
}

interface Running {
  child: ChildProcess;
  exited: Promise<void>;
  owner: pg.Client;
}

async function start(place: Place, settings: Record<string, string>): Promise<Running> {
  await clearLeftover(place);
  const { child, exited } = await launch(place, settings);
  try {
    return { child, exited, owner: await own(place) };
  } catch (error) {
    child.kill('SIGINT');
    await exited;
    throw error;
  }
}

/** A postmaster that was killed leaves its children a moment to notice, and only then room for another. */
async function launch(place: Place, settings: Record<string, string>) {
  const logFile = join(place.folder, 'postgres.log');
  for (const end = Date.now() + secondsToStart * 1000; ; await pause(100)) {
    const log = openSync(logFile, 'a', 0o600);
    const logged = fstatSync(log).size;
    const options = {
      listen_addresses: '',
      unix_socket_directories: String(place.connection.host),
      unix_socket_permissions: '0700',
      ...settings,
    };
    const flags = Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    // A process group of its own: Ctrl-C must reach us alone, so that we can finish our requests first.
    const child = spawn(join(place.binaries, 'bin', 'postgres'), ['-D', place.data, ...flags], {
      ...place.user,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (await isReady(place, child, end)) return { child, exited };
    const complaint = readFileSync(logFile).subarray(logged).toString();
    if (!complaint.includes('pre-existing shared memory block') || Date.now() > end) {
      const reason = /FATAL: +(.*)/.exec(complaint)?.[1] ?? 'no reason given';
      throw new StartUpError(`PostgreSQL did not start: ${reason} (more in ${logFile}).`);
    }
  }
}

/** For a command beside a running server: its cluster as it is, or one started for the command alone. */
export async function borrowEmbeddedPostgres(dataDir: string): Promise<Cluster> {
  const place = findPlace(dataDir);
  if (existsSync(place.data) && (await isAnswering(place.connection))) {
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
    binaries: reachableCopy(shippedBinaries(), user),
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

/** Stops a PostgreSQL that outlived its killed server, and clears away the locks of one that did not. */
async function clearLeftover(place: Place): Promise<void> {
  const pid = Number(lockFileLines(place)[0] ?? 0);
  if (pid === 0) return;
  if (isPostmaster(pid, place)) await stopLeftover(place, pid);
  // Both locks name a process id. Where that is another's by now, PostgreSQL would take it for its own.
  if (isAlive(pid)) {
    rmSync(join(place.data, 'postmaster.pid'), { force: true });
    rmSync(join(String(place.connection.host), '.s.PGSQL.5432.lock'), { force: true });
  }
}

async function stopLeftover(place: Place, pid: number): Promise<void> {
  if (await isAnswering(place.connection)) {
    const owner = await own(place);
    await owner.end();
  }
  process.kill(pid, 'SIGINT');
  for (const end = Date.now() + secondsToStart * 1000; isPostmaster(pid, place); ) {
    if (Date.now() > end) throw new StartUpError(`PostgreSQL (process ${pid}) does not stop.`);
    await pause(50);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Whether a living process is the PostgreSQL of this place; where that cannot be told, it is taken for it. */
function isPostmaster(pid: number, { data }: Place): boolean {
  if (process.platform !== 'linux') return isAlive(pid);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data);
  } catch {
    return false;
  }
}

export async function isAnswering(connection: pg.ClientConfig): Promise<boolean> {
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
  const { rows } = await client.query('select pg_try_advisory_lock($1) as owned', [locks.owner]);
  if (!rows[0].owned) {
    await client.end();
    throw new StartUpError(
      `Another Lớp Xanh is running with the database in ${folder}: stop it, or set DATA_DIR to another folder.`,
    );
  }
  return client;
}

async function isReady(place: Place, child: ChildProcess, end: number): Promise<boolean> {
  while (child.exitCode === null && Date.now() < end) {
    const [pid, status] = lockFileLines(place);
    if (pid === String(child.pid) && status?.startsWith('ready')) return true;
    await pause(20);
  }
  return false;
}

/** PostgreSQL's process id and its state, from the first and the eighth line of its lock file. */
function lockFileLines({ data }: Place): [pid?: string, status?: string] {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return [lines[0] ?? '', lines[7] ?? ''];
  } catch {
    return [];
  }
}
