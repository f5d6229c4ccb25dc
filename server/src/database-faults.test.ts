import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { apiErrors } from '@lop-xanh/contract/errors';
import { site } from '@lop-xanh/contract/site';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database/database.ts';
import { openDiskStorage } from './storage/disk-storage.ts';
import { cleanUpNextWeek, findBrokenInvariants } from './testing/broken-invariants.ts';
import { expectTurnedAway, listen, photo, postsOf, statusOf } from './testing/faulty-server.ts';
import { addTwoSchools } from './testing/people.ts';
import { SchoolLife } from './testing/school-life.ts';
import {
  makeDataDir,
  openBeside,
  postgresPid,
  startServerProcess,
} from './testing/server-process.ts';
import { namesIn } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const { ours } = await addTwoSchools(database);
const post = postsOf(ours.teacher);

describe('the database', () => {
  test('ends under load and is started again: nobody is told what is not so, and nothing is lost', {
    timeout: 120_000,
  }, async () => {
    const DATA_DIR = makeDataDir();
    const { address } = await startServerProcess({ DATA_DIR });
    const life = new SchoolLife(7);
    await life.begin(address);
    await life.passed(20);
    // A fast shutdown, as of somebody who restarts it, and a crash.
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const before = postgresPid(DATA_DIR) as number;
      process.kill(before, signal);
      await expect.poll(() => postgresPid(DATA_DIR) ?? before).not.toBe(before);
      await life.passed(20);
    }
    await life.end();
    await life.settle(address);
    expect(life.turnedAway).toBeGreaterThan(0);
    expect(life.untrue).toEqual([]);
    expect(await statusOf(address, site.health.path)).toBe(200);
    const beside = await openBeside(DATA_DIR);
    const storage = openDiskStorage(DATA_DIR);
    await cleanUpNextWeek(beside, storage);
    expect(await findBrokenInvariants(beside, storage)).toEqual([]);
    expect(await life.findLost(beside.db)).toEqual([]);
  });

  test('commits after the connection broke: the act is told as unknown, is there once, with its photo', async () => {
    const proxy = await startProxy(join(String(database.connection.host), '.s.PGSQL.5432'));
    const { connection } = database;
    const behind = openDatabase({ ...connection, host: '127.0.0.1', port: proxy.port });
    onTestFinished(() => behind.close());
    const storage = openDiskStorage(makeDataDir());
    const address = await listen(behind, storage);
    const letCommitThrough = proxy.holdNextCommit();
    expectTurnedAway(await post(address, [photo], 'cut'), apiErrors.unavailable.message);
    // Whatever the server asks the database after its answer is answered by then.
    const { pool } = behind;
    await expect.poll(() => pool.totalCount - pool.idleCount + pool.waitingCount).toBe(0);
    letCommitThrough();

    const { response, body } = await post(address, [photo], 'cut');
    expect(response.status).toBe(201);
    const url = body.attachments[0]?.url as string;
    expect(await statusOf(address, url)).toBe(200);
    // Those of the second try go: the post has its own.
    await expect.poll(async () => (await namesIn(storage)).length).toBe(2);
    const written = await database.db
      .selectFrom('posts')
      .select('id')
      .where('title', '=', 'Tin mới')
      .execute();
    expect(written).toEqual([{ id: body.id }]);
  });
});

/** Stands between a server and PostgreSQL, and may cut the server off at the moment of a commit. */
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
    /** Answers what lets the next commit through, late. */
    holdNextCommit: () => {
      let commit = () => undefined as void;
      hold = (late) => {
        commit = late;
      };
      return () => commit();
    },
  };
}
