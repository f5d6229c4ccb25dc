import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { auth } from '@lop-xanh/contract/auth';
import { type ErrorAnswer, errorAnswer, refusals } from '@lop-xanh/contract/errors';
import { notifications } from '@lop-xanh/contract/notifications';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { site } from '@lop-xanh/contract/site';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from './app.ts';
import { type Database, openDatabase } from './database/database.ts';
import { AppError } from './http/app-error.ts';
import { openDiskStorage } from './storage/disk-storage.ts';
import { openS3Storage } from './storage/s3-storage.ts';
import type { Storage } from './storage/storage.ts';
import { findBrokenInvariants, sweepAll } from './testing/broken-invariants.ts';
import { mp4Head } from './testing/mp4-head.ts';
import { addTwoSchools, password } from './testing/people.ts';
import { startS3Server } from './testing/s3-server.ts';
import { SchoolLife } from './testing/school-life.ts';
import {
  makeDataDir,
  openBeside,
  postgresPid,
  serverCommand,
  startServerProcess,
} from './testing/server-process.ts';
import { namesIn, testConfig } from './testing/test-app.ts';
import { makeTestDatabase, urlOf } from './testing/test-database.ts';

const database = await makeTestDatabase();
const { ours } = await addTwoSchools(database);
/** The test's own PostgreSQL, which the server did not start: what limits the server does not limit it. */
const DATABASE_URL = urlOf(database.connection);

const photo = new File(
  [
    await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2f9e5f' } })
      .jpeg()
      .toBuffer(),
  ],
  'ảnh.jpg',
);
const film = (megabytes: number) =>
  new File([mp4Head, Buffer.alloc(megabytes * 1024 * 1024)], 'hát.mp4');

/** Posts as the teacher and answers what the server said. */
async function post(address: string, files: File[] = [], key?: string) {
  const form = new FormData();
  form.append('title', 'Tin mới');
  form.append('content', 'Nội dung');
  for (const file of files) form.append('attachments', file);
  const response = await fetch(address + posts.create.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ours.teacher.token}`,
      ...(key && { 'idempotency-key': key }),
    },
    body: form,
  });
  return { response, body: (await response.json()) as Post & ErrorAnswer };
}

/** "Not now, come back later", in the shape of every refusal. */
function expectTurnedAway({ response, body }: Awaited<ReturnType<typeof post>>, words: string) {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(errorAnswer.parse(body)).toMatchObject({ code: 'unavailable' });
  expect(body.message).toContain(words);
}

/** A server of the test's own process, on this database and storage. */
async function listen(on: Database, storage: Storage): Promise<string> {
  const app = await buildApp({ config: testConfig, database: on, storage });
  onTestFinished(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

const filesUnder = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

const statusOf = async (address: string, url: string) => (await fetch(address + url)).status;

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
    await sweepAll(beside, storage);
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
    expectTurnedAway(await post(address, [photo], 'cut'), refusals.unavailable.message);
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

describe('the storage', () => {
  test('is full, or away: uploads are turned away whole, the rest works, and photos work again after', async () => {
    const DATA_DIR = makeDataDir();
    // No file of the server's may grow beyond one or two megabytes, by how the shell counts.
    const limited = ['sh', '-c', 'ulimit -f 2048 && exec "$@"', 'sh', ...serverCommand];
    const { address } = await startServerProcess({ DATA_DIR, DATABASE_URL }, limited);
    const [uploads, incoming] = [join(DATA_DIR, 'uploads'), join(DATA_DIR, 'incoming')];
    const words = refusals.storage_away.message;

    expectTurnedAway(await post(address, [photo, film(8)]), words);
    await expect.poll(() => [...filesUnder(uploads), ...filesUnder(incoming)]).toEqual([]);
    const kept = await post(address, [photo]);
    expect(kept.response.status).toBe(201);

    // A folder that nobody can write into, not even root: it is none.
    rmSync(uploads, { recursive: true });
    writeFileSync(uploads, '');
    expectTurnedAway(await post(address, [photo]), words);
    expect(filesUnder(incoming)).toEqual([]);
    expect((await post(address)).response.status).toBe(201);
    expect(await statusOf(address, kept.body.attachments[0]?.url as string)).toBe(503);

    rmSync(uploads);
    expect((await post(address, [photo])).response.status).toBe(201);
    expect(filesUnder(uploads)).toHaveLength(2);
  });

  test('fails between the two sizes of a photo: neither stays', async () => {
    const disk = openDiskStorage(makeDataDir());
    let written = 0;
    const failing: Storage = {
      ...disk,
      async write(name, content) {
        if (++written === 2) throw new AppError('storage_away');
        await disk.write(name, content);
      },
    };
    const address = await listen(database, failing);
    expectTurnedAway(await post(address, [photo]), refusals.storage_away.message);
    expect(await namesIn(disk)).toEqual([]);
  });

  test('is a bucket that does not answer: the same, and photos are back when it is', async () => {
    const { config, objects, stop, startAgain } = await startS3Server(onTestFinished);
    const address = await listen(database, await openS3Storage(config, makeDataDir()));
    const { body } = await post(address, [photo]);
    const url = body.attachments[0]?.url as string;
    expect(await statusOf(address, url)).toBe(200);
    await stop();
    expectTurnedAway(await post(address, [photo]), refusals.storage_away.message);
    expect(await statusOf(address, url)).toBe(503);
    expect((await post(address)).response.status).toBe(201);
    await startAgain();
    expect(await statusOf(address, url)).toBe(200);
    expect((await post(address, [photo])).response.status).toBe(201);
    expect(objects.size).toBe(4);
  });
});

test('a server whose clock is an hour fast agrees with the database and another server', async () => {
  const DATA_DIR = makeDataDir();
  const wrongClock = ['--import', './server/src/testing/wrong-clock.ts'];
  const [node, ...args] = serverCommand as [string, ...string[]];
  // The clock is wrong before anything of the server's is loaded, but after what reads TypeScript.
  const command = [node, ...args.slice(0, -1), ...wrongClock, ...args.slice(-1)];
  const off = 3_600_000;
  const environment = { DATA_DIR, DATABASE_URL, CLOCK_OFF_MS: String(off) };
  const { address: wrong, output } = await startServerProcess(environment, command);
  const right = await listen(database, openDiskStorage(DATA_DIR));
  const json = { 'content-type': 'application/json' };
  const logIn = (address: string, given: string) =>
    fetch(address + auth.login.path, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ username: ours.mod.username, password: given }),
    });
  const as = (token: string) => ({ headers: { ...json, authorization: `Bearer ${token}` } });

  for (const [here, there] of [
    [right, wrong],
    [wrong, right],
  ] as const) {
    const { token } = (await (await logIn(here, password)).json()) as { token: string };
    expect((await fetch(there + auth.me.path, as(token))).status).toBe(200);
    const { rows } = await database.pool.query(
      `select expires_at between now() + interval '29 days 23 hours 59 minutes' and now() + interval '30 days'
         as "isRight" from sessions order by created_at desc limit 1`,
    );
    expect(rows).toEqual([{ isRight: true }]);

    const { body } = await post(here, [photo], here);
    expect((await post(there, [photo], here)).body.id).toBe(body.id);
    expect(await statusOf(there, body.attachments[0]?.url as string)).toBe(200);
  }

  // The clock is indeed wrong: the log says so.
  const logged = () => Number(/"time":(\d+)/.exec(output())?.[1]);
  await expect.poll(() => (logged() - Date.now()) / off).toBeCloseTo(1, 1);

  // Both like the same post: those of one five minutes by the database's clock are one group.
  for (const [address, { token }] of [
    [right, ours.student],
    [wrong, ours.mod],
  ] as const) {
    const url = address + posts.like.path.replace('{id}', String(ours.post));
    const liked = await fetch(url, { method: 'POST', body: '{"liked":true}', ...as(token) });
    expect(liked.status).toBe(200);
  }
  const news = await fetch(wrong + notifications.list.path, as(ours.teacher.token));
  const told = ((await news.json()) as { notifications: { type: string }[] }).notifications;
  const { rows: buckets } = await database.pool.query(
    `select bucket from notifications where type = 'like_agg' and created_at between now() - interval '1 minute' and now()
     group by bucket having count(*) > 0`,
  );
  expect(told.filter(({ type }) => type === 'like_agg')).toHaveLength(buckets.length);
  expect(buckets.length).toBeGreaterThan(0);

  // Ten wrong tries, wherever they are made, and the wait is told by the database's clock.
  for (let tries = 0; tries < 10; tries++) await logIn(tries % 2 ? right : wrong, 'sai');
  for (const address of [right, wrong]) {
    const refused = await logIn(address, password);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
  }
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
