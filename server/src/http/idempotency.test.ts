import { endpoint, everyone } from '@lop-xanh/contract/endpoint';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../app.ts';
import type { Db } from '../database/database.ts';
import { addSchool, addUser, type TestUser } from '../testing/fixtures.ts';
import { makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { AppError } from './app-error.ts';
import { pickId, serveWrite } from './serve.ts';

const database = await makeTestDatabase();
const storage = makeTestStorage();
const { db } = database;
const home = await addSchool(db);
const first = await addUser(database, { role: 'Mod', school_id: home });
const second = await addUser(database, { role: 'Mod', school_id: home });

const app = await buildApp({ config: testConfig, database, storage });
afterAll(() => app.close());
let shouldFail = false;
serveWrite(
  app,
  database.db,
  endpoint({
    method: 'POST',
    path: '/api/items',
    summary: 'A write of this test',
    access: everyone('self'),
    body: z.object({ name: z.string(), password: z.string().optional() }),
    response: z.object({ id: z.number(), name: z.string() }),
    status: 201,
  }),
  {
    async write({ body }, transaction) {
      const id = await addSchool(transaction, body.name);
      if (shouldFail) throw new AppError('forbidden');
      return { id, name: body.name };
    },
    toStoredReference: pickId,
    respondToRetry: (_, transaction, { id }) => readSchool(transaction, id),
  },
);

async function readSchool(transaction: Db, id: number) {
  const found = await transaction.maybeOne(
    z.object({ id: z.number(), name: z.string() }),
    sql`select id, school_name as name from schools where id = ${id} and deleted_at is null`,
  );
  if (!found) throw new AppError('not_found');
  return found;
}

/** The number of open transactions during each call of `prepare`. */
const openTransactions: number[] = [];
serveWrite(
  app,
  database.db,
  endpoint({
    method: 'POST',
    path: '/api/prepared-items',
    summary: 'A write of this test with slow preparation',
    access: everyone('self'),
    body: z.object({ name: z.string() }),
    response: z.object({ id: z.number(), name: z.string() }),
    status: 201,
  }),
  {
    async prepare() {
      const open = await db.value(
        z.number(),
        sql`
          select count(*) from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'`,
      );
      openTransactions.push(open);
    },
    write: async ({ body: { name } }, transaction) => ({
      id: await addSchool(transaction, name),
      name,
    }),
    toStoredReference: pickId,
    respondToRetry: (_, transaction, { id }) => readSchool(transaction, id),
  },
);

const post = (
  user: TestUser,
  name: string,
  key?: string,
  { path = '/api/items', ...body }: { path?: string; password?: string } = {},
) =>
  app.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${user.token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    payload: { name, ...body },
  });
const countWritten = (name: string) =>
  db.value(z.number(), sql`select count(*) from schools where school_name = ${name}`);

beforeEach(() => {
  shouldFail = false;
});

test('the same key returns the first result and writes once', async () => {
  const before = await post(first, 'Một', 'k1');
  const again = await post(first, 'Một', 'k1');
  expect([before.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.json()).toEqual(before.json());
  expect(await countWritten('Một')).toBe(1);
});

test('a retried request returns the current state, or says that the result is gone', async () => {
  const before = await post(first, 'Chín', 'k9');
  const { id } = before.json();
  await db.run(sql`update schools set school_name = 'Mười' where id = ${id}`);
  expect((await post(first, 'Chín', 'k9')).json()).toEqual({ id, name: 'Mười' });
  await db.run(sql`update schools set deleted_at = now() where id = ${id}`);
  const gone = await post(first, 'Chín', 'k9');
  expect(gone.statusCode).toBe(404);
  expect(gone.json()).toMatchObject({ code: 'not_found', alreadyDone: true });
  expect(await countWritten('Chín')).toBe(0);
});

test('neither the key nor any content of the request or response is stored', async () => {
  await post(first, 'Mười một', 'khoa-11', { password: 'matkhau111' });
  const rows = await db.values(
    z.string(),
    sql`select idempotency_keys::text from idempotency_keys`,
  );
  const stored = rows.join('\n');
  for (const word of ['Mười một', 'khoa-11', 'matkhau111', 'name']) {
    expect(stored).not.toContain(word);
  }
});

test('a key used again with another password is rejected', async () => {
  expect((await post(first, 'Mười hai', 'k12', { password: 'matkhau1' })).statusCode).toBe(201);
  const other = await post(first, 'Mười hai', 'k12', { password: 'matkhau2' });
  expect(other.statusCode).toBe(409);
  expect(other.json()).not.toHaveProperty('alreadyDone');
  expect(await countWritten('Mười hai')).toBe(1);
});

test('a key of an earlier release without a fingerprint still writes once', async () => {
  const { id } = (await post(first, 'Mười ba', 'k13')).json();
  await db.run(sql`
    update idempotency_keys set fingerprint = null
    where reference = ${JSON.stringify({ id })}::jsonb`);
  expect((await post(first, 'Mười ba', 'k13')).json()).toEqual({ id, name: 'Mười ba' });
  expect(await countWritten('Mười ba')).toBe(1);
});

test('twenty simultaneous requests with one key write once', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => post(first, 'Hai', 'k2')));
  expect(new Set(all.map((response) => response.body)).size).toBe(1);
  expect(all.every(({ statusCode }) => statusCode === 201)).toBe(true);
  expect(await countWritten('Hai')).toBe(1);
});

test('a key belongs to one user, and requests without a key are not deduplicated', async () => {
  await post(first, 'Ba', 'k3');
  await post(second, 'Ba', 'k3');
  await post(first, 'Ba');
  expect(await countWritten('Ba')).toBe(3);
});

test('preparation happens outside any transaction, and not again for a known key', async () => {
  const send = () => post(first, 'Tám', 'k8', { path: '/api/prepared-items' });
  const [before, again] = [await send(), await send()];
  expect([before.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.json()).toEqual(before.json());
  expect(openTransactions).toEqual([0]);
  expect(await countWritten('Tám')).toBe(1);
});

test('a key used for another request is rejected', async () => {
  await post(first, 'Bốn', 'k4');
  const other = await post(first, 'Năm', 'k4');
  expect(other.statusCode).toBe(409);
  expect(other.json().code).toBe('conflict');
  expect(await countWritten('Năm')).toBe(0);
});

test('a failed write leaves nothing behind, not even its key', async () => {
  shouldFail = true;
  expect((await post(first, 'Sáu', 'k6')).statusCode).toBe(403);
  expect(await countWritten('Sáu')).toBe(0);
  shouldFail = false;
  expect((await post(first, 'Sáu', 'k6')).statusCode).toBe(201);
  expect(await countWritten('Sáu')).toBe(1);
});

test('a malformed key is rejected', async () => {
  for (const key of ['', 'có dấu cách', 'a'.repeat(201)]) {
    expect((await post(first, 'Bảy', encodeURI(key).replaceAll('%20', ' '))).statusCode).toBe(400);
  }
  expect(await countWritten('Bảy')).toBe(0);
});
