import { auth } from '@lop-xanh/contract/auth';
import { site } from '@lop-xanh/contract/site';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { addressOf } from '../testing/notifications.ts';
import { addUser, password } from '../testing/people.ts';
import { makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';

const database = await makeTestDatabase();
const leaving = new AbortController();
const app = await buildApp({
  config: testConfig,
  database,
  storage: makeTestStorage(),
  leaving: leaving.signal,
});
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());
const { username } = await addUser(database, { role: 'Admin' });

const read = () => fetch(addressOf(app) + site.health.path);
const write = () =>
  fetch(addressOf(app) + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });

test('a server about to stop hangs up on readers and still does what writes', async () => {
  expect((await read()).status).toBe(200);
  const running = write();
  leaving.abort();
  await expect(read()).rejects.toThrow('fetch failed');
  const late = await write();
  expect(late.status).toBe(200);
  expect(late.headers.get('connection')).toBe('close');
  expect((await running).status).toBe(200);
});
