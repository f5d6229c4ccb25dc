import { apiErrors, type ErrorResponse } from '@lop-xanh/contract/errors';
import { site } from '@lop-xanh/contract/site';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from './database/database.ts';
import { connectToExternalPostgres } from './database/external-postgres.ts';
import { isDatabaseAway } from './database/postgres-errors.ts';
import { OperatorError } from './operator-error.ts';
import { openDiskStorage } from './storage/disk-storage.ts';
import { cleanUpNextWeek, findBrokenInvariants } from './testing/broken-invariants.ts';
import {
  expectUnavailable,
  fetchStatus,
  listen,
  makePostSender,
  photo,
} from './testing/faulty-server.ts';
import { addTwoSchools } from './testing/fixtures.ts';
import { type PostgresProxy, startPostgresProxy } from './testing/postgres-proxy.ts';
import { SchoolSimulation } from './testing/school-simulation.ts';
import {
  makeDataDir,
  openEmbeddedDatabase,
  readPostgresPid,
  startServerProcess,
} from './testing/server-process.ts';
import { listFileNames } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const { ours } = await addTwoSchools(database);
const post = makePostSender(ours.teacher);

function openThrough(proxy: PostgresProxy, settings?: Parameters<typeof openDatabase>[1]) {
  const connection = { ...database.connection, host: '127.0.0.1', port: proxy.port };
  const opened = openDatabase(connection, settings);
  onTestFinished(() => {
    proxy.kill();
    return opened.close();
  });
  return opened;
}

describe('the database', () => {
  test('can be restarted under load without false responses or lost data', {
    timeout: 120_000,
  }, async () => {
    const DATA_DIR = makeDataDir();
    const { address } = await startServerProcess({ DATA_DIR });
    const simulation = new SchoolSimulation(7);
    await simulation.begin(address);
    await simulation.waitForActions(20);
    // A fast shutdown, as in a restart, and a crash.
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const before = readPostgresPid(DATA_DIR) as number;
      process.kill(before, signal);
      await expect.poll(() => readPostgresPid(DATA_DIR) ?? before).not.toBe(before);
      await simulation.waitForActions(20);
    }
    await simulation.end();
    await simulation.settle(address);
    expect(simulation.unavailableCount).toBeGreaterThan(0);
    expect(simulation.invalidResponses).toEqual([]);
    expect(await fetchStatus(address, site.health.path)).toBe(200);
    const directDatabase = await openEmbeddedDatabase(DATA_DIR);
    const storage = openDiskStorage(DATA_DIR);
    await cleanUpNextWeek(directDatabase, storage);
    expect(await findBrokenInvariants(directDatabase, storage)).toEqual([]);
    expect(await simulation.findLostActions(directDatabase.db)).toEqual([]);
  });

  test('may commit after the connection broke, and a retry creates no second post', async () => {
    const proxy = await startPostgresProxy(database);
    const proxied = openThrough(proxy);
    const storage = openDiskStorage(makeDataDir());
    const address = await listen(proxied, storage);
    const releaseCommit = proxy.holdNextCommit();
    expectUnavailable(await post(address, [photo], 'cut'), apiErrors.unavailable.message);
    // By then, queries after the response have finished.
    const { pool } = proxied;
    await expect.poll(() => pool.totalCount - pool.idleCount + pool.waitingCount).toBe(0);
    releaseCommit();

    const { response, body } = await post(address, [photo], 'cut');
    expect(response.status).toBe(201);
    const url = body.attachments[0]?.url as string;
    expect(await fetchStatus(address, url)).toBe(200);
    // The files of the retry are deleted: the post has its own.
    await expect.poll(async () => (await listFileNames(storage)).length).toBe(2);
    const written = await database.db.values(
      z.number(),
      sql`select id from posts where title = 'Tin mới'`,
    );
    expect(written).toEqual([body.id]);
  });

  test('that goes silent is left by 20 writers, and nothing acknowledged is lost', async () => {
    const proxy = await startPostgresProxy(database);
    const proxied = openThrough(proxy, { silenceTimeoutMs: 2_000 });
    const address = await listen(proxied, openDiskStorage(makeDataDir()));
    await database.db.run(sql`create table written (id bigint primary key)`);
    const acknowledged: number[] = [];
    const failures: unknown[] = [];
    let lastId = 0;
    let isOver = false;
    const write = async () => {
      while (!isOver) {
        const id = ++lastId;
        const insert = sql`insert into written values (${id})`;
        await proxied.db
          .transaction((transaction) => transaction.run(insert))
          .then(
            () => acknowledged.push(id),
            (error: unknown) => failures.push(error),
          );
      }
    };
    onTestFinished(() => {
      isOver = true;
    });
    const writers = Array.from({ length: 20 }, write);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
    proxy.goSilent();
    const count = acknowledged.length;
    await expect.poll(() => failures.length).toBeGreaterThan(0);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(count + 100);
    // Some connections may still be silent for a moment.
    const fetchHealth = () => fetchStatus(address, site.health.path);
    await expect.poll(fetchHealth, { timeout: 30_000 }).toBe(200);
    isOver = true;
    await Promise.all(writers);
    expect(failures.filter((error) => !isDatabaseAway(error))).toEqual([]);
    const written = new Set(await database.db.values(z.number(), sql`select id from written`));
    expect(acknowledged.filter((id) => !written.has(id))).toEqual([]);
  });

  test('that becomes read-only is unavailable until it accepts writes again', async () => {
    const proxy = await startPostgresProxy(database);
    const proxied = openThrough(proxy, { idleTimeoutMillis: 0 });
    const { pool } = proxied;
    const address = await listen(proxied, openDiskStorage(makeDataDir()));
    expect(await fetchStatus(address, site.health.path)).toBe(200);
    const sessions = await Promise.all(Array.from({ length: 6 }, () => pool.connect()));
    proxy.isReadOnly = true;
    for (const session of sessions) await session.query('set default_transaction_read_only = on');
    for (const session of sessions) session.release();
    expectUnavailable(await post(address), apiErrors.unavailable.message);
    // The connections that were not used lead to the same server.
    await expect.poll(() => pool.totalCount).toBe(0);
    const health = await fetch(address + site.health.path);
    const body = (await health.json()) as ErrorResponse;
    expectUnavailable({ response: health, body }, apiErrors.unavailable.message);
    proxy.isReadOnly = false;
    expect(await fetchStatus(address, site.health.path)).toBe(200);
    expect((await post(address)).response.status).toBe(201);
  });

  test('has a health of 503 as soon as its sessions refuse writes', async () => {
    const proxied = openThrough(await startPostgresProxy(database), { max: 1 });
    const address = await listen(proxied, openDiskStorage(makeDataDir()));
    await proxied.pool.query('set default_transaction_read_only = on');
    expect(await fetchStatus(address, site.health.path)).toBe(503);
    expect(await fetchStatus(address, site.health.path)).toBe(200);
  });

  test('is found among several hosts, also after a failover', async () => {
    const [primary, standby] = [
      await startPostgresProxy(database),
      await startPostgresProxy(database),
    ];
    standby.isReadOnly = true;
    const { user, password, database: name } = database.connection;
    const hosts = [1, standby.port, primary.port].map((port) => `127.0.0.1:${port}`).join(',');
    const { connection } = await connectToExternalPostgres(
      `postgres://${user}:${String(password)}@${hosts}/${name}?target_session_attrs=read-write`,
    );
    const clustered = openDatabase(connection);
    onTestFinished(() => clustered.close());
    const address = await listen(clustered, openDiskStorage(makeDataDir()));
    expect((await post(address)).response.status).toBe(201);
    primary.kill();
    await expect.poll(() => fetchStatus(address, site.health.path)).toBe(503);
    standby.isReadOnly = false;
    await expect.poll(() => fetchStatus(address, site.health.path)).toBe(200);
    expect((await post(address)).response.status).toBe(201);
  });

  test('is unavailable while its host has no IP address', async () => {
    const lost = openDatabase({ ...database.connection, host: 'khong-co.invalid' });
    onTestFinished(() => lost.close());
    const address = await listen(lost, openDiskStorage(makeDataDir()));
    expectUnavailable(await post(address), apiErrors.unavailable.message);
  });

  test('that is too old is refused in one sentence', async () => {
    const proxy = await startPostgresProxy(database);
    const { user, password, database: name } = database.connection;
    const connect = () =>
      connectToExternalPostgres(
        `postgres://${user}:${String(password)}@127.0.0.1:${proxy.port}/${name}`,
      );
    proxy.version = '140000';
    await connect();
    proxy.version = '130022';
    await expect(connect()).rejects.toThrow(
      new OperatorError(
        'The PostgreSQL at DATABASE_URL is too old: version 14 or newer is required.',
      ),
    );
  });
});
