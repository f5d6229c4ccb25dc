import { endpoint, everyone } from '@lop-xanh/contract/endpoint';
import { errorResponse } from '@lop-xanh/contract/errors';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/database.ts';
import { addSchool, addUser } from '../testing/people.ts';
import { makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { serve } from './serve.ts';

const database = await makeTestDatabase();
const storage = makeTestStorage();
const school_id = await addSchool(database.db);
const { token } = await addUser(database, { role: 'Teacher', school_id });
const headers = { authorization: `Bearer ${token}` };

const app = await buildApp({ config: testConfig, database, storage });
afterAll(() => app.close());
serve(
  app,
  endpoint({
    method: 'PUT',
    path: '/api/things/{id}',
    summary: 'A thing of this test',
    access: everyone('self'),
    params: z.object({ id: z.coerce.number().int().positive() }),
    body: z.object({ name: z.string().max(10), weeks: z.array(z.object({ week: z.number() })) }),
    response: z.object({ id: z.number() }),
  }),
  async ({ params, body }) => {
    if (body.name === 'broken') throw new Error('a secret of ours');
    if (body.name === 'too much') return { id: params.id, secret: 'hidden' };
    return { id: params.id };
  },
);

const put = (path: string, payload: unknown, more = {}) =>
  app.inject({
    method: 'PUT',
    url: path,
    headers: { ...headers, 'content-type': 'application/json', ...more },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const fine = { name: 'An', weeks: [] };

describe('apiErrors have one shape', () => {
  test('a field that fails names its path', async () => {
    const response = await put('/api/things/1', {
      name: 'quá dài quá dài',
      weeks: [{ week: 'a' }],
    });
    expect(response.statusCode).toBe(400);
    const answer = errorResponse.parse(response.json());
    expect(answer.code).toBe('invalid_input');
    expect(answer.issues?.map(({ path }) => path)).toEqual(['name', 'weeks.0.week']);
  });

  test.each(['0', '-1', '1.5', 'abc', '9999999999999999999999', '%00', '1%20or%201=1'])(
    'a path id %s is 404',
    async (id) => {
      const response = await put(`/api/things/${id}`, fine);
      expect(response.statusCode).toBe(404);
      expect(errorResponse.parse(response.json()).code).toBe('not_found');
    },
  );

  test.each([
    ['broken JSON', '{"name":', 400],
    ['a prototype', '{"__proto__":{"admin":true},"name":"An","weeks":[]}', 400],
    ['a constructor', '{"constructor":{"prototype":{}},"name":"An","weeks":[]}', 400],
    ['a null byte', '{"name":"A\\u0000n","weeks":[]}', 400],
    ['half a character', '{"name":"A\\ud83c","weeks":[]}', 400],
    ['half a character for a key', '{"\\udf31":1,"name":"An","weeks":[]}', 400],
    ['more lists than a stack holds', '['.repeat(300_000) + ']'.repeat(300_000), 400],
    ['an empty body', '', 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['two megabytes', `{"name":"${'a'.repeat(2 * 1024 * 1024)}"}`, 413],
  ])('%s', async (_, payload, status) => {
    const response = await put('/api/things/1', payload);
    expect(response.statusCode).toBe(status);
    errorResponse.parse(response.json());
  });

  test('another content type is 415', async () => {
    const response = await put('/api/things/1', '<a/>', { 'content-type': 'text/xml' });
    expect(response.statusCode).toBe(415);
    expect(errorResponse.parse(response.json()).code).toBe('unsupported_type');
  });

  test('an unknown path, also a malformed one, is never the web page', async () => {
    const unknown = await app.inject({ url: '/api/nothing', headers: { accept: 'text/html' } });
    expect(unknown.statusCode).toBe(404);
    expect(errorResponse.parse(unknown.json()).code).toBe('not_found');
    const malformed = await app.inject({ url: '/api/%zz' });
    expect(malformed.statusCode).toBe(400);
    errorResponse.parse(malformed.json());
  });

  test('our own fault tells the request id and nothing of the cause', async () => {
    const response = await put('/api/things/1', { ...fine, name: 'broken' });
    expect(response.statusCode).toBe(500);
    const answer = errorResponse.parse(response.json());
    expect(answer.code).toBe('internal');
    expect(answer.requestId).toBe(response.headers['x-request-id']);
    expect(response.body).not.toContain('secret');
  });
});

test('an answer carries the declared fields alone', async () => {
  const response = await put('/api/things/7', { ...fine, name: 'too much' });
  expect(response.json()).toEqual({ id: 7 });
});

test('a database that is away is 503 with a time to come back', async () => {
  const nowhere = openDatabase({ ...database.connection, host: '/nonexistent' });
  const lost = await buildApp({ config: testConfig, database: nowhere, storage });
  for (const url of ['/api/health', '/api/auth/me']) {
    const response = await lost.inject({ url, headers });
    expect(response.statusCode).toBe(503);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(errorResponse.parse(response.json()).code).toBe('unavailable');
  }
  await lost.close();
  await nowhere.close();
});

test('every answer carries the security headers', async () => {
  const { headers: sent } = await app.inject({ url: '/api/health' });
  const policy = String(sent['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'self'(;|$)/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(sent['x-content-type-options']).toBe('nosniff');
  expect(sent['cache-control']).toBe('no-store');
  expect(sent['permissions-policy']).toContain('camera=(self)');
  expect(sent['referrer-policy']).toBe('no-referrer');
  expect(sent['content-type']).toBe('application/json; charset=utf-8');
  expect(sent).not.toHaveProperty('server');
  expect(sent).not.toHaveProperty('x-powered-by');
});

test('behind TLS a browser is told to stay there, for a year and with all subdomains', async () => {
  const { headers: open } = await app.inject({ url: '/api/health' });
  expect(open).not.toHaveProperty('strict-transport-security');
  const config = { ...testConfig, publicUrl: new URL('https://lop.example') };
  const encrypted = await buildApp({ config, database, storage });
  for (const url of ['/api/health', '/static/js/scan-page.0.chunk.js']) {
    const { headers: sent } = await encrypted.inject({ url });
    expect(sent['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  }
  await encrypted.close();
});

test.each([
  '/.git/config',
  '/.env',
  '/package.json',
  '/server/src/main.ts',
  '/..%2fpackage.json',
  '/static/..%2f..%2f..%2fpackage.json',
  '/uploads/avt/..%2f..%2fpackage.json',
  '/uploads/avt/',
  '/uploads/posts/..%2f..%2fpassword',
])('%s is not served', async (url) => {
  const { statusCode, body } = await app.inject({ url });
  expect([403, 404]).toContain(statusCode);
  errorResponse.parse(JSON.parse(body));
});

test('TRACE tells nobody what they sent', async () => {
  const response = await app.inject({ method: 'TRACE' as 'GET', url: '/api/auth/me', headers });
  expect(response.statusCode).toBe(404);
  expect(response.body).not.toContain(token);
});

test('only the thread of the scanner may compile WebAssembly', async () => {
  const policyOf = async (url: string) =>
    String((await app.inject({ url })).headers['content-security-policy']);
  expect(await policyOf('/scan-app/scan')).not.toContain('wasm');
  expect(await policyOf('/static/js/scan-page.0.chunk.js')).toBe("default-src 'none'");
  expect(await policyOf('/static/js/device-worker.0.chunk.js')).toBe(
    "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'",
  );
});

test('a page frames the hosts of slides, the operator’s own among them, and no other', async () => {
  const { slideHosts } = readConfig({ SLIDE_HOSTS: 'slides.example.vn, Video.Example.vn' });
  const own = await buildApp({ config: { ...testConfig, slideHosts }, database, storage });
  const { headers: sent } = await own.inject({ url: '/api/health' });
  const framed = /frame-src ([^;]+)/.exec(String(sent['content-security-policy']))?.[1]?.split(' ');
  expect(framed).toEqual([
    'https://www.canva.com',
    'https://docs.google.com',
    'https://www.youtube-nocookie.com',
    'https://slides.example.vn',
    'https://video.example.vn',
  ]);
  await own.close();
});

test('only the web app that the operator names may call from another origin', async () => {
  const origin = 'https://app.example';
  const shared = await buildApp({
    config: { ...testConfig, webOrigin: origin },
    database,
    storage,
  });
  const allowed = await shared.inject({ url: '/api/health', headers: { origin } });
  expect(allowed.headers['access-control-allow-origin']).toBe(origin);
  const preflight = await shared.inject({
    method: 'OPTIONS',
    url: '/api/auth/me',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,ngrok-skip-browser-warning',
    },
  });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers['access-control-allow-headers']).toContain('ngrok-skip-browser-warning');
  const closed = await app.inject({ url: '/api/health', headers: { origin } });
  expect(closed.headers['access-control-allow-origin']).toBeUndefined();
  await shared.close();
});
