import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { site } from '@lop-xanh/contract/site';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openCheckedDatabase } from '../testing/checked-database.ts';
import {
  type DebianPostgres,
  runDebianPostgres,
  startDebianPostgres,
  startDebianStandby,
} from '../testing/debian-postgres.ts';
import { fetchStatus } from '../testing/faulty-server.ts';
import { startHaproxy } from '../testing/haproxy.ts';
import { findFreePort } from '../testing/nginx.ts';
import { SchoolSimulation } from '../testing/school-simulation.ts';
import { makeDataDir, spawnServer, startServerProcess } from '../testing/server-process.ts';

const binaries = process.env.POSTGRES_BINARIES as string;
const maxRecoveryMs = 20_000;
/** Statements wait 25 seconds for a host that sends nothing. */
const maxSilenceMs = 30_000;
const timeout = 180_000;

/** A primary and a standby that confirms every commit. */
async function startPair() {
  const [first, second] = [await makeInstallation(), await makeInstallation()];
  const primary = stopAfterwards(await startDebianPostgres(first));
  const standby = stopAfterwards(await startDebianStandby(primary, second));
  await query(primary, `alter system set synchronous_standby_names = '*'`);
  await query(primary, 'select pg_reload_conf()');
  const ports = [primary.connection.port, standby.connection.port];
  return { primary, standby, first, second, ports };
}

async function makeInstallation() {
  const folder = join(dirname(makeDataDir()), 'postgres');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const settings = { port: String(await findFreePort()), fsync: 'off' };
  return { folder, binaries, settings };
}

function stopAfterwards(postgres: DebianPostgres): DebianPostgres {
  onTestFinished(() => postgres.kill());
  return postgres;
}

async function query({ connection }: DebianPostgres, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(statement);
  await client.end();
}

const toUrl = (hosts: string) => `postgres://lop_xanh:any@${hosts}/postgres`;

const toClusterUrl = (ports: number[]) =>
  `${toUrl(ports.map((port) => `127.0.0.1:${port}`).join(','))}?target_session_attrs=read-write`;

async function startSchool(DATABASE_URL: string) {
  const environment = { DATABASE_URL, DATA_DIR: makeDataDir(), DEMO: '1' };
  const { address } = await startServerProcess(environment);
  const simulation = new SchoolSimulation(23);
  await simulation.begin(address);
  await simulation.waitForActions(20);
  return { address, simulation };
}

/** Waits until users get their work done again. */
async function expectRecovery(simulation: SchoolSimulation, maxMs = maxRecoveryMs): Promise<void> {
  const startedAt = performance.now();
  await simulation.waitForActions(20);
  expect(performance.now() - startedAt).toBeLessThan(maxMs);
}

async function expectNothingLost(simulation: SchoolSimulation, primary: DebianPostgres) {
  const database = openCheckedDatabase(primary.connection, onTestFinished);
  expect(simulation.unavailableCount).toBeGreaterThan(0);
  expect(simulation.invalidResponses).toEqual([]);
  expect(await simulation.findLostActions(database.db)).toEqual([]);
}

test('with several hosts the server follows the primary and loses nothing', {
  timeout,
}, async () => {
  const { primary, standby, first, second, ports } = await startPair();
  const { address, simulation } = await startSchool(toClusterUrl(ports));

  await primary.kill();
  await expect.poll(() => fetchStatus(address, site.health.path)).toBe(503);
  standby.promote();
  await expectRecovery(simulation);

  // The former primary comes back first in the list, and the new one is restarted.
  const readOnly = { ...first.settings, default_transaction_read_only: 'on' };
  stopAfterwards(await runDebianPostgres({ ...first, settings: readOnly }));
  await standby.kill();
  const restarted = stopAfterwards(await runDebianPostgres(second));
  await expectRecovery(simulation);

  await simulation.end();
  await simulation.settle(address);
  await expectNothingLost(simulation, restarted);
});

test('a primary that falls silent is left within 30 seconds, and nothing is lost', {
  timeout,
}, async () => {
  const { primary, standby, ports } = await startPair();
  const { address, simulation } = await startSchool(toClusterUrl(ports));

  primary.freeze();
  standby.promote();
  await expectRecovery(simulation, maxSilenceMs);

  await simulation.end();
  await simulation.settle(address);
  await expectNothingLost(simulation, standby);
});

test('behind haproxy the server waits for the promotion and loses nothing', {
  timeout,
}, async () => {
  const { primary, standby, ports } = await startPair();
  const port = await startHaproxy(ports);
  const { address, simulation } = await startSchool(toUrl(`127.0.0.1:${port}`));

  await primary.kill();
  // haproxy leads to the standby, which accepts connections but no writes.
  const standbyPort = standby.connection.port;
  const environment = {
    DATABASE_URL: toUrl(`127.0.0.1:${standbyPort}`),
    DATA_DIR: makeDataDir(),
  };
  const refused = spawnServer(environment);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(
    `Cannot use PostgreSQL at 127.0.0.1:${standbyPort} (DATABASE_URL): it is a standby, which accepts no writes.`,
  );
  expect(await fetchStatus(address, site.health.path)).toBe(503);
  standby.promote();
  await expectRecovery(simulation);

  await simulation.end();
  await simulation.settle(address);
  await expectNothingLost(simulation, standby);
});
