import { auth } from '@lop-xanh/contract/auth';
import { site } from '@lop-xanh/contract/site';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { addUser, password } from '../testing/fixtures.ts';
import { getAddress } from '../testing/notifications.ts';
import { makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';

const database = await makeTestDatabase();
const draining = new AbortController();
const app = await buildApp({
  config: testConfig,
  database,
  storage: makeTestStorage(),
  draining: draining.signal,
});
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());
const { username } = await addUser(database, { role: 'Admin' });

const read = () => fetch(getAddress(app) + site.health.path);
const write = () =>
  fetch(getAddress(app) + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });

test('a draining server drops reads and still completes writes', async () => {
  expect((await read()).status).toBe(200);
  const running = write();
  draining.abort();
  await expect(read()).rejects.toThrow('fetch failed');
  const late = await write();
  expect(late.status).toBe(200);
  expect(late.headers.get('connection')).toBe('close');
  expect((await running).status).toBe(200);
});
