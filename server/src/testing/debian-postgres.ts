import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, canConnect } from '../database/embedded-postgres.ts';
import { changeOwner, ensurePostgresUser, runAs } from '../database/system-user.ts';

const startTimeoutMs = 20_000;

/** Starts PostgreSQL from these binaries as an operator would: in its own folder and as its own user. */
export async function startDebianPostgres(
  folder: string,
  binaries: string,
  settings: Record<string, string>,
): Promise<Cluster> {
  const user = ensurePostgresUser();
  const data = join(folder, 'cluster');
  mkdirSync(data);
  changeOwner(user, data);
  runAs(user, join(binaries, 'initdb'), [
    `--pgdata=${data}`,
    '--username=lop_xanh',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]);
  const options = { listen_addresses: '', unix_socket_directories: data, ...settings };
  const flags = Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const child = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const connection = { host: data, user: 'lop_xanh', database: 'postgres', password: 'any' };
  for (const end = Date.now() + startTimeoutMs; !(await canConnect(connection)); await pause(50)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('PostgreSQL did not start');
  }
  return {
    connection,
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
}
