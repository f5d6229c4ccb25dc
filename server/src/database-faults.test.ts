import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { apiErrors } from '@lop-xanh/contract/errors';
import { site } from '@lop-xanh/contract/site';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from './database/database.ts';
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
    const proxy = await startProxy(join(String(database.connection.host), '.s.PGSQL.5432'));
    const { connection } = database;
    const proxied = openDatabase({ ...connection, host: '127.0.0.1', port: proxy.port });
    onTestFinished(() => proxied.close());
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
});

/** A proxy to PostgreSQL that can disconnect the server at the moment of a commit. */
async function startProxy(socket: string) {
  let hold: ((commit: () => void) => void) | undefined;
  const proxy = createServer((client) => {
    const postgres = connect(socket);
    client.on('error', () => postgres.end()).on('close', () => !held && postgres.end());
    postgres.on('error', () => client.destroy()).on('close', () => client.destroy());
    let held = false;
    client.on('data', (chunk) => {
      if (!hold || !chunk.includes('commit\0')) return void postgres.write(chunk);
      held = true;
      hold(() => postgres.end(chunk));
      hold = undefined;
      client.destroy();
    });
    postgres.on('data', (chunk) => !held && client.write(chunk));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  return {
    port: (proxy.address() as AddressInfo).port,
    /** Returns a function that releases the held commit. */
    holdNextCommit: () => {
      let commit = () => undefined as void;
      hold = (release) => {
        commit = release;
      };
      return () => commit();
    },
  };
}
