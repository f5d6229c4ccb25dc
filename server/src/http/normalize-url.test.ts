import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../app.ts';
import { expectNamedError } from '../testing/error-texts.ts';
import { makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { normalizeUrl } from './normalize-url.ts';
import type { RateLimits } from './rate-limit.ts';

const database = await makeTestDatabase();
const storage = makeTestStorage();

test.each([
  ['/api/posts', '/api/posts'],
  ['/api/posts?before=%2e%2E//a', '/api/posts?before=%2e%2E//a'],
  ['/%61%70%69/posts/%31', '/api/posts/1'],
  ['http://school.example:80/api/posts?limit=1', '/api/posts?limit=1'],
  ['HTTPS://user@school.example/%61pi', '/api'],
  ['http://school.example', '/'],
  ['http://school.example?a=1', '/?a=1'],
  ['//api//posts/', '/api/posts/'],
  ['/a/./b/../../api/posts', '/api/posts'],
  ['/a/%2e%2E/api', '/api'],
  ['/../../etc', '/etc'],
  ['/a/..', '/'],
  ['/uploads/posts/l%e1%bb%9bp%2fa', '/uploads/posts/l%E1%BB%9Bp%2Fa'],
  ['/%2561pi', '/%2561pi'],
  ['/.git', '/.git'],
])('%s becomes %s', (url, normal) => {
  expect(normalizeUrl({ url })).toBe(normal);
  expect(normalizeUrl({ url: normal })).toBe(normal);
});

/** Sends the request line without changing it. */
async function send(port: number, request: string) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.write(`${request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}

/** Starts an app that listens until the end of the test, and returns its port. */
async function startApp(rateLimits: Partial<RateLimits>): Promise<number> {
  const app = await buildApp({ config: testConfig, database, storage, rateLimits });
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

test.each(['/%61pi', '//api', '/./api', '/x/../api', 'http://school.example/api'])(
  '%s has the limits, headers and access of /api',
  async (start) => {
    const port = await startApp({ perUser: 9, perAddress: 3 });
    const health = await send(port, `GET ${start}/health`);
    expect(health).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    expect(health.head).toContain('\r\ncache-control: no-store');
    expect((await send(port, `GET ${start}/auth/me`)).status).toBe(401);
    expect((await send(port, `GET ${start}/nothing`)).status).toBe(404);
    const rejected = await send(port, `GET ${start}/nothing`);
    expect(rejected.status).toBe(429);
    expect(rejected.head).toContain('\r\ncache-control: no-store');
    expect((await send(port, 'GET /api/health')).status).toBe(429);
  },
);

test('a malformed request target is rejected', async () => {
  const port = await startApp({ perUser: 9, perAddress: 9 });
  const targets = ['GET /api/%zz', 'GET /api/%', 'GET /api#x', 'GET api/health', 'OPTIONS *'];
  for (const target of targets) {
    const { status, body } = await send(port, target);
    expect([target, status]).toEqual([target, 400]);
    expect(expectNamedError(JSON.parse(body)).reason).toBe('invalid_input');
  }
});
