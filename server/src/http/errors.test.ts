import { endpoint, everyone } from '@lop-xanh/contract/endpoint';
import { errorResponse } from '@lop-xanh/contract/errors';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/database.ts';
import { addSchool, addUser } from '../testing/fixtures.ts';
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
    path: '/api/items/{id}',
    summary: 'An endpoint of this test',
    access: everyone('self'),
    params: z.object({ id: z.coerce.number().int().positive() }),
    body: z.object({ name: z.string().max(10), weeks: z.array(z.object({ week: z.number() })) }),
    response: z.object({ id: z.number() }),
  }),
  async ({ params, body }) => {
    if (body.name === 'broken') throw new Error('an internal secret');
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
const validBody = { name: 'An', weeks: [] };

describe('errors have one shape', () => {
  test('an invalid field is named by its path', async () => {
    const response = await put('/api/items/1', {
      name: 'quá dài quá dài',
      weeks: [{ week: 'a' }],
    });
    expect(response.statusCode).toBe(400);
    const error = errorResponse.parse(response.json());
    expect(error.code).toBe('invalid_input');
    expect(error.issues?.map(({ path }) => path)).toEqual(['name', 'weeks.0.week']);
  });

  test.each(['0', '-1', '1.5', 'abc', '9999999999999999999999', '%00', '1%20or%201=1'])(
    'the id %s in a path is 404',
    async (id) => {
      const response = await put(`/api/items/${id}`, validBody);
      expect(response.statusCode).toBe(404);
      expect(errorResponse.parse(response.json()).code).toBe('not_found');
    },
  );

  test.each([
    ['broken JSON', '{"name":', 400],
    ['a prototype', '{"__proto__":{"admin":true},"name":"An","weeks":[]}', 400],
    ['a constructor', '{"constructor":{"prototype":{}},"name":"An","weeks":[]}', 400],
    ['a null byte', '{"name":"A\\u0000n","weeks":[]}', 400],
    ['a lone surrogate', '{"name":"A\\ud83c","weeks":[]}', 400],
    ['a lone surrogate as a key', '{"\\udf31":1,"name":"An","weeks":[]}', 400],
    ['more nested lists than the stack holds', '['.repeat(300_000) + ']'.repeat(300_000), 400],
    ['no content', '', 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['two megabytes', `{"name":"${'a'.repeat(2 * 1024 * 1024)}"}`, 413],
  ])('a body with %s is rejected', async (_, payload, status) => {
    const response = await put('/api/items/1', payload);
    expect(response.statusCode).toBe(status);
    errorResponse.parse(response.json());
  });

  test('a content type other than JSON is 415', async () => {
    const response = await put('/api/items/1', '<a/>', { 'content-type': 'text/xml' });
    expect(response.statusCode).toBe(415);
    expect(errorResponse.parse(response.json()).code).toBe('unsupported_type');
  });

  test('an unknown or malformed API path never returns the web page', async () => {
    const unknown = await app.inject({ url: '/api/nothing', headers: { accept: 'text/html' } });
    expect(unknown.statusCode).toBe(404);
    expect(errorResponse.parse(unknown.json()).code).toBe('not_found');
    const malformed = await app.inject({ url: '/api/%zz' });
    expect(malformed.statusCode).toBe(400);
    errorResponse.parse(malformed.json());
  });

  test('an internal error returns the request id and nothing about its cause', async () => {
    const response = await put('/api/items/1', { ...validBody, name: 'broken' });
    expect(response.statusCode).toBe(500);
    const error = errorResponse.parse(response.json());
    expect(error.code).toBe('internal');
    expect(error.requestId).toBe(response.headers['x-request-id']);
    expect(response.body).not.toContain('secret');
  });
});

test('a response contains only the declared fields', async () => {
  const response = await put('/api/items/7', { ...validBody, name: 'too much' });
  expect(response.json()).toEqual({ id: 7 });
});

test('an unreachable database is 503 with Retry-After', async () => {
  const unreachable = openDatabase({ ...database.connection, host: '/nonexistent' });
  const disconnected = await buildApp({ config: testConfig, database: unreachable, storage });
  for (const url of ['/api/health', '/api/auth/me']) {
    const response = await disconnected.inject({ url, headers });
    expect(response.statusCode).toBe(503);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(errorResponse.parse(response.json()).code).toBe('unavailable');
  }
  await disconnected.close();
  await unreachable.close();
});

test('every response has the security headers', async () => {
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

test('behind TLS, Strict-Transport-Security holds for a year and all subdomains', async () => {
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

test('TRACE does not echo the request', async () => {
  const response = await app.inject({ method: 'TRACE' as 'GET', url: '/api/auth/me', headers });
  expect(response.statusCode).toBe(404);
  expect(response.body).not.toContain(token);
});

test('only the worker of the scanner may compile WebAssembly', async () => {
  const readPolicy = async (url: string) =>
    String((await app.inject({ url })).headers['content-security-policy']);
  expect(await readPolicy('/scan-app/scan')).not.toContain('wasm');
  expect(await readPolicy('/static/js/scan-page.0.chunk.js')).toBe("default-src 'none'");
  expect(await readPolicy('/static/js/device-worker.0.chunk.js')).toBe(
    "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'",
  );
});

test('a page may frame only the slide hosts, including those of SLIDE_HOSTS', async () => {
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

test('only WEB_ORIGIN may send requests from another origin', async () => {
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
