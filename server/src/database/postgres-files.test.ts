import { cpSync, existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeDataDir } from '../testing/server-process.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import {
  makeDatabaseFolder,
  makeSocketFolder,
  reachableCopy,
  shippedBinaries,
} from './postgres-files.ts';
import { canReach, postgresUser, runAs } from './system-user.ts';

const user = postgresUser();

async function answerOf(dataDir: string): Promise<unknown> {
  const cluster = await startEmbeddedPostgres(dataDir);
  const client = new pg.Client(cluster.connection);
  await client.connect();
  const { rows } = await client.query('select 40 + 2 as answer');
  await client.end();
  await cluster.stop();
  return rows[0].answer;
}

test('as root PostgreSQL runs as another user, else as whoever runs us', () => {
  expect(user === undefined).toBe(process.getuid?.() !== 0);
});

describe('in a folder that only its owner may enter', () => {
  test('the database starts, keeps its data and is found again', async () => {
    const dataDir = makeDataDir({ isClosed: true });
    mkdirSync(dataDir);
    expect(await answerOf(dataDir)).toBe(42);
    const folder = makeDatabaseFolder(dataDir, user);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(existsSync(join(folder, 'cluster', 'PG_VERSION'))).toBe(true);
    expect(lstatSync(join(dataDir, 'database')).isSymbolicLink()).toBe(user !== undefined);
    expect(await answerOf(dataDir)).toBe(42);
  });

  test('PostgreSQL itself is run from a place that its user can reach', () => {
    const { folder, version } = shippedBinaries();
    const closed = join(dirname(makeDataDir({ isClosed: true })), 'native');
    cpSync(folder, closed, { recursive: true, verbatimSymlinks: true });
    const place = reachableCopy({ folder: closed, version: `${version}-test` }, user);
    if (place !== closed) onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    expect(canReach(user, join(place, 'bin', 'postgres'))).toBe(true);
    expect(place === closed).toBe(user === undefined);
    expect(runAs(user, join(place, 'bin', 'postgres'), ['--version'])).toContain('PostgreSQL');
  });
});

test('a data folder with a very long name still has room for its socket', async () => {
  const dataDir = join(makeDataDir(), 'rất-dài-'.repeat(12), 'data');
  mkdirSync(dataDir, { recursive: true });
  const socket = makeSocketFolder(makeDatabaseFolder(dataDir, user), user);
  onTestFinished(() => rmSync(socket, { recursive: true, force: true }));
  expect(await answerOf(dataDir)).toBe(42);
});
