import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorResponse } from '@lop-xanh/contract/errors';
import fastify, { type InjectOptions } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../testing/test-app.ts';
import { sendError } from './error-handler.ts';
import { normalizeUrl } from './normalize-url.ts';
import { serveWebApp } from './web-app.ts';

const root = join(makeFolder(), '/');
mkdirSync(join(root, 'static/js'), { recursive: true });
writeFileSync(join(root, 'index.html'), '<title>Lớp Xanh</title>');
writeFileSync(join(root, 'static/js/main.1.js'), 'run()');

const app = fastify({ rewriteUrl: normalizeUrl });
app.setErrorHandler(sendError);
await serveWebApp(app, root);
afterAll(() => app.close());

test.each([
  { url: '/' },
  { url: '/lessons' },
  { url: '/posts/12?from=link' },
  { url: '/admin/people/7/' },
  { url: '/lessons', headers: { accept: 'application/json' } },
  { url: '/login?next=/api/health.json' },
  { url: '/lessons', method: 'HEAD' },
] satisfies InjectOptions[])(
  '$method $url returns the page, whatever the client accepts',
  async (request) => {
    const { statusCode, headers, body } = await app.inject(request);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).toBe('method' in request ? '' : '<title>Lớp Xanh</title>');
  },
);

test.each([
  { url: '/api' },
  { url: '/api/nothing' },
  { url: '/%61pi/nothing' },
  { url: '/uploads' },
  { url: '/uploads/posts/photo' },
  { url: '/static/js/main.0.js' },
  { url: '/static/nothing' },
  { url: '/robots.txt' },
  { url: '/.git/config' },
  { url: '/lessons', method: 'POST' },
] satisfies InjectOptions[])('$method $url is not found, even in a browser', async (request) => {
  const response = await app.inject({ ...request, headers: { accept: 'text/html' } });
  expect(response.statusCode).toBe(404);
  expect(errorResponse.parse(response.json()).code).toBe('not_found');
});

test('a hashed file of the build is cached forever', async () => {
  const { body, headers } = await app.inject({ url: '/static/js/main.1.js' });
  expect(body).toBe('run()');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});
