import { auth } from '@lop-xanh/contract/auth';
import type { Endpoint, ResponseOf } from '@lop-xanh/contract/endpoint';
import { notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { migrationNames } from './database/migrator.ts';
import { demoPassword } from './demo/demo-accounts.ts';
import { openStream } from './testing/notifications.ts';
import { startServerProcess } from './testing/server-process.ts';
import { makeFolder } from './testing/test-app.ts';
import { makeEmptyDatabase } from './testing/test-database.ts';

/** Three processes that start at the same moment, with one empty database and one folder for uploads. */
const { connection, url } = await makeEmptyDatabase();
const environment = { DATABASE_URL: url, DATA_DIR: makeFolder(), DEMO: '1' };
const [first, second, third] = (await Promise.all(
  [1, 2, 3].map(() => startServerProcess(environment, undefined, afterAll)),
)) as [Server, Server, Server];
type Server = Awaited<ReturnType<typeof startServerProcess>>;

interface Asking {
  token?: string;
  id?: number;
  key?: string;
  body?: unknown;
}

async function ask<E extends Endpoint>({ address }: Server, { method, path }: E, what: Asking) {
  const { token, id, key, body } = what;
  const isForm = body instanceof FormData;
  const answer = await fetch(address + path.replace('{id}', String(id)), {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as ResponseOf<E> };
}

async function logIn(server: Server, username: string, password = demoPassword) {
  return ask(server, auth.login, { body: { username, password } });
}
const tokenOf = async (server: Server, username: string) =>
  (await logIn(server, username)).body.token;

/** A post that the demo's student may read. */
async function somePost(token: string): Promise<number> {
  const { body } = await ask(first, posts.list, { token });
  return body.posts[0]?.id as number;
}

test('servers that start at once migrate once and fill in one demo', async () => {
  const client = new pg.Client(connection);
  await client.connect();
  const names = await client.query<{ name: string }>('select name from migrations order by name');
  const schools = await client.query('select school_name from schools order by id');
  await client.end();
  expect(names.rows.map(({ name }) => name)).toEqual(migrationNames());
  expect(schools.rows).toHaveLength(2);
});

test('a session counts at every server, and ends at all of them at once', async () => {
  const token = await tokenOf(first, 'student');
  const statuses = () =>
    Promise.all(
      [first, second, third].map(async (server) => (await ask(server, auth.me, { token })).status),
    );
  expect(await statuses()).toEqual([200, 200, 200]);
  await ask(second, auth.logout, { token });
  expect(await statuses()).toEqual([401, 401, 401]);
});

test('news of an act at one server reach the streams of the others', async () => {
  const teacher = await tokenOf(first, 'teacher');
  await ask(first, notifications.readAll, { token: teacher });
  const streams = await Promise.all(
    [first, second, third].map(({ address }) => openStream(address, teacher)),
  );
  for (const { heard } of streams) await expect.poll(() => heard.at(-1)).toBe(0);
  const student = await tokenOf(third, 'student');
  const id = await somePost(student);
  await ask(third, posts.comment, { token: student, id, body: { text: 'Hay quá' } });
  for (const { heard } of streams) await expect.poll(() => heard.at(-1)).toBe(1);
});

test('wrong passwords are counted together', async () => {
  for (let attempt = 0; attempt < 10; attempt++) {
    const server = [first, second, third][attempt % 3] as Server;
    expect((await logIn(server, 'mod2', 'sai-mat-khau-1')).status).toBe(401);
  }
  for (const server of [first, second, third]) {
    expect((await logIn(server, 'mod2')).status).toBe(429);
  }
});

test('a key sent to all of them at once makes one thing', async () => {
  const token = await tokenOf(first, 'student');
  const id = await somePost(token);
  const before = (await ask(first, posts.read, { token, id })).body.comments.length;
  const answers = await Promise.all(
    [first, second, third, first, second, third].map((server) =>
      ask(server, posts.comment, { token, id, key: 'mot-lan', body: { text: 'Một lần thôi' } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await ask(second, posts.read, { token, id })).body.comments).toHaveLength(before + 1);
});

test('a photo sent to one server is shown by the others', async () => {
  const token = await tokenOf(first, 'teacher');
  const photo = await sharp({
    create: { width: 40, height: 30, channels: 3, background: '#2f9e5f' },
  })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('title', 'Vườn trường');
  form.set('content', 'Cây mới trồng');
  form.set('attachments', new File([new Uint8Array(photo)], 'vuon.jpg', { type: 'image/jpeg' }));
  const { status, body } = await ask(first, posts.create, { token, body: form });
  expect(status).toBe(201);
  const address = body.attachments[0]?.url as string;
  for (const server of [second, third]) {
    const shown = await fetch(server.address + address);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('image/webp');
  }
});
