import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request as sendRequest,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../app.ts';
import { makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import {
  checkBodyLimit,
  checkCertificate,
  checkProxy,
  checkServer,
  judgeClient,
} from './check-site.ts';

const database = await makeTestDatabase();
const readFixture = (name: string) =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');

async function listen(server: Server & { closeAllConnections(): void }): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function startApp(trustedProxies: number): Promise<number> {
  const config = { ...testConfig, trustedProxies };
  const app = await buildApp({ config, database, storage: makeTestStorage(onTestFinished) });
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Passes requests on, with this X-Forwarded-For. */
async function startProxy(
  port: number,
  forward: (request: IncomingMessage) => string,
): Promise<URL> {
  const pass: RequestListener = (incoming, response) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': forward(incoming) };
    const { method, url: path } = incoming;
    const passed = sendRequest({ port, host: '127.0.0.1', method, path, headers }, (received) => {
      response.writeHead(received.statusCode ?? 0, received.headers);
      received.pipe(response);
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  };
  return new URL(`http://127.0.0.1:${await listen(createServer(pass))}`);
}

const remoteAddress = ({ socket }: IncomingMessage) => String(socket.remoteAddress);
const asSent = ({ headers }: IncomingMessage) => String(headers['x-forwarded-for']);

test('a proxy that sets the IP address of the client is fine', async () => {
  const proxy = await startProxy(await startApp(1), remoteAddress);
  expect(await checkProxy(proxy)).toMatchObject([{ level: 'ok', text: /127\.0\.0\.1/ }]);
});

test.each([
  ['a proxy that passes on what the client sent', 1, asSent],
  [
    'a server that trusts more proxies than there are',
    2,
    (request: IncomingMessage) => `${asSent(request)}, 127.0.0.1`,
  ],
])('%s is a problem: clients can make up their IP address', async (_, trusted, forward) => {
  const proxy = await startProxy(await startApp(trusted), forward);
  expect(await checkProxy(proxy)).toMatchObject([
    { level: 'problem', text: /believes whatever X-Forwarded-For a client sends/ },
  ]);
});

test('a server that sees only the proxy is a problem', () => {
  expect(judgeClient('127.0.0.1', '192.0.2.7').level).toBe('problem');
  expect(judgeClient('::ffff:127.0.0.1', '192.0.2.7').level).toBe('problem');
  expect(judgeClient('192.0.2.7', '192.0.2.7').level).toBe('ok');
  expect(judgeClient('127.0.0.1', '127.0.0.1').level).toBe('ok');
});

test('a proxy without a server behind it is a problem', async () => {
  const failing = createServer((_, response) => response.writeHead(502).end('<h1>Bad</h1>'));
  const proxy = new URL(`http://127.0.0.1:${await listen(failing)}`);
  expect(await checkProxy(proxy)).toMatchObject([{ level: 'problem', text: /status 502/ }]);
  const config = { ...testConfig, port: Number(proxy.port) };
  expect(await checkServer(config)).toMatchObject([{ level: 'problem', text: /another program/ }]);
});

test('a proxy with a low limit for bodies is a problem', async () => {
  const strict = createServer();
  strict.on('checkContinue', (_, response) => response.writeHead(413).end('<h1>Too large</h1>'));
  const proxy = new URL(`http://127.0.0.1:${await listen(strict)}`);
  expect(await checkBodyLimit(proxy)).toMatchObject([
    { level: 'problem', advice: /client_max_body_size 220m/ },
  ]);
  const open = await startProxy(await startApp(1), remoteAddress);
  expect(await checkBodyLimit(open)).toMatchObject([{ level: 'ok' }]);
  const direct = new URL(`http://127.0.0.1:${await startApp(0)}`);
  expect(await checkBodyLimit(direct)).toMatchObject([{ level: 'ok' }]);
});

test('a certificate is checked for trust, host and expiry', async () => {
  const ca = readFixture('localhost.pem');
  const server = createTlsServer({ cert: ca, key: readFixture('localhost.key') });
  const port = await listen(server);
  const url = new URL(`https://localhost:${port}`);
  const expiry = Date.parse('2126-10-25T00:00:00Z');
  const check = async (options: Parameters<typeof checkCertificate>[1]) =>
    (await checkCertificate(url, options))[0];
  expect(await check({ ca })).toMatchObject({ level: 'ok', text: /valid for another \d+ days/ });
  expect(await check({ ca, now: expiry - 10 * 86_400_000 })).toMatchObject({ level: 'warning' });
  expect(await check({ ca, now: expiry + 86_400_000 })).toMatchObject({
    level: 'problem',
    text: /expired/,
  });
  expect(await check({})).toMatchObject({ level: 'problem', text: /self.signed/i });
});
