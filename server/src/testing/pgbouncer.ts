import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { canConnect } from '../database/embedded-postgres.ts';
import { changeOwner, ensurePostgresUser } from '../database/system-user.ts';
import { findFreePort } from './nginx.ts';
import { makeDataDir } from './server-process.ts';

/** Runs PgBouncer before the PostgreSQL of the tests. Everything not named here is as Debian ships it. */
export async function startPgBouncer(
  mode: 'session' | 'transaction',
  { host, user, database }: pg.ClientConfig,
) {
  const folder = dirname(makeDataDir());
  const port = await findFreePort();
  const owner = ensurePostgresUser();
  const [config, users] = ['pgbouncer.ini', 'users.txt'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  writeFileSync(users, `"${user}" "any"\n`);
  writeFileSync(
    config,
    `[databases]
* = host=${host}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
`,
  );
  for (const file of [config, users]) changeOwner(owner, file);
  const child = spawn('/usr/sbin/pgbouncer', [config], { ...owner, cwd: '/', stdio: 'ignore' });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGINT');
    await exited;
  });
  const connection = { host: '127.0.0.1', port, user, database, password: 'any' };
  await expect.poll(() => canConnect(connection)).toBe(true);
  return { connection, url: `postgres://${user}:any@127.0.0.1:${port}/${database}` };
}
