import { endpoint, everyone } from '@lop-xanh/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../app.ts';
import type { Db } from '../database/database.ts';
import { addSchool, addUser, type TestUser } from '../testing/people.ts';
import { makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { AppError } from './app-error.ts';
import { keepId, serveWrite } from './serve.ts';

const database = await makeTestDatabase();
const storage = makeTestStorage();
const { db } = database;
const home = await addSchool(db);
const first = await addUser(database, { role: 'Mod', school_id: home });
const second = await addUser(database, { role: 'Mod', school_id: home });

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
    body: z.object({ name: z.string(), password: z.string().optional() }),
    response: z.object({ id: z.number(), name: z.string() }),
    status: 201,
  }),
  {
    async write({ body }, transaction) {
      const id = await addSchool(transaction, body.name);
      if (isRefusing) throw new AppError('forbidden');
      return { id, name: body.name };
    },
    keep: keepId,
    repeat: (_, transaction, { id }) => readThing(transaction, id),
  },
);

async function readThing(transaction: Db, id: number) {
  const found = await transaction
    .selectFrom('schools')
    .select(['id', 'school_name as name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw new AppError('not_found');
  return found;
}

/** For each time that something was prepared: how many transactions were open meanwhile. */
const openWhilePreparing: number[] = [];
serveWrite(
  app,
  database,
  endpoint({
    method: 'POST',
    path: '/api/prepared-things',
    summary: 'A write of this test that takes long to prepare',
    access: everyone('self'),
    body: z.object({ name: z.string() }),
    response: z.object({ id: z.number(), name: z.string() }),
    status: 201,
  }),
  {
    async prepare() {
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(db);
      openWhilePreparing.push(...rows.map(({ open }) => open));
    },
    write: async ({ body: { name } }, transaction) => ({
      id: await addSchool(transaction, name),
      name,
    }),
    keep: keepId,
    repeat: (_, transaction, { id }) => readThing(transaction, id),
  },
);

const post = (
  person: TestUser,
  name: string,
  key?: string,
  { path = '/api/things', ...body }: { path?: string; password?: string } = {},
) =>
  app.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    payload: { name, ...body },
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

test('a repeated request answers what stands now, and says so when nothing stands any more', async () => {
  const before = await post(first, 'Chín', 'k9');
  const { id } = before.json();
  const thing = db.updateTable('schools').where('id', '=', id);
  await thing.set({ school_name: 'Mười' }).execute();
  expect((await post(first, 'Chín', 'k9')).json()).toEqual({ id, name: 'Mười' });
  await thing.set({ deleted_at: sql`now()` }).execute();
  const gone = await post(first, 'Chín', 'k9');
  expect(gone.statusCode).toBe(404);
  expect(gone.json()).toMatchObject({ code: 'not_found', alreadyDone: true });
  expect(await written('Chín')).toBe(0);
});

test('neither the key nor any word of the request or its answer is stored', async () => {
  await post(first, 'Mười một', 'khoa-11', { password: 'matkhau111' });
  const { rows } = await sql<{ row: string }>`
    select idempotency_keys::text as row from idempotency_keys`.execute(db);
  const stored = rows.map(({ row }) => row).join('\n');
  for (const word of ['Mười một', 'khoa-11', 'matkhau111', 'name']) {
    expect(stored).not.toContain(word);
  }
});

test('a key used again with another password is refused', async () => {
  expect((await post(first, 'Mười hai', 'k12', { password: 'matkhau1' })).statusCode).toBe(201);
  const other = await post(first, 'Mười hai', 'k12', { password: 'matkhau2' });
  expect(other.statusCode).toBe(409);
  expect(other.json()).not.toHaveProperty('alreadyDone');
  expect(await written('Mười hai')).toBe(1);
});

test('a key of an earlier release, which has no fingerprint, still writes once', async () => {
  const { id } = (await post(first, 'Mười ba', 'k13')).json();
  await db
    .updateTable('idempotency_keys')
    .set({ fingerprint: null })
    .where('reference', '=', sql<string>`${JSON.stringify({ id })}::jsonb`)
    .execute();
  expect((await post(first, 'Mười ba', 'k13')).json()).toEqual({ id, name: 'Mười ba' });
  expect(await written('Mười ba')).toBe(1);
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
  const once = () => post(first, 'Tám', 'k8', { path: '/api/prepared-things' });
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
