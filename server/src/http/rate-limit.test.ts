import { randomUUID } from 'node:crypto';
import { errorResponse } from '@lop-xanh/contract/errors';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../app.ts';
import { openSession } from '../features/auth/sessions.service.ts';
import { createSignerLoader } from '../storage/signed-urls.ts';
import { countStatements } from '../testing/count-statements.ts';
import { addSchool, addUser, findSessionId } from '../testing/fixtures.ts';
import { makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';

const database = await makeTestDatabase();
const storage = makeTestStorage();
const school_id = await addSchool(database.db);
const { id, token } = await addUser(database, { role: 'Teacher', school_id });
const headers = { authorization: `Bearer ${token}` };

test('requests beyond the limit are 429, counted separately for users and addresses', async () => {
  const limited = await buildApp({
    config: testConfig,
    database,
    storage,
    rateLimits: { perUser: 3, perAddress: 5 },
  });
  const sendMany = async (
    times: number,
    url: string,
    createHeaders: () => Record<string, string>,
  ) => {
    const statuses = [];
    for (let count = 0; count < times; count++) {
      statuses.push((await limited.inject({ url, headers: createHeaders() })).statusCode);
    }
    return statuses;
  };
  expect(await sendMany(4, '/api/auth/me', () => headers)).toEqual([200, 200, 200, 429]);
  // On a public endpoint, a new token with each request does not make a new caller.
  const madeUp = () => ({ authorization: `Bearer ${randomUUID()}` });
  expect(await sendMany(6, '/api/health', madeUp)).toEqual([200, 200, 200, 200, 200, 429]);
  const rejected = await limited.inject({ url: '/api/health' });
  expect(errorResponse.parse(rejected.json()).code).toBe('too_many_requests');
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  await limited.close();
});

test('a user gets so many files per minute, whatever session their URLs belong to', async () => {
  const { db } = database;
  const limited = await buildApp({
    config: testConfig,
    database,
    storage,
    rateLimits: { filesPerUser: 2 },
  });
  onTestFinished(() => limited.close());
  const signer = await createSignerLoader(db)();
  const getFile = async (user: { id: number }) => {
    const session_id = await findSessionId(db, await openSession(db, user.id));
    const url = signer.sign('/uploads/posts/aa/missing.webp', { session_id });
    return limited.inject({ url });
  };
  expect((await getFile({ id })).statusCode).toBe(404);
  expect((await getFile({ id })).statusCode).toBe(404);
  const refused = await getFile({ id });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await getFile(await addUser(database, { role: 'Teacher', school_id }))).statusCode).toBe(
    404,
  );
});

test('the addresses of one IPv6 network count as one', async () => {
  const limited = await buildApp({
    config: testConfig,
    database,
    storage,
    rateLimits: { perUser: 9, perAddress: 1 },
  });
  const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'];
  const statuses = [];
  for (const remoteAddress of addresses) {
    statuses.push((await limited.inject({ url: '/api/health', remoteAddress })).statusCode);
  }
  expect(statuses).toEqual([200, 429, 200]);
  await limited.close();
});

test('logging in again does not restart the count of a user', async () => {
  const limited = await buildApp({
    config: testConfig,
    database,
    storage,
    rateLimits: { perUser: 2, perAddress: 9 },
  });
  const statuses = [];
  for (let session = 0; session < 3; session++) {
    const authorization = `Bearer ${await openSession(database.db, id)}`;
    const { statusCode } = await limited.inject({
      url: '/api/auth/me',
      headers: { authorization },
    });
    statuses.push(statusCode);
  }
  expect(statuses).toEqual([200, 200, 429]);
  const other = await addUser(database, { role: 'Teacher', school_id });
  const { statusCode } = await limited.inject({
    url: '/api/auth/me',
    headers: { authorization: `Bearer ${other.token}` },
  });
  expect(statusCode).toBe(200);
  await limited.close();
});

test('requests with a made-up token or none are counted by address, without affecting users logged in there', async () => {
  const limited = await buildApp({
    config: testConfig,
    database,
    storage,
    rateLimits: { perUser: 9, perAddress: 3 },
  });
  const me = async (more: Record<string, string>) =>
    (await limited.inject({ url: '/api/auth/me', headers: more })).statusCode;
  const madeUp = () => me({ authorization: `Bearer ${randomUUID()}` });
  expect(await me(headers)).toBe(200);
  expect(await madeUp()).toBe(401);
  expect(await me({})).toBe(401);
  expect(await madeUp()).toBe(401);
  expect(await madeUp()).toBe(429);
  expect(await me({})).toBe(429);
  expect(await countStatements(database, madeUp)).toBe(0);
  expect(await me(headers)).toBe(200);
  await limited.close();
});

test('a logged-in user does not wait behind a flood of made-up tokens', async () => {
  const server = await buildApp({ config: testConfig, database, storage });
  const finished: string[] = [];
  const me = async (name: string, authorization: string) => {
    await server.inject({ url: '/api/auth/me', headers: { authorization } });
    finished.push(name);
  };
  await me('teacher', headers.authorization);
  const flood = Array.from({ length: 60 }, () => me('stranger', `Bearer ${randomUUID()}`));
  await Promise.all([...flood, me('teacher', headers.authorization)]);
  expect(finished.lastIndexOf('teacher')).toBeLessThan(30);
  await server.close();
});

test('a request waits for its turn before anything is done for it, such as starting its timer', async () => {
  const server = await buildApp({ config: testConfig, database, storage });
  const countTimers = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  await server.inject({ url: '/api/health' });
  const before = countTimers();
  const flood = Array.from({ length: 60 }, async () => server.inject({ url: '/api/health' }));
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  expect(countTimers() - before).toBeLessThan(30);
  await Promise.all(flood);
  await server.close();
});

test('the token of an ended session counts as made up', async () => {
  const limited = await buildApp({
    config: testConfig,
    database,
    storage,
    rateLimits: { perUser: 9, perAddress: 1 },
  });
  const { id: userId, token: endingToken } = await addUser(database, {
    role: 'Teacher',
    school_id,
  });
  const me = async () =>
    (
      await limited.inject({
        url: '/api/auth/me',
        headers: { authorization: `Bearer ${endingToken}` },
      })
    ).statusCode;
  expect(await me()).toBe(200);
  await database.db.run(sql`delete from sessions where user_id = ${userId}`);
  expect(await me()).toBe(401);
  expect(await me()).toBe(429);
  await limited.close();
});

test.each([
  ['one proxy', 1, '198.51.100.1', '10.9.9.9, 198.51.100.1'],
  ['two proxies', 2, '198.51.100.1, 10.0.0.5', '10.9.9.9, 198.51.100.1, 10.0.0.5'],
  [
    'proxies by their IP addresses',
    ['127.0.0.1', '10.0.0.0/8'],
    '198.51.100.1, 10.0.0.5',
    '10.0.0.9, 198.51.100.1, 10.0.0.6, 10.0.0.7',
  ],
])(
  'behind %s, no address sent by the client counts',
  async (_, trustedProxies, honest, spoofed) => {
    const sendFrom = await makeProxiedApp(trustedProxies);
    expect(await sendFrom(honest.replace('198.51.100.1', '198.51.100.2'))).toBe(200);
    expect(await sendFrom(honest)).toBe(200);
    expect(await sendFrom(spoofed)).toBe(429);
  },
);

test.each([
  ['without a proxy', 0],
  ['not from one of the proxies', ['10.0.0.0/8']],
])('a request that came %s counts for its own address, whatever it sends', async (_, proxies) => {
  const sendFrom = await makeProxiedApp(proxies);
  expect(await sendFrom('198.51.100.1')).toBe(200);
  expect(await sendFrom('198.51.100.2')).toBe(429);
});

/** An address may send one request; all come from 127.0.0.1. */
async function makeProxiedApp(trustedProxies: number | string[]) {
  const proxied = await buildApp({
    config: { ...testConfig, trustedProxies },
    database,
    storage,
    rateLimits: { perUser: 9, perAddress: 1 },
  });
  onTestFinished(() => proxied.close());
  return async (forwarded: string) =>
    (await proxied.inject({ url: '/api/health', headers: { 'x-forwarded-for': forwarded } }))
      .statusCode;
}
