import { Writable } from 'node:stream';
import { auth } from '@lop-xanh/contract/auth';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../app.ts';
import { addUser, password } from '../testing/fixtures.ts';
import { makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { createLogger } from './logger.ts';

test('the log contains every request, login and rejection, and no secret', async () => {
  const database = await makeTestDatabase(onTestFinished);
  const { id, username, token } = await addUser(database, { role: 'Admin' });
  let written = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      written += chunk;
      done();
    },
  });
  const storage = makeTestStorage(onTestFinished);
  const app = await buildApp({
    config: testConfig,
    database,
    storage,
    log: createLogger('info', stream),
  });
  await app.inject({ method: 'POST', url: auth.login.path, payload: { username, password } });
  const me = await app.inject({
    url: `${auth.me.path}?ten=bimat`,
    headers: { authorization: `Bearer ${token}` },
  });
  await app.inject({ method: 'POST', url: auth.login.path, payload: { username, password: 'x' } });
  const denied = await app.inject({
    method: 'POST',
    url: '/api/posts',
    headers: { authorization: `Bearer ${token}` },
    payload: { title: 'Tin', content: 'Tin' },
  });
  await app.close();

  const lines = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.some(({ req }) => req?.route === auth.login.path)).toBe(true);
  const logins = lines.filter(({ msg }) => msg === 'logged in');
  expect(logins).toMatchObject([{ user: id, address: '127.0.0.1' }]);
  expect(lines.some(({ reqId }) => reqId === me.headers['x-request-id'])).toBe(true);
  const rejections = lines.filter(({ msg }) => msg === 'request rejected');
  expect(rejections).toMatchObject([
    { code: 'unauthenticated', address: '127.0.0.1' },
    { code: 'forbidden', user: id, reqId: denied.headers['x-request-id'] },
  ]);
  for (const secret of [password, token, 'Bearer', 'bimat', username]) {
    expect(written).not.toContain(secret);
  }
});
