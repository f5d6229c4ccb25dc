import { appendFileSync, chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { auth } from '@lop-xanh/contract/auth';
import { apiErrors, type ErrorResponse } from '@lop-xanh/contract/errors';
import { site } from '@lop-xanh/contract/site';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { demoPassword } from '../demo/demo-accounts.ts';
import { startDebianPostgres } from '../testing/debian-postgres.ts';
import { expectUnavailable, fetchStatus } from '../testing/faulty-server.ts';
import { startHostNetwork } from '../testing/host-network.ts';
import { findFreePort } from '../testing/nginx.ts';
import { getServerCommand, makeDataDir, startServerProcess } from '../testing/server-process.ts';

const binaries = process.env.POSTGRES_BINARIES as string;

/** A PostgreSQL that listens on the cable to the other machine. */
async function startPostgres(listen_addresses: string, network: string) {
  const folder = join(dirname(makeDataDir()), 'postgres');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const port = String(await findFreePort());
  const settings = { port, listen_addresses, fsync: 'off' };
  const postgres = await startDebianPostgres({ folder, binaries, settings });
  onTestFinished(() => postgres.kill());
  const run = async (statement: string) => {
    const client = new pg.Client(postgres.connection);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  appendFileSync(join(folder, 'cluster/pg_hba.conf'), `host all all ${network} trust\n`);
  await run('select pg_reload_conf()');
  const endSessions = () =>
    run(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'lop-xanh%'`,
    );
  return { ...postgres.connection, endSessions };
}

async function logIn(address: string) {
  const response = await fetch(address + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'teacher', password: demoPassword }),
  });
  return { response, body: (await response.json()) as ErrorResponse };
}

test.each(['EHOSTUNREACH', 'ETIMEDOUT', 'ENOTFOUND'] as const)(
  'while the host of the database is gone (%s) the server is unavailable, and recovers by itself',
  { timeout: 180_000 },
  async (code) => {
    const { hostName, database: host, there, prefix, faults } = startHostNetwork();
    const { user, database, port, endSessions } = await startPostgres(host, `${there}/32`);
    const environment = {
      DATABASE_URL: `postgres://${user}:any@${hostName}:${port}/${database}`,
      INSECURE_HOSTS: hostName,
      HOST: there,
      DATA_DIR: makeDataDir(),
      DEMO: '1',
    };
    const command = [...prefix, ...getServerCommand()];
    const { address, output } = await startServerProcess(environment, command);
    expect((await logIn(address)).response.status).toBe(200);

    faults[code].begin();
    await endSessions();
    await expect.poll(() => fetchStatus(address, site.health.path)).toBe(503);
    expectUnavailable(await logIn(address), apiErrors.unavailable.message);
    await expect.poll(output).toContain(code);

    faults[code].end();
    await expect.poll(() => fetchStatus(address, site.health.path)).toBe(200);
    expect((await logIn(address)).response.status).toBe(200);
  },
);
