import { once } from 'node:events';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorResponse } from '@lop-xanh/contract/errors';
import { posts } from '@lop-xanh/contract/posts';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../app.ts';
import { insertRows } from '../database/insert-rows.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { newFileName } from '../storage/storage.ts';
import { addPost, addTwoSchools } from '../testing/fixtures.ts';
import { makeFolder, makeTestApp, request, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';

const megabyte = 1024 * 1024;
/** More than the system buffers for a client that does not read. */
const videoBytes = 96 * megabyte;

const database = await makeTestDatabase();
const { ours } = await addTwoSchools(database);
const folder = makeFolder();
const file = newFileName('mp4');
const path = join(folder, 'uploads', file);
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, '');
truncateSync(path, videoBytes);
const post_id = await addPost(database.db, {
  schoolId: ours.schoolId,
  author: ours.teacher,
  status: 'approved',
});
await database.db.run(
  insertRows('attachments', [
    {
      school_id: ours.schoolId,
      post_id,
      position: 0,
      file,
      mime: 'video/mp4',
      filename: 'a.mp4',
      bytes: videoBytes,
    },
  ]),
);

const { body } = await request(await makeTestApp(database), posts.read, {
  token: ours.student.token,
  params: { id: post_id },
});
const { url } = body.attachments[0];

async function startApp(timeLimits: { handlerMs: number; stallMs: number }) {
  const app = await buildApp({
    config: testConfig,
    database,
    storage: openDiskStorage(folder),
    timeLimits,
  });
  onTestFinished(() => app.close());
  app.get('/never', () => new Promise(() => {}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}
type App = Awaited<ReturnType<typeof startApp>>;

/** Requests the video without reading any of it yet. */
function requestVideo(app: App): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.pause();
  const head = [`GET ${url} HTTP/1.1`, 'Host: x', 'Connection: close', '', ''];
  socket.write(head.join('\r\n'));
  return socket;
}

const countConnections = (app: App) =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));

test('a slow client gets the whole file, however long it takes', async () => {
  const limits = { handlerMs: 1_000, stallMs: 1_000 };
  const app = await startApp(limits);
  const socket = requestVideo(app);
  const startedAt = performance.now();
  let received = 0;
  for await (const part of socket) {
    received += part.length;
    // About 40 megabytes per second.
    await pause((part.length / megabyte) * 25);
  }
  expect(received).toBeGreaterThan(videoBytes);
  // Longer than either limit, or the test would prove nothing.
  expect(performance.now() - startedAt).toBeGreaterThan(limits.handlerMs);
});

test('a client that stops reading is disconnected', async () => {
  const app = await startApp({ handlerMs: 5_000, stallMs: 200 });
  const socket = requestVideo(app);
  await expect.poll(() => countConnections(app)).toBe(1);
  await expect.poll(() => countConnections(app), { timeout: 5_000 }).toBe(0);
  let received = 0;
  socket.on('data', (part) => {
    received += part.length;
  });
  socket.on('error', () => undefined);
  await once(socket.resume(), 'close');
  expect(received).toBeLessThan(videoBytes);
});

test('a handler that takes too long is 503', async () => {
  const app = await startApp({ handlerMs: 100, stallMs: 5_000 });
  const response = await app.inject({ url: '/never' });
  expect(response.statusCode).toBe(503);
  expect(errorResponse.parse(response.json()).code).toBe('unavailable');
});

test('a stopping server waits for a download no longer than for a handler', async () => {
  const app = await startApp({ handlerMs: 200, stallMs: 60_000 });
  requestVideo(app);
  await expect.poll(() => countConnections(app)).toBe(1);
  const stoppedAt = performance.now();
  await app.close();
  expect(performance.now() - stoppedAt).toBeLessThan(5_000);
});
