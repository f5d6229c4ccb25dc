import { cpSync, existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeDataDir } from '../testing/server-process.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import {
  ensureDatabaseFolder,
  ensureReachableBinaries,
  ensureSocketFolder,
  findBundledBinaries,
} from './postgres-files.ts';
import { canReach, ensurePostgresUser, runAs } from './system-user.ts';

const user = ensurePostgresUser();

async function queryCluster(dataDir: string): Promise<unknown> {
  const cluster = await startEmbeddedPostgres(dataDir);
  const client = new pg.Client(cluster.connection);
  await client.connect();
  const { rows } = await client.query('select 40 + 2 as answer');
  await client.end();
  await cluster.stop();
  return rows[0].answer;
}

test('PostgreSQL runs as a separate user if we are root, and as the current user otherwise', () => {
  expect(user === undefined).toBe(process.getuid?.() !== 0);
});

describe('in a folder that only its owner can access', () => {
  test('the database starts, keeps its data and starts again', async () => {
    const dataDir = makeDataDir({ isPrivate: true });
    mkdirSync(dataDir);
    expect(await queryCluster(dataDir)).toBe(42);
    const folder = ensureDatabaseFolder(dataDir, user);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(existsSync(join(folder, 'cluster', 'PG_VERSION'))).toBe(true);
    expect(lstatSync(join(dataDir, 'database')).isSymbolicLink()).toBe(user !== undefined);
    expect(await queryCluster(dataDir)).toBe(42);
  });

  test('PostgreSQL is run from a folder that its user can access', () => {
    const { folder, version } = findBundledBinaries();
    const privateFolder = join(dirname(makeDataDir({ isPrivate: true })), 'native');
    cpSync(folder, privateFolder, { recursive: true, verbatimSymlinks: true });
    const binaries = ensureReachableBinaries(
      { folder: privateFolder, version: `${version}-test` },
      user,
    );
    if (binaries !== privateFolder)
      onTestFinished(() => rmSync(binaries, { recursive: true, force: true }));
    expect(canReach(user, join(binaries, 'bin', 'postgres'))).toBe(true);
    expect(binaries === privateFolder).toBe(user === undefined);
    expect(runAs(user, join(binaries, 'bin', 'postgres'), ['--version'])).toContain('PostgreSQL');
  });
});

test('a data folder with a very long path still gets a socket', async () => {
  const dataDir = join(makeDataDir(), 'rất-dài-'.repeat(12), 'data');
  mkdirSync(dataDir, { recursive: true });
  const socket = ensureSocketFolder(ensureDatabaseFolder(dataDir, user), user);
  onTestFinished(() => rmSync(socket, { recursive: true, force: true }));
  expect(await queryCluster(dataDir)).toBe(42);
});
