import { setTimeout as pause } from 'node:timers/promises';
import { auth } from '@lop-xanh/contract/auth';
import { notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import fastify from 'fastify';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../database/database.ts';
import { EventStream } from '../../http/event-stream.ts';
import { addPost, addTwoSchools, findSessionId, type TestUser } from '../../testing/fixtures.ts';
import { getAddress, openStream } from '../../testing/notifications.ts';
import { makeDataDir, startServerProcess } from '../../testing/server-process.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase, toDatabaseUrl } from '../../testing/test-database.ts';
import { openSession } from '../auth/sessions.service.ts';
import { UnreadHub } from './unread-hub.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
await app.listen({ port: 0, host: '127.0.0.1' });
const address = getAddress(app);
const { ours, theirs } = await addTwoSchools(database);
const addApproved = () =>
  addPost(db, {
    schoolId: ours.schoolId,
    author: ours.teacher,
    status: 'approved',
  });

const post = await addApproved();

/** Comments on a post of its own, so that the notification is not grouped with others. */
const comment = async (user: TestUser = ours.student) =>
  request(app, posts.comment, {
    token: user.token,
    params: { id: await addApproved() },
    body: { text: 'Hay quá' },
  });
const markAllRead = ({ token }: TestUser) => request(app, notifications.readAll, { token });
const isListening = sql`application_name like 'lop-xanh listens to notifications%'
  and datname = current_database()`;

describe('a stream', () => {
  test('sends the current count, then every change, only to the users concerned', async () => {
    await markAllRead(ours.teacher);
    await comment();
    const teacher = await openStream(address, ours.teacher.token);
    const stranger = await openStream(address, theirs.teacher.token);
    await expect.poll(() => teacher.unreadCounts.at(0)).toBe(1);
    await comment();
    await expect.poll(() => teacher.unreadCounts.at(-1)).toBe(2);
    const like = (liked: boolean) =>
      request(app, posts.like, {
        token: ours.student.token,
        params: { id: post },
        body: { liked },
      });
    await like(true);
    await expect.poll(() => teacher.unreadCounts.at(-1)).toBe(3);
    await like(false);
    await expect.poll(() => teacher.unreadCounts.at(-1)).toBe(2);
    await markAllRead(ours.teacher);
    await expect.poll(() => teacher.unreadCounts.at(-1)).toBe(0);
    expect(stranger.unreadCounts).toEqual([0]);
  });

  test('reaches every device of a user and is not buffered on the way', async () => {
    await markAllRead(ours.teacher);
    const streams = await Promise.all(
      Array.from({ length: 3 }, async () =>
        openStream(address, await openSession(db, ours.teacher.id)),
      ),
    );
    await comment();
    for (const { unreadCounts } of streams) await expect.poll(() => unreadCounts.at(-1)).toBe(1);
    const response = await fetch(address + notifications.stream.path, {
      headers: { authorization: `Bearer ${ours.teacher.token}`, 'accept-encoding': 'br, gzip' },
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-security-policy')).toBeTruthy();
    await response.body?.cancel();
  });

  test('beyond a user’s tenth ends that user’s oldest one only', async () => {
    const stranger = await openStream(address, theirs.mod.token);
    const streams = [];
    for (let opened = 0; opened < 12; opened++) {
      const stream = await openStream(address, await openSession(db, ours.mod.id));
      streams.push(stream);
      await expect.poll(() => stream.unreadCounts.length).toBe(1);
    }
    await Promise.all(streams.slice(0, 2).map(({ ended }) => ended));
    await request(app, posts.create, {
      token: ours.teacher.token,
      body: { title: 'Tin', content: 'Nội dung' },
    });
    for (const { unreadCounts } of streams.slice(2))
      await expect.poll(() => unreadCounts.length).toBe(2);
    expect(streams.slice(0, 2).map(({ unreadCounts }) => unreadCounts.length)).toEqual([1, 1]);
    expect(stranger.unreadCounts).toHaveLength(1);
  });

  test('ends with its session, while others continue', async () => {
    const token = await openSession(db, ours.teacher.id);
    const leaving = await openStream(address, token);
    const staying = await openStream(address, ours.teacher.token);
    await expect.poll(() => leaving.unreadCounts.length).toBe(1);
    await request(app, auth.logout, { token });
    const countBefore = staying.unreadCounts.length;
    await comment();
    await leaving.ended;
    expect(leaving.unreadCounts).toHaveLength(1);
    await expect.poll(() => staying.unreadCounts.length).toBeGreaterThan(countBefore);
  });

  test('ends with the next heartbeat after its session expired, even without notifications', async () => {
    const hub = new UnreadHub(database, app.log);
    const ownApp = fastify();
    const expiringToken = await openSession(db, ours.mod.id);
    const stayingToken = await openSession(db, ours.mod.id);
    ownApp.get('/*', async ({ headers }, reply) => {
      await hub.listen();
      const token = String(headers.authorization).replace('Bearer ', '');
      const sessionId = await findSessionId(db, token);
      hub.add({ userId: ours.mod.id, sessionId, stream: new EventStream(reply) });
      return reply;
    });
    await ownApp.listen({ port: 0, host: '127.0.0.1' });
    const ending = await openStream(getAddress(ownApp), expiringToken);
    const staying = await openStream(getAddress(ownApp), stayingToken);
    await expect.poll(() => ending.unreadCounts.length).toBe(1);
    await db.run(sql`
      update sessions set expires_at = now()
      where id = ${await findSessionId(db, expiringToken)}`);
    await hub.beat();
    await ending.ended;
    const { length } = staying.unreadCounts;
    await request(app, notifications.readAll, { token: ours.mod.token });
    await request(app, posts.create, {
      token: ours.teacher.token,
      body: { title: 'Tin', content: 'Nội dung' },
    });
    await expect.poll(() => staying.unreadCounts.length).toBeGreaterThan(length);
    await hub.close();
    await ownApp.close();
  });

  test('misses nothing when PostgreSQL closes the listening connection', async () => {
    await markAllRead(ours.teacher);
    const { unreadCounts } = await openStream(address, ours.teacher.token);
    await expect.poll(() => unreadCounts.at(-1)).toBe(0);
    const terminated = sql`
      select pg_terminate_backend(pid) from pg_stat_activity where ${isListening}`;
    expect(await db.values(z.boolean(), terminated)).toEqual([true]);
    await comment();
    await expect.poll(() => unreadCounts.at(-1)).toBe(1);
    await comment();
    await expect.poll(() => unreadCounts.at(-1)).toBe(2);
  });

  test('needs one listening connection per server, and none on a server without streams', async () => {
    const otherDatabase = openDatabase(database.connection);
    const otherApp = await makeTestApp(otherDatabase, {}, onTestFinished);
    await otherApp.listen({ port: 0, host: '127.0.0.1' });
    const count = () =>
      db.value(z.number(), sql`select count(*) from pg_stat_activity where ${isListening}`);
    const before = await count();
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => openStream(getAddress(otherApp), ours.mod.token)),
    );
    expect(await count()).toBe(before + 1);
    await otherApp.close();
    await Promise.all(streams.map(({ ended }) => ended));
    await expect.poll(count).toBe(before);
    await otherDatabase.close();
  });
});

test('server processes see each other’s changes, and stop on SIGTERM despite open streams', async () => {
  const DATABASE_URL = toDatabaseUrl(database.connection);
  const start = () => startServerProcess({ DATABASE_URL, DATA_DIR: makeDataDir() });
  const [first, second] = await Promise.all([start(), start()]);
  await markAllRead(ours.teacher);
  const streams = await Promise.all(
    [first, second].map((server) => openStream(server.address, ours.teacher.token)),
  );
  const response = await fetch(first.address + posts.comment.path.replace('{id}', String(post)), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ours.student.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ text: 'Hay quá' }),
  });
  expect(response.status).toBe(201);
  for (const { unreadCounts } of streams) await expect.poll(() => unreadCounts.at(-1)).toBe(1);

  const leaving = await openSession(db, ours.teacher.id);
  const { unreadCounts, ended } = await openStream(second.address, leaving);
  await expect.poll(() => unreadCounts.length).toBe(1);
  await fetch(first.address + auth.logout.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${leaving}` },
  });
  // Long before the next heartbeat.
  expect(await Promise.race([ended, pause(10_000, 'still open')])).toBeUndefined();

  second.process.kill('SIGTERM');
  await streams[1]?.ended;
  expect(await second.ended).toBe(0);
  onTestFinished(() => streams[0]?.close());
});
