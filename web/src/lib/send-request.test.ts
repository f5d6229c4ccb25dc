import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { NetworkError } from './api-errors.ts';
import { dropEarlyResponses } from './early-responses.ts';
import { networkLimits } from './network-limits.ts';
import { sendRequest } from './send-request.ts';

let close = () => {};
afterEach(() => close());

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const soon = { readMs: 50, writeMs: 60_000 };

test('a read waits 8 seconds for the server, and a write 30', () => {
  expect(networkLimits).toMatchObject({ readMs: 8_000, writeMs: 30_000 });
});

test('a read on a line that hangs is given up', async () => {
  const url = await startServer(() => {});
  const error = await sendRequest(new Request(url), soon).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ isTimeout: true });
});

test('a write on the same line, and the rest of a slow response, get more time', async () => {
  // Time enough for a busy machine to begin a response.
  const limits = { readMs: 1_000, writeMs: 60_000 };
  const url = await startServer(({ method }, response) => {
    if (method === 'GET') response.writeHead(200).write('{"posts":');
    setTimeout(() => response.end(method === 'GET' ? '[]}' : '{}'), 1.5 * limits.readMs);
  });
  const [read, write] = await Promise.all([
    sendRequest(new Request(url), limits),
    sendRequest(new Request(url, { method: 'POST' }), limits),
  ]);
  expect(read).toMatchObject({ body: { posts: [] } });
  expect(write).toMatchObject({ body: {} });
});

test('a page of a proxy in place of data is no response of the server', async () => {
  const url = await startServer((_, response) => response.end('<html>Đăng nhập Wi-Fi</html>'));
  const error = await sendRequest(new Request(url)).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ isTimeout: false });
});

/** As `public/first-page.js` does before the app has loaded. */
function sendEarly(url: string, token: string): void {
  const controller = new AbortController();
  const response = fetch(url, { signal: controller.signal });
  globalThis.earlyResponses?.push({ url, token, response, controller });
}

const requestAs = (url: string, token: string) =>
  new Request(url, { headers: { authorization: `Bearer ${token}` } });

test('a request that was sent early is not sent again, once and for the same session', async () => {
  let count = 0;
  const url = await startServer((_, response) => {
    count += 1;
    response.end(String(count));
  });
  sendEarly(`${url}/`, 'a');
  await expect.poll(() => count).toBe(1);
  expect(await sendRequest(requestAs(url, 'b'))).toMatchObject({ body: 2 });
  expect(await sendRequest(requestAs(url, 'a'))).toMatchObject({ body: 1 });
  expect(await sendRequest(requestAs(url, 'a'))).toMatchObject({ body: 3 });
  sendEarly(`${url}/`, 'a');
  await expect.poll(() => count).toBe(4);
  dropEarlyResponses();
  expect(await sendRequest(requestAs(url, 'a'))).toMatchObject({ body: 5 });
});

test('a request that was sent early is given up like any other', async () => {
  const url = await startServer(() => {});
  sendEarly(`${url}/`, 'a');
  const error = await sendRequest(requestAs(url, 'a'), soon).catch((error: unknown) => error);
  expect(error).toMatchObject({ isTimeout: true });
});
