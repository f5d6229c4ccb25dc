import { Writable } from 'node:stream';
import { auth } from '@lop-xanh/contract/auth';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../app.ts';
import { insertRows } from '../database/insert-rows.ts';
import { addAuthenticatorApp } from '../testing/factors.ts';
import { addUser, password } from '../testing/fixtures.ts';
import { makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { AppError } from './app-error.ts';
import { createLogger } from './logger.ts';

function captureLog() {
  let written = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      written += chunk;
      done();
    },
  });
  const readLog = () => ({
    written,
    lines: written
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  });
  return { log: createLogger('info', stream), readLog };
}

test('the log contains every request, login and rejection, and no secret', async () => {
  const database = await makeTestDatabase(onTestFinished);
  const { id, username, token } = await addUser(database, { role: 'Admin' });
  const { log, readLog } = captureLog();
  const storage = makeTestStorage(onTestFinished);
  const app = await buildApp({ config: testConfig, database, storage, log });
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

  const { written, lines } = readLog();
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

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

test.each([
  ['a trace', `00-${traceId}-${parentId}-01`, traceId],
  ['a later version with more fields', `01-${traceId}-${parentId}-01-more`, traceId],
  ['an invalid version', `ff-${traceId}-${parentId}-01`, undefined],
  ['fields that the version does not have', `00-${traceId}-${parentId}-01-more`, undefined],
  ['an empty trace', `00-${'0'.repeat(32)}-${parentId}-01`, undefined],
  ['an empty parent', `00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  ['capital letters', `00-${traceId.toUpperCase()}-${parentId}-01`, undefined],
  ['a line of its own', `00-${traceId}","level":60-${parentId}-01`, undefined],
  ['nothing', '', undefined],
])('every log line of a request has its trace id: %s', async (_, traceparent, expected) => {
  const database = await makeTestDatabase(onTestFinished);
  const { log, readLog } = captureLog();
  const storage = makeTestStorage(onTestFinished);
  const app = await buildApp({ config: testConfig, database, storage, log });
  const response = await app.inject({ url: auth.me.path, headers: { traceparent } });
  await app.close();

  const reqId = response.headers['x-request-id'];
  expect(reqId).not.toBe(traceId);
  const lines = readLog().lines.filter((line) => 'reqId' in line);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.map((line) => [line.reqId, line.traceId])).toEqual(
    lines.map(() => [reqId, expected]),
  );
});

test('the log shows a wrong code, and neither codes nor the secret of an app', async () => {
  const database = await makeTestDatabase(onTestFinished);
  const admin = await addUser(database, { role: 'Admin' });
  const { log, readLog } = captureLog();
  const storage = makeTestStorage(onTestFinished);
  const app = await buildApp({ config: testConfig, database, storage, log });
  const { secret, recoveryCodes } = await addAuthenticatorApp(app, database.db, admin);
  const [recoveryCode = ''] = recoveryCodes;
  for (const code of [recoveryCode, recoveryCode]) {
    const payload = { username: admin.username, password, code };
    await app.inject({ method: 'POST', url: auth.login.path, payload });
  }
  await app.close();

  const { written, lines } = readLog();
  const rejections = lines.filter(({ msg }) => msg === 'request rejected');
  expect(rejections).toMatchObject([{ code: 'invalid_input', address: '127.0.0.1' }]);
  for (const secretText of [secret, recoveryCode, password]) {
    expect(written).not.toContain(secretText);
  }
});

test('a logged database error names its constraint and does not quote the row', async () => {
  const database = await makeTestDatabase(onTestFinished);
  const { username } = await addUser(database, { role: 'Admin' });
  const { log, readLog } = captureLog();
  const storage = makeTestStorage(onTestFinished);
  const app = await buildApp({ config: testConfig, database, storage, log });
  const insertAgain = () =>
    database.db.run(
      insertRows('users', [{ username, password_hash: 'x', first_name: 'An', role: 'Admin' }]),
    );
  app.get('/twice', insertAgain);
  expect((await app.inject('/twice')).statusCode).toBe(500);
  const violation = await insertAgain().catch((error: unknown) => error);
  expect(violation).toMatchObject({ detail: expect.stringContaining(username) });
  log.error(violation);
  log.error({ err: new AppError('internal', { cause: violation }) }, 'as a cause');
  log.error({ err: new AggregateError([violation], 'several') }, 'as one of several');
  await app.close();

  const { written, lines } = readLog();
  const logged = { type: 'DatabaseError', code: '23505', table: 'users' };
  const errors = lines.flatMap(({ err }) => (err ? [err] : []));
  expect(errors).toMatchObject([
    { ...logged, message: expect.stringContaining('violates unique constraint') },
    { ...logged, stack: expect.stringContaining('logger.test.ts') },
    { type: 'AppError', cause: logged },
    { type: 'AggregateError', errors: [logged] },
  ]);
  expect(written).not.toContain(username);
});

test('an error whose causes are circular is logged', () => {
  const { log, readLog } = captureLog();
  const error = new Error('first');
  error.cause = new Error('second', { cause: error });
  log.error({ err: error }, 'circular');
  expect(readLog().lines).toMatchObject([
    { err: { message: 'first', cause: { message: 'second' } } },
  ]);
});
