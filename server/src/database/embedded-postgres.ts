import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { failureLog, type Log } from '../lib/failure-log.ts';
import { OperatorError } from '../operator-error.ts';
import {
  appRole,
  type ClusterConfig,
  createConnection,
  initializeCluster,
  prepareCluster,
  superuserRole,
} from './cluster-config.ts';
import type { Connection } from './database-client.ts';
import { handOverToApp } from './hand-over.ts';
import { locks } from './locks.ts';
import { findDatabaseFolder } from './postgres-files.ts';
import { readLastError, rotateLog } from './postgres-log.ts';
import { isAlive, isPostmaster, readPostmaster } from './postmaster.ts';
import { ensurePostgresUser, type SystemUser } from './system-user.ts';

const startTimeoutMs = 60_000;
const restartDelayMs = 500;
const logCheckIntervalMs = 60_000;

export interface Cluster {
  readonly connection: Connection;
  stop(): Promise<void>;
}

interface EmbeddedCluster extends Cluster {
  /** For what the app itself may not do. */
  readonly superuser: Connection;
}

/**
 * Starts the PostgreSQL of the data folder, creating its cluster first if there is none. If PostgreSQL
 * exits unexpectedly it is started again; until then requests fail with 503.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
  log: Log = console,
  user: SystemUser = ensurePostgresUser(),
): Promise<EmbeddedCluster> {
  const config = prepareCluster(dataDir, user);
  if (!existsSync(config.data)) initializeCluster(config);
  let running: OwnedPostgres | undefined = await start(config, settings);
  let isStopping = false;
  const logExit = failureLog(log, 'PostgreSQL exited unexpectedly and is being restarted');
  const logFailedRestart = failureLog(log, 'PostgreSQL could not be restarted');
  const keepRunning = async () => {
    while (running) {
      const exit = await running.exited;
      if (!isStopping) logExit(new Error(readLastError(config.logFile, running.logOffset) ?? exit));
      await running.owner.end().catch(() => undefined);
      running = undefined;
      while (!running && !isStopping) {
        running = await start(config, settings).catch((error: unknown) => {
          logFailedRestart(error);
          return pause(restartDelayMs, undefined);
        });
      }
      if (isStopping) running?.child.kill('SIGINT');
    }
  };
  const ended = keepRunning();
  const logChecks = startLogRotation(config, log);

  return {
    connection: config.connection,
    superuser: config.superuser,
    async stop() {
      isStopping = true;
      clearInterval(logChecks);
      await running?.owner.end().catch(() => undefined);
      running?.child.kill('SIGINT');
      await ended;
    },
  };
}

function startLogRotation({ logFile }: ClusterConfig, log: Log): NodeJS.Timeout {
  const logFailure = failureLog(log, "PostgreSQL's log could not be rotated");
  const timer = setInterval(() => {
    try {
      rotateLog(logFile);
    } catch (error) {
      logFailure(error);
    }
  }, logCheckIntervalMs);
  return timer.unref();
}

interface PostgresProcess {
  child: ChildProcess;
  /** Resolves with the exit code, signal or error. */
  exited: Promise<string>;
  /** The size of the log file before this start. */
  logOffset: number;
}

interface OwnedPostgres extends PostgresProcess {
  owner: pg.Client;
}

async function start(
  config: ClusterConfig,
  settings: Record<string, string>,
): Promise<OwnedPostgres> {
  await cleanUpLeftover(config);
  const postgres = await launch(config, settings);
  try {
    const owner = await takeOwnership(config);
    await handOverToApp(owner);
    return { ...postgres, owner };
  } catch (error) {
    postgres.child.kill('SIGINT');
    await postgres.exited;
    throw error;
  }
}

/** Retries while the children of a killed postmaster still hold its shared memory. */
async function launch(
  config: ClusterConfig,
  settings: Record<string, string>,
): Promise<PostgresProcess> {
  const { logFile } = config;
  for (const deadline = Date.now() + startTimeoutMs; ; await pause(100)) {
    const postgres = spawnPostgres(config, settings);
    const isReady = await Promise.race([
      waitUntilReady(config, postgres.child, deadline),
      postgres.exited.then(() => false),
    ]);
    if (isReady) return postgres;
    postgres.child.kill('SIGINT');
    const exit = await postgres.exited;
    const reason = readLastError(logFile, postgres.logOffset) ?? exit;
    if (!reason.includes('pre-existing shared memory block') || Date.now() > deadline) {
      throw new OperatorError(`PostgreSQL did not start: ${reason} (see ${logFile}).`);
    }
  }
}

function spawnPostgres(config: ClusterConfig, settings: Record<string, string>): PostgresProcess {
  rotateLog(config.logFile);
  const log = openSync(config.logFile, 'a', 0o600);
  const options = {
    listen_addresses: '',
    unix_socket_directories: config.socketFolder,
    unix_socket_permissions: '0700',
    // Without DETAIL, which quotes rows.
    log_error_verbosity: 'terse',
    ...settings,
  };
  const flags = Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  // In its own process group: Ctrl-C must reach only us, so that running requests can finish first.
  const child = spawn(join(config.binaries, 'bin', 'postgres'), ['-D', config.data, ...flags], {
    ...config.user,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  const logOffset = fstatSync(log).size;
  closeSync(log);
  const exited = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  return { child, exited, logOffset };
}

/**
 * For commands: connects to the PostgreSQL of a running server, waiting for it if it is just starting, or
 * starts PostgreSQL for this command only.
 */
export async function attachToEmbeddedPostgres(dataDir: string): Promise<Cluster> {
  const folder = findDatabaseFolder(dataDir);
  const data = folder && join(folder, 'cluster');
  for (const deadline = Date.now() + startTimeoutMs; data; await pause(100)) {
    const running = readPostmaster(data);
    if (!running || !isPostmaster(running.pid, data) || Date.now() > deadline) break;
    if (!running.isReady) continue;
    // A server of an earlier version has not created the role of the app.
    for (const role of [appRole, superuserRole]) {
      const connection = createConnection(folder, running.socketFolder, role);
      if (await canConnect(connection)) return { connection, stop: async () => undefined };
    }
  }
  return startEmbeddedPostgres(dataDir);
}

/** Stops a PostgreSQL that outlived its killed server, or deletes the lock files of one that did not. */
async function cleanUpLeftover(config: ClusterConfig): Promise<void> {
  const { pid } = readPostmaster(config.data) ?? {};
  if (!pid) return;
  if (isPostmaster(pid, config.data)) await stopLeftover(config, pid);
  // Both lock files hold a process id. If another process has it by now, PostgreSQL would refuse to start.
  if (isAlive(pid)) {
    rmSync(join(config.data, 'postmaster.pid'), { force: true });
    rmSync(join(config.socketFolder, '.s.PGSQL.5432.lock'), { force: true });
  }
}

async function stopLeftover(config: ClusterConfig, pid: number): Promise<void> {
  if (await canConnect(config.superuser)) {
    const owner = await takeOwnership(config);
    await owner.end();
  }
  process.kill(pid, 'SIGINT');
  for (const end = Date.now() + startTimeoutMs; isPostmaster(pid, config.data); ) {
    if (Date.now() > end) throw new OperatorError(`PostgreSQL (process ${pid}) did not stop.`);
    await pause(50);
  }
}

export async function canConnect(connection: pg.ClientConfig): Promise<boolean> {
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

async function takeOwnership({ superuser, folder }: ClusterConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...superuser, application_name: 'lop-xanh owner' });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select pg_try_advisory_lock($1) as owned', [locks.owner]);
  if (!rows[0].owned) {
    await client.end();
    throw new OperatorError(
      `Another Lớp Xanh is using the database in ${folder}: stop it, or set DATA_DIR to another folder.`,
    );
  }
  return client;
}

/** Returns false after the deadline or if PostgreSQL exits. */
async function waitUntilReady({ data }: ClusterConfig, child: ChildProcess, deadline: number) {
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const running = readPostmaster(data);
    if (running?.pid === child.pid && running?.isReady) return true;
    await pause(20);
  }
  return false;
}
