import { once } from 'node:events';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorResponse } from '@lop-xanh/contract/errors';
import { posts } from '@lop-xanh/contract/posts';
import { scan } from '@lop-xanh/contract/scan';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../app.ts';
import { insertRows } from '../database/insert-rows.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { newFileName } from '../storage/storage.ts';
import { expectNamedError } from '../testing/error-texts.ts';
import { addPost, addTwoSchools } from '../testing/fixtures.ts';
import { makeFolder, makeTestApp, request, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { defaultTimeLimits, type TimeLimits } from './time-limits.ts';

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

async function startApp(limits: Partial<TimeLimits>) {
  const app = await buildApp({
    config: testConfig,
    database,
    storage: openDiskStorage(folder),
    timeLimits: { ...defaultTimeLimits, ...limits },
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

/** Starts two slow requests of one user, which take both places that the user has for large bodies. */
async function takeBothPlaces(app: App, body: SlowBody) {
  const received: IncomingMessage[] = [];
  app.server.on('request', (message: IncomingMessage) => received.push(message));
  const sent = [1, 2].map(() => sendSlowly(app, body));
  const isRead = ({ readableFlowing }: IncomingMessage) => readableFlowing === true;
  await expect.poll(() => received.filter(isRead).length).toBe(2);
  return sent;
}

const countConnections = (app: App) =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));

interface SlowBody {
  path: string;
  contentType?: string;
  head: string;
  tail?: string;
  /** Of the part between them. */
  bytes?: number;
  bytesPerSecond: number;
}

/** Sends a body at a steady pace, from a connection of its own, and resolves to the response. */
async function sendSlowly(app: App, body: SlowBody): Promise<{ status: number; text: string }> {
  const { path, contentType = 'application/json', bytesPerSecond } = body;
  const { head, tail = '', bytes = 1_000_000 } = body;
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const closed = once(socket, 'close');
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Authorization: Bearer ${ours.teacher.token}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${head.length + bytes + tail.length}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${head}`);
  const startedAt = performance.now();
  for (let sent = 0; sent < bytes && !socket.destroyed; ) {
    await pause(20);
    const due = Math.ceil(((performance.now() - startedAt) / 1_000) * bytesPerSecond);
    const next = Math.min(due, bytes) - sent;
    socket.write('x'.repeat(next));
    sent += next;
  }
  socket.write(tail);
  await closed;
  const status = Number(received.match(/(?<=^HTTP\/1\.1 )\d+/)?.[0]);
  return { status, text: received.split('\r\n\r\n')[1] ?? '' };
}

const photo = { path: scan.analyze.path, head: '{"image":"', tail: '"}' };
const boundary = 'ranh-gioi';
const form = {
  path: posts.create.path,
  contentType: `multipart/form-data; boundary=${boundary}`,
  head: [
    `--${boundary}`,
    'Content-Disposition: form-data; name="attachments"; filename="a.jpg"',
    'Content-Type: image/jpeg',
    '',
    '',
  ].join('\r\n'),
};

test.each([
  ['a large JSON body', photo],
  ['a form', form],
])('a sender of %s that trickles gets 408 and is disconnected', async (_, body) => {
  const app = await startApp({ handlerMs: 60_000, senderMs: 500 });
  const { status, text } = await sendSlowly(app, { ...body, bytesPerSecond: 100 });
  expect(status).toBe(408);
  expect(expectNamedError(JSON.parse(text))).toMatchObject({ reason: 'too_slow' });
  await expect.poll(() => countConnections(app)).toBe(0);
});

test('trickling senders make room for others', async () => {
  const app = await startApp({ handlerMs: 60_000, senderMs: 500 });
  const slow = await takeBothPlaces(app, { ...photo, bytesPerSecond: 100 });
  const next = await sendSlowly(app, { ...photo, bytes: 1_000, bytesPerSecond: 1_000_000 });
  expect(next.status).toBe(400);
  for (const { status } of await Promise.all(slow)) expect(status).toBe(408);
});

test('a sender on a poor line is heard out, however long it takes', async () => {
  const limits = { handlerMs: 1_000, senderMs: 1_000 };
  const app = await startApp(limits);
  const startedAt = performance.now();
  const { status } = await sendSlowly(app, { ...photo, bytes: 20_000, bytesPerSecond: 8_000 });
  // It is no photo.
  expect(status).toBe(400);
  // Longer than either limit, or the test would prove nothing.
  expect(performance.now() - startedAt).toBeGreaterThan(2 * limits.handlerMs);
});

test('a sender who has to wait for a turn is not taken for a slow one', async () => {
  const app = await startApp({ handlerMs: 60_000, senderMs: 500 });
  const sent = await takeBothPlaces(app, { ...photo, bytes: 16_000, bytesPerSecond: 8_000 });
  // More than is received ahead of its turn.
  sent.push(sendSlowly(app, { ...photo, bytes: 400_000, bytesPerSecond: 10_000_000 }));
  for (const { status } of await Promise.all(sent)) expect(status).toBe(400);
});

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
  const app = await startApp({ handlerMs: 120_000, stallMs: 200 });
  const socket = requestVideo(app);
  await expect.poll(() => countConnections(app)).toBe(1);
  await expect.poll(() => countConnections(app)).toBe(0);
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
  expect(performance.now() - stoppedAt).toBeLessThan(30_000);
});
