import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { failureLog, type Log } from '../failure-log.ts';
import { StartUpError } from '../start-up-error.ts';
import { locks } from './locks.ts';
import { databaseFolder } from './postgres-files.ts';
import { lastWords, limitLog } from './postgres-log.ts';
import { connectionTo, initialise, makePlace, type Place } from './postgres-place.ts';
import { isAlive, isPostmaster, readPostmaster } from './postmaster.ts';
import { postgresUser, type SystemUser } from './system-user.ts';

const secondsToStart = 60;
const msBetweenStarts = 500;
const msBetweenLogChecks = 60_000;

export interface Cluster {
  readonly connection: pg.ClientConfig;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that lives in the data folder, making it first where there is none. One that
 * ends without being asked to is started again; until then whoever asks it is told to come back.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
  log: Log = console,
  user: SystemUser = postgresUser(),
): Promise<Cluster> {
  const place = makePlace(dataDir, user);
  if (!existsSync(place.data)) initialise(place);
  let running: Running | undefined = await start(place, settings);
  let isStopping = false;
  const logEnd = failureLog(log, 'PostgreSQL ended by itself and is started again');
  const logFailedStart = failureLog(log, 'PostgreSQL could not be started again');
  const keepRunning = async () => {
    while (running) {
      const end = await running.exited;
      if (!isStopping) logEnd(new Error(lastWords(place.logFile, running.logged) ?? end));
      await running.owner.end().catch(() => undefined);
      running = undefined;
      while (!running && !isStopping) {
        running = await start(place, settings).catch((error: unknown) => {
          logFailedStart(error);
          return pause(msBetweenStarts, undefined);
        });
      }
      if (isStopping) running?.child.kill('SIGINT');
    }
  };
  const ended = keepRunning();
  const logChecks = checkLogNowAndThen(place, log);

  return {
    connection: place.connection,
    async stop() {
      isStopping = true;
      clearInterval(logChecks);
      await running?.owner.end().catch(() => undefined);
      running?.child.kill('SIGINT');
      await ended;
    },
  };
}

/** A server may run for years. */
function checkLogNowAndThen({ logFile }: Place, log: Log): NodeJS.Timeout {
  const logFailure = failureLog(log, "PostgreSQL's log could not be shortened");
  const timer = setInterval(() => {
    try {
      limitLog(logFile);
    } catch (error) {
      logFailure(error);
    }
  }, msBetweenLogChecks);
  return timer.unref();
}

interface Launched {
  child: ChildProcess;
  /** Resolves with how it ended. */
  exited: Promise<string>;
  /** How much the log held before. */
  logged: number;
}

interface Running extends Launched {
  owner: pg.Client;
}

async function start(place: Place, settings: Record<string, string>): Promise<Running> {
  await clearLeftover(place);
  const launched = await launch(place, settings);
  try {
    return { ...launched, owner: await own(place) };
  } catch (error) {
    launched.child.kill('SIGINT');
    await launched.exited;
    throw error;
  }
}

/** A postmaster that was killed leaves its children a moment to notice, and only then room for another. */
async function launch(place: Place, settings: Record<string, string>): Promise<Launched> {
  const { logFile } = place;
  for (const deadline = Date.now() + secondsToStart * 1000; ; await pause(100)) {
    const launched = spawnPostgres(place, settings);
    const isReady = await Promise.race([
      untilReady(place, launched.child, deadline),
      launched.exited.then(() => false),
    ]);
    if (isReady) return launched;
    launched.child.kill('SIGINT');
    const end = await launched.exited;
    const reason = lastWords(logFile, launched.logged) ?? end;
    if (!reason.includes('pre-existing shared memory block') || Date.now() > deadline) {
      throw new StartUpError(`PostgreSQL did not start: ${reason} (more in ${logFile}).`);
    }
  }
}

function spawnPostgres(place: Place, settings: Record<string, string>): Launched {
  limitLog(place.logFile);
  const log = openSync(place.logFile, 'a', 0o600);
  const options = {
    listen_addresses: '',
    unix_socket_directories: place.connection.host,
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
  const logged = fstatSync(log).size;
  closeSync(log);
  const exited = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  return { child, exited, logged };
}

/**
 * For a command beside a running server: its cluster as it is, whoever runs it, or one started for the
 * command alone. One that is just starting is waited for.
 */
export async function borrowEmbeddedPostgres(dataDir: string): Promise<Cluster> {
  const folder = databaseFolder(dataDir);
  const data = folder && join(folder, 'cluster');
  for (const deadline = Date.now() + secondsToStart * 1000; data; await pause(100)) {
    const running = readPostmaster(data);
    if (!running || !isPostmaster(running.pid, data) || Date.now() > deadline) break;
    if (!running.isReady) continue;
    const connection = connectionTo(folder, running.socketFolder);
    if (await isAnswering(connection)) return { connection, stop: async () => undefined };
  }
  return startEmbeddedPostgres(dataDir);
}

/** Stops a PostgreSQL that outlived its killed server, and clears away the locks of one that did not. */
async function clearLeftover(place: Place): Promise<void> {
  const { pid } = readPostmaster(place.data) ?? {};
  if (!pid) return;
  if (isPostmaster(pid, place.data)) await stopLeftover(place, pid);
  // Both locks name a process id. Where that is another's by now, PostgreSQL would take it for its own.
  if (isAlive(pid)) {
    rmSync(join(place.data, 'postmaster.pid'), { force: true });
    rmSync(join(place.connection.host, '.s.PGSQL.5432.lock'), { force: true });
  }
}

async function stopLeftover(place: Place, pid: number): Promise<void> {
  if (await isAnswering(place.connection)) {
    const owner = await own(place);
    await owner.end();
  }
  process.kill(pid, 'SIGINT');
  for (const end = Date.now() + secondsToStart * 1000; isPostmaster(pid, place.data); ) {
    if (Date.now() > end) throw new StartUpError(`PostgreSQL (process ${pid}) does not stop.`);
    await pause(50);
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

/** Whether it is ready before the deadline. */
async function untilReady({ data }: Place, child: ChildProcess, deadline: number) {
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const running = readPostmaster(data);
    if (running?.pid === child.pid && running?.isReady) return true;
    await pause(20);
  }
  return false;
}
