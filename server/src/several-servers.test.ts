import { auth } from '@lop-xanh/contract/auth';
import type { Endpoint, ResponseOf } from '@lop-xanh/contract/endpoint';
import { notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { migrationNames } from './database/migration-files.ts';
import { demoPassword } from './demo/demo-accounts.ts';
import { openStream } from './testing/notifications.ts';
import { startServerProcess } from './testing/server-process.ts';
import { makeFolder } from './testing/test-app.ts';
import { makeEmptyDatabase } from './testing/test-database.ts';

/** Three processes that start at the same time, with one empty database and one uploads folder. */
const { connection, url } = await makeEmptyDatabase();
const environment = { DATABASE_URL: url, DATA_DIR: makeFolder(), DEMO: '1' };
const [first, second, third] = (await Promise.all(
  [1, 2, 3].map(() => startServerProcess(environment, undefined, afterAll)),
)) as [Server, Server, Server];
type Server = Awaited<ReturnType<typeof startServerProcess>>;

interface RequestInput {
  token?: string;
  id?: number;
  key?: string;
  body?: unknown;
}

async function send<E extends Endpoint>(
  { address }: Server,
  { method, path }: E,
  input: RequestInput,
) {
  const { token, id, key, body } = input;
  const isForm = body instanceof FormData;
  const response = await fetch(address + path.replace('{id}', String(id)), {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as ResponseOf<E> };
}

async function logIn(server: Server, username: string, password = demoPassword) {
  return send(server, auth.login, { body: { username, password } });
}
const createToken = async (server: Server, username: string) =>
  (await logIn(server, username)).body.token;

/** A post that the demo student can read. */
async function findPost(token: string): Promise<number> {
  const { body } = await send(first, posts.list, { token });
  return body.posts[0]?.id as number;
}

test('servers that start at the same time migrate once and create one demo', async () => {
  const client = new pg.Client(connection);
  await client.connect();
  const names = await client.query<{ file: string }>('select file from migrations order by file');
  const schools = await client.query('select school_name from schools order by id');
  await client.end();
  expect(names.rows.map(({ file }) => file)).toEqual(migrationNames());
  expect(schools.rows).toHaveLength(2);
});

test('a session is valid on every server, and ends on all of them at once', async () => {
  const token = await createToken(first, 'student');
  const fetchStatuses = () =>
    Promise.all(
      [first, second, third].map(async (server) => (await send(server, auth.me, { token })).status),
    );
  expect(await fetchStatuses()).toEqual([200, 200, 200]);
  await send(second, auth.logout, { token });
  expect(await fetchStatuses()).toEqual([401, 401, 401]);
});

test('a notification from one server reaches the event streams of the others', async () => {
  const teacher = await createToken(first, 'teacher');
  await send(first, notifications.readAll, { token: teacher });
  const streams = await Promise.all(
    [first, second, third].map(({ address }) => openStream(address, teacher)),
  );
  for (const { unreadCounts } of streams) await expect.poll(() => unreadCounts.at(-1)).toBe(0);
  const student = await createToken(third, 'student');
  const id = await findPost(student);
  await send(third, posts.comment, { token: student, id, body: { text: 'Hay quá' } });
  for (const { unreadCounts } of streams) await expect.poll(() => unreadCounts.at(-1)).toBe(1);
});

test('failed login attempts are counted across all servers', async () => {
  for (let attempt = 0; attempt < 10; attempt++) {
    const server = [first, second, third][attempt % 3] as Server;
    expect((await logIn(server, 'mod2', 'sai-mat-khau-1')).status).toBe(401);
  }
  for (const server of [first, second, third]) {
    expect((await logIn(server, 'mod2')).status).toBe(429);
  }
});

test('requests with one key to all servers at once write once', async () => {
  const token = await createToken(first, 'student');
  const id = await findPost(token);
  const before = (await send(first, posts.read, { token, id })).body.comments.length;
  const responses = await Promise.all(
    [first, second, third, first, second, third].map((server) =>
      send(server, posts.comment, { token, id, key: 'mot-lan', body: { text: 'Một lần thôi' } }),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  expect((await send(second, posts.read, { token, id })).body.comments).toHaveLength(before + 1);
});

test('a photo uploaded to one server is served by the others', async () => {
  const token = await createToken(first, 'teacher');
  const photo = await sharp({
    create: { width: 40, height: 30, channels: 3, background: '#2f9e5f' },
  })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('title', 'Vườn trường');
  form.set('content', 'Cây mới trồng');
  form.set('attachments', new File([new Uint8Array(photo)], 'vuon.jpg', { type: 'image/jpeg' }));
  const { status, body } = await send(first, posts.create, { token, body: form });
  expect(status).toBe(201);
  const photoUrl = body.attachments[0]?.url as string;
  for (const server of [second, third]) {
    const response = await fetch(server.address + photoUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
  }
});
