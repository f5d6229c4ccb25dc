import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { expectNamedError } from '../testing/error-texts.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { rejectMalformedRequest } from './error-handler.ts';

const app = await makeTestApp(await makeTestDatabase());
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

/** Gets 404 if its head is accepted, wherever its body ends. */
const outer = ['POST /api/nothing HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
/** Gets 200 if it is taken for a request. */
const hidden = ['GET /api/health HTTP/1.1', 'Host: x', '', ''].join('\r\n');
const last = ['GET /api/health HTTP/1.1', 'Host: x', 'Connection: close', '', ''];

/** Returns everything that the server sends before it closes the connection. */
async function send(lines: string[], { port } = app.server.address() as AddressInfo) {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.write(lines.join('\r\n'));
  await once(socket, 'close');
  return received;
}

const findStatuses = (response: string) => response.match(/(?<=HTTP\/1\.1 )\d+/g);
const parseError = (response: string) =>
  expectNamedError(JSON.parse(response.split('\r\n\r\n')[1] ?? ''));

test('a body ends at its Content-Length, and the next request begins there', async () => {
  const response = await send([...outer, 'Content-Length: 2', '', `{}${last.join('\r\n')}`]);
  expect(findStatuses(response)).toEqual(['404', '200']);
});

test.each([
  ['a length and chunks', [`Content-Length: ${hidden.length}`, 'Transfer-Encoding: chunked']],
  ['two lengths', ['Content-Length: 0', `Content-Length: ${hidden.length}`]],
  ['a length that is not a number', [`Content-Length: +${hidden.length}`]],
  ['an unknown transfer encoding', ['Transfer-Encoding: xchunked']],
  ['a space in a header name', [`Content-Length : ${hidden.length}`]],
  ['a folded header', ['X-Note: a', ` Content-Length: ${hidden.length}`]],
])('a request with %s is rejected, and a request hidden in it is ignored', async (_, headers) => {
  const response = await send([...outer, ...headers, '', `${hidden}${last.join('\r\n')}`]);
  expect(findStatuses(response)).toEqual(['400']);
  expect(parseError(response)).toMatchObject({ reason: 'invalid_input' });
});

test('headers that are too large are rejected', async () => {
  const response = await send([...outer, `X-Note: ${'a'.repeat(100_000)}`, '', '']);
  expect(findStatuses(response)).toEqual(['413']);
  expect(parseError(response)).toMatchObject({ reason: 'too_large' });
});

test.each([
  ['a client that timed out', 'ERR_HTTP_REQUEST_TIMEOUT', ''],
  ['a client that is receiving a response', 'HPE_INVALID_METHOD', 'HTTP/1.1 200 OK\r\n\r\n'],
])('%s is disconnected without an error response', async (_, code, begun) => {
  const server = createServer((socket) => {
    if (begun) socket.write(begun);
    rejectMalformedRequest({ code }, socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(await send([], server.address() as AddressInfo)).toBe(begun);
});
