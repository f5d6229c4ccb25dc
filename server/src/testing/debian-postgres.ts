import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, canConnect } from '../database/embedded-postgres.ts';
import { changeOwner, ensurePostgresUser, runAs } from '../database/system-user.ts';
import { signalTree } from './cluster/child-process.ts';

const startTimeoutMs = 20_000;
const role = 'lop_xanh';

/** A PostgreSQL as an operator runs it: from Debian's binaries, in its own folder and as its own user. */
export interface DebianPostgres extends Cluster {
  readonly connection: { host: string; port: number; user: string; database: string };
  /** Ends it at once and without a checkpoint, as a power failure does. */
  kill(): Promise<void>;
  /** Makes all its processes fall silent, with their connections open, until it is killed. */
  freeze(): void;
  /** Makes a standby the primary. */
  promote(): void;
}

interface Installation {
  /** Exists, and PostgreSQL's user can enter it. */
  folder: string;
  binaries: string;
  settings: Record<string, string>;
}

/** Creates and starts a cluster. With `port` among the settings it also listens there on 127.0.0.1. */
export async function startDebianPostgres(installation: Installation): Promise<DebianPostgres> {
  const data = createDataFolder(installation);
  runAs(ensurePostgresUser(), join(installation.binaries, 'initdb'), [
    `--pgdata=${data}`,
    `--username=${role}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]);
  return runDebianPostgres(installation);
}

/** Copies a running primary and starts the copy as its streaming standby. */
export async function startDebianStandby(
  { connection: { host, port } }: DebianPostgres,
  installation: Installation,
): Promise<DebianPostgres> {
  const data = createDataFolder(installation);
  runAs(ensurePostgresUser(), join(installation.binaries, 'pg_basebackup'), [
    `--pgdata=${data}`,
    `--host=${host}`,
    `--port=${port}`,
    `--username=${role}`,
    '--checkpoint=fast',
    '--write-recovery-conf',
  ]);
  return runDebianPostgres(installation);
}

/** Starts the existing cluster of the folder. */
export async function runDebianPostgres({
  folder,
  binaries,
  settings,
}: Installation): Promise<DebianPostgres> {
  const user = ensurePostgresUser();
  const data = join(folder, 'cluster');
  const options = {
    listen_addresses: settings.port ? '127.0.0.1' : '',
    unix_socket_directories: data,
    ...settings,
  };
  const flags = Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const child = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  const port = Number(settings.port ?? 5432);
  const connection = { host: data, port, user: role, database: 'postgres', password: 'any' };
  for (const end = Date.now() + startTimeoutMs; !(await canConnect(connection)); await pause(50)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('PostgreSQL did not start');
  }
  return {
    connection,
    stop: () => end('SIGINT'),
    kill: () => {
      signalTree([child.pid as number], 'SIGCONT');
      return end('SIGQUIT');
    },
    freeze: () => signalTree([child.pid as number], 'SIGSTOP'),
    promote: () => void runAs(user, join(binaries, 'pg_ctl'), ['promote', `--pgdata=${data}`]),
  };
}

function createDataFolder({ folder }: Installation): string {
  const data = join(folder, 'cluster');
  mkdirSync(data, { mode: 0o700 });
  changeOwner(ensurePostgresUser(), data);
  return data;
}
