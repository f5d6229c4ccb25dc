import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { errorResponse } from '@lop-xanh/contract/errors';
import type { Language } from '@lop-xanh/contract/rules/languages';
import fastify, { type InjectOptions } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../testing/test-app.ts';
import { sendError } from './error-handler.ts';
import { normalizeUrl } from './normalize-url.ts';
import { serveWebApp } from './web-app.ts';

const root = join(makeFolder(), '/');
mkdirSync(join(root, 'static/js'), { recursive: true });
const page = readFileSync(new URL('../../../web/index.html', import.meta.url), 'utf8');
writeFileSync(join(root, 'index.html'), page);
writeFileSync(join(root, 'static/js/main.1.js'), 'run()');

async function makeWebApp(language: Language) {
  const app = fastify({ rewriteUrl: normalizeUrl });
  app.setErrorHandler(sendError);
  await serveWebApp(app, language, root);
  afterAll(() => app.close());
  return app;
}
const app = await makeWebApp('default');

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
    expect(body).toBe('method' in request ? '' : page);
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

describe.each(['vi', 'en'] as const)('if the language of the site is %s', async (language) => {
  const localizedApp = await makeWebApp(language);
  const localizedPage = page.replace(
    '<html lang="vi">',
    `<html lang="${language}" data-language="${language}">`,
  );

  test.each(['/', '/index.html', '/lessons'])('the page at %s names it', async (url) => {
    const { statusCode, headers, body } = await localizedApp.inject({ url });
    expect(statusCode).toBe(200);
    expect(body).toBe(localizedPage);
    expect(body).not.toBe(page);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('a browser that accepts %s gets %s', async (accepted, encoding, decompress) => {
    for (const url of ['/', '/lessons']) {
      const response = await localizedApp.inject({ url, headers: { 'accept-encoding': accepted } });
      expect(response.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(response.rawPayload.length),
        vary: 'accept-encoding',
      });
      expect(decompress(response.rawPayload).toString()).toBe(localizedPage);
    }
  });

  test('an unchanged page is not sent again', async () => {
    for (const url of ['/', '/lessons']) {
      const { etag } = (await localizedApp.inject({ url })).headers;
      const headers = { 'if-none-match': String(etag), 'accept-encoding': 'br' };
      const again = await localizedApp.inject({ url, headers });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-cache' });
      const changed = await localizedApp.inject({ url, headers: { 'if-none-match': 'W/"old"' } });
      expect(changed.statusCode).toBe(200);
    }
  });

  test('a HEAD request gets the headers of the page', async () => {
    // Only a real connection leaves out the body.
    const address = await localizedApp.listen({ port: 0 });
    for (const url of ['/', '/index.html', '/lessons']) {
      const headers = { 'accept-encoding': 'gzip' };
      const { etag, 'content-length': length } = (await localizedApp.inject({ url, headers }))
        .headers;
      const head = await fetch(address + url, { method: 'HEAD', headers });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(Object.fromEntries(head.headers)).toMatchObject({
        etag,
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        'content-length': length,
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      });
    }
  });

  test('files and paths that are not pages stay as they are', async () => {
    const file = await localizedApp.inject({ url: '/static/js/main.1.js' });
    expect(file.body).toBe('run()');
    for (const request of [{ url: '/api' }, { url: '/robots.txt' }, { url: '/', method: 'POST' }]) {
      const { statusCode } = await localizedApp.inject(request as InjectOptions);
      expect(statusCode).toBe(404);
    }
  });
});

test('the page in another language has another ETag', async () => {
  const apps = [await makeWebApp('vi'), await makeWebApp('en')];
  const tags = await Promise.all(apps.map(async (each) => (await each.inject('/')).headers.etag));
  expect(new Set(tags).size).toBe(2);
});
