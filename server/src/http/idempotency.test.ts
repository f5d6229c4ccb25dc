import { endpoint, everyone } from '@lop-xanh/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../app.ts';
import { addPerson, addSchool, type Person } from '../testing/people.ts';
import { makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { AppError } from './app-error.ts';
import { prepareAndAnswerOnce } from './idempotency.ts';
import { serve, serveWrite } from './serve.ts';

const database = await makeTestDatabase();
const storage = makeTestStorage();
const { db } = database;
const home = await addSchool(db);
const first = await addPerson(database, { role: 'Mod', school_id: home });
const second = await addPerson(database, { role: 'Mod', school_id: home });

const app = await buildApp({ config: testConfig, database, storage });
afterAll(() => app.close());
let isRefusing = false;
serveWrite(
  app,
  database,
  endpoint({
    method: 'POST',
    path: '/api/things',
    summary: 'A write of this test',
    access: everyone('self'),
    body: z.object({ name: z.string() }),
    answer: z.object({ id: z.number() }),
    status: 201,
  }),
  async ({ body }, transaction) => {
    const id = await addSchool(transaction, body.name);
    if (isRefusing) throw new AppError('forbidden');
    return { id };
  },
);

/** For each time that something was prepared: how many transactions were open meanwhile. */
const openWhilePreparing: number[] = [];
serve(
  app,
  endpoint({
    method: 'POST',
    path: '/api/prepared-things',
    summary: 'A write of this test that takes long to prepare',
    access: everyone('self'),
    body: z.object({ name: z.string() }),
    answer: z.object({ id: z.number() }),
    status: 201,
  }),
  ({ body, request }) =>
    prepareAndAnswerOnce(db, request, {
      prepare: async () => {
        const { rows } = await sql<{ open: number }>`
          select count(*)::int as open from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'`.execute(db);
        openWhilePreparing.push(...rows.map(({ open }) => open));
      },
      write: async (transaction) => ({ id: await addSchool(transaction, body.name) }),
      remember: (answer) => answer,
    }),
);

const post = (person: Person, name: string, key?: string, path = '/api/things') =>
  app.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    payload: { name },
  });
const written = async (name: string) =>
  (await db.selectFrom('schools').select('id').where('school_name', '=', name).execute()).length;

beforeEach(() => {
  isRefusing = false;
});

test('the same key answers the first result and writes once', async () => {
  const before = await post(first, 'Một', 'k1');
  const again = await post(first, 'Một', 'k1');
  expect([before.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.json()).toEqual(before.json());
  expect(await written('Một')).toBe(1);
});

test('twenty at once with one key write once', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => post(first, 'Hai', 'k2')));
  expect(new Set(all.map((response) => response.body)).size).toBe(1);
  expect(all.every(({ statusCode }) => statusCode === 201)).toBe(true);
  expect(await written('Hai')).toBe(1);
});

test('keys belong to one user, and no key means no memory', async () => {
  await post(first, 'Ba', 'k3');
  await post(second, 'Ba', 'k3');
  await post(first, 'Ba');
  expect(await written('Ba')).toBe(3);
});

test('what takes long is prepared before anything is held, and not again for a known key', async () => {
  const once = () => post(first, 'Tám', 'k8', '/api/prepared-things');
  const [before, again] = [await once(), await once()];
  expect([before.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.json()).toEqual(before.json());
  expect(openWhilePreparing).toEqual([0]);
  expect(await written('Tám')).toBe(1);
});

test('a key used for another request is refused', async () => {
  await post(first, 'Bốn', 'k4');
  const other = await post(first, 'Năm', 'k4');
  expect(other.statusCode).toBe(409);
  expect(other.json().code).toBe('conflict');
  expect(await written('Năm')).toBe(0);
});

test('a refused write leaves nothing, not even its key', async () => {
  isRefusing = true;
  expect((await post(first, 'Sáu', 'k6')).statusCode).toBe(403);
  expect(await written('Sáu')).toBe(0);
  isRefusing = false;
  expect((await post(first, 'Sáu', 'k6')).statusCode).toBe(201);
  expect(await written('Sáu')).toBe(1);
});

test('a key that is no word is refused', async () => {
  for (const key of ['', 'có dấu cách', 'a'.repeat(201)]) {
    expect((await post(first, 'Bảy', encodeURI(key).replaceAll('%20', ' '))).statusCode).toBe(400);
  }
  expect(await written('Bảy')).toBe(0);
});
