import { setTimeout as pause } from 'node:timers/promises';
import { auth } from '@lop-xanh/contract/auth';
import { notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../database/database.ts';
import { hashToken, openSession } from '../../http/authentication.ts';
import { EventStream } from '../../http/event-stream.ts';
import { addressOf, openStream } from '../../testing/notifications.ts';
import { addPost, addTwoSchools, sessionIdOf, type TestUser } from '../../testing/people.ts';
import { makeDataDir, startServerProcess } from '../../testing/server-process.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase, urlOf } from '../../testing/test-database.ts';
import { UnreadHub } from './unread-hub.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
await app.listen({ port: 0, host: '127.0.0.1' });
const address = addressOf(app);
const { ours, theirs } = await addTwoSchools(database);
const post = await addPost(db, {
  schoolId: ours.schoolId,
  author: ours.teacher,
  status: 'approved',
});

const say = (person: TestUser = ours.student) =>
  request(app, posts.comment, {
    token: person.token,
    params: { id: post },
    body: { text: 'Hay quá' },
  });
const clear = ({ token }: TestUser) => request(app, notifications.readAll, { token });
const listens = `application_name like 'lop-xanh listens to notifications%'
  and datname = current_database()`;

describe('a stream', () => {
  test('tells what stands, then every change, to those whom it concerns alone', async () => {
    await clear(ours.teacher);
    await say();
    const teacher = await openStream(address, ours.teacher.token);
    const stranger = await openStream(address, theirs.teacher.token);
    await expect.poll(() => teacher.heard.at(0)).toBe(1);
    await say();
    await expect.poll(() => teacher.heard.at(-1)).toBe(2);
    const like = (liked: boolean) =>
      request(app, posts.like, {
        token: ours.student.token,
        params: { id: post },
        body: { liked },
      });
    await like(true);
    await expect.poll(() => teacher.heard.at(-1)).toBe(3);
    await like(false);
    await expect.poll(() => teacher.heard.at(-1)).toBe(2);
    await clear(ours.teacher);
    await expect.poll(() => teacher.heard.at(-1)).toBe(0);
    expect(stranger.heard).toEqual([0]);
  });

  test('goes to every device of a person, and is not collected on the way', async () => {
    await clear(ours.teacher);
    const streams = await Promise.all(
      Array.from({ length: 3 }, async () =>
        openStream(address, await openSession(db, ours.teacher.id)),
      ),
    );
    await say();
    for (const { heard } of streams) await expect.poll(() => heard.at(-1)).toBe(1);
    const response = await fetch(address + notifications.stream.path, {
      headers: { authorization: `Bearer ${ours.teacher.token}`, 'accept-encoding': 'br, gzip' },
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-security-policy')).toBeTruthy();
    await response.body?.cancel();
  });

  test('beyond the tenth of a user, the oldest ends and nobody else’s', async () => {
    const stranger = await openStream(address, theirs.mod.token);
    const streams = [];
    for (let opened = 0; opened < 12; opened++) {
      const stream = await openStream(address, await openSession(db, ours.mod.id));
      streams.push(stream);
      await expect.poll(() => stream.heard.length).toBe(1);
    }
    await Promise.all(streams.slice(0, 2).map(({ ended }) => ended));
    await request(app, posts.create, {
      token: ours.teacher.token,
      body: { title: 'Tin', content: 'Nội dung' },
    });
    for (const { heard } of streams.slice(2)) await expect.poll(() => heard.length).toBe(2);
    expect(streams.slice(0, 2).map(({ heard }) => heard.length)).toEqual([1, 1]);
    expect(stranger.heard).toHaveLength(1);
  });

  test('ends with its session, and the others go on', async () => {
    const token = await openSession(db, ours.teacher.id);
    const leaving = await openStream(address, token);
    const staying = await openStream(address, ours.teacher.token);
    await expect.poll(() => leaving.heard.length).toBe(1);
    await request(app, auth.logout, { token });
    const heardBefore = staying.heard.length;
    await say();
    await leaving.ended;
    expect(leaving.heard).toHaveLength(1);
    await expect.poll(() => staying.heard.length).toBeGreaterThan(heardBefore);
  });

  test('whose session has expired is let go with the next beat, also without news', async () => {
    const hub = new UnreadHub(database, app.log);
    const own = fastify();
    const [gone, stays] = [await openSession(db, ours.mod.id), await openSession(db, ours.mod.id)];
    own.get('/*', async ({ headers }, reply) => {
      await hub.listen();
      const token = String(headers.authorization).replace('Bearer ', '');
      const sessionId = await sessionIdOf(db, token);
      hub.add({ userId: ours.mod.id, sessionId, stream: new EventStream(reply) });
      return reply;
    });
    await own.listen({ port: 0, host: '127.0.0.1' });
    const ending = await openStream(addressOf(own), gone);
    const staying = await openStream(addressOf(own), stays);
    await expect.poll(() => ending.heard.length).toBe(1);
    await db
      .updateTable('sessions')
      .set({ expires_at: sql`now()` })
      .where('token_hash', '=', hashToken(gone))
      .execute();
    await hub.beat();
    await ending.ended;
    const { length } = staying.heard;
    await request(app, notifications.readAll, { token: ours.mod.token });
    await request(app, posts.create, {
      token: ours.teacher.token,
      body: { title: 'Tin', content: 'Nội dung' },
    });
    await expect.poll(() => staying.heard.length).toBeGreaterThan(length);
    await hub.close();
    await own.close();
  });

  test('goes on after PostgreSQL broke the connection that listens, with what came meanwhile', async () => {
    await clear(ours.teacher);
    const { heard } = await openStream(address, ours.teacher.token);
    await expect.poll(() => heard.at(-1)).toBe(0);
    const { rows } = await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where ${listens}`,
    );
    expect(rows).toHaveLength(1);
    await say();
    await expect.poll(() => heard.at(-1)).toBe(1);
    await say();
    await expect.poll(() => heard.at(-1)).toBe(2);
  });

  test('a server without readers has no connection that listens, and with many has one', async () => {
    const other = openDatabase(database.connection);
    const quiet = await makeTestApp(other, {}, onTestFinished);
    await quiet.listen({ port: 0, host: '127.0.0.1' });
    const count = async () =>
      (await database.pool.query(`select pid from pg_stat_activity where ${listens}`)).rows.length;
    const before = await count();
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => openStream(addressOf(quiet), ours.mod.token)),
    );
    expect(await count()).toBe(before + 1);
    await quiet.close();
    await Promise.all(streams.map(({ ended }) => ended));
    await expect.poll(count).toBe(before);
    await other.close();
  });
});

test('of two server processes each tells what happened at the other, and stops when asked, though somebody still listens', async () => {
  const DATABASE_URL = urlOf(database.connection);
  const start = () => startServerProcess({ DATABASE_URL, DATA_DIR: makeDataDir() });
  const [one, other] = await Promise.all([start(), start()]);
  await clear(ours.teacher);
  const streams = await Promise.all(
    [one, other].map((server) => openStream(server.address, ours.teacher.token)),
  );
  const response = await fetch(one.address + posts.comment.path.replace('{id}', String(post)), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ours.student.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ text: 'Hay quá' }),
  });
  expect(response.status).toBe(201);
  for (const { heard } of streams) await expect.poll(() => heard.at(-1)).toBe(1);

  const leaving = await openSession(db, ours.teacher.id);
  const { heard, ended } = await openStream(other.address, leaving);
  await expect.poll(() => heard.length).toBe(1);
  await fetch(one.address + auth.logout.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${leaving}` },
  });
  // Long before the next beat.
  expect(await Promise.race([ended, pause(10_000, 'still open')])).toBeUndefined();

  other.process.kill('SIGTERM');
  await streams[1]?.ended;
  expect(await other.ended).toBe(0);
  onTestFinished(() => streams[0]?.close());
});
