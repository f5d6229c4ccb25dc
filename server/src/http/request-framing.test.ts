import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { apiErrors, errorResponse } from '@lop-xanh/contract/errors';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeTestApp } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { answerUnreadable } from './error-handler.ts';

const app = await makeTestApp(await makeTestDatabase());
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

/** Answered with 404 where its head is taken, wherever its body may end. */
const outer = ['POST /api/nothing HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
/** Answered with 200 by whoever takes it for a request. */
const hidden = ['GET /api/health HTTP/1.1', 'Host: x', '', ''].join('\r\n');
const last = ['GET /api/health HTTP/1.1', 'Host: x', 'Connection: close', '', ''];

/** All that the server says before it hangs up. */
async function send(lines: string[], { port } = app.server.address() as AddressInfo) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.write(lines.join('\r\n'));
  await once(socket, 'close');
  return answer;
}

const statusesIn = (answer: string) => answer.match(/(?<=HTTP\/1\.1 )\d+/g);
const errorIn = (answer: string) =>
  errorResponse.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''));

test('a body of a stated length ends there, and the next request begins', async () => {
  const answer = await send([...outer, 'Content-Length: 2', '', `{}${last.join('\r\n')}`]);
  expect(statusesIn(answer)).toEqual(['404', '200']);
});

test.each([
  ['a length and chunks', [`Content-Length: ${hidden.length}`, 'Transfer-Encoding: chunked']],
  ['two lengths', ['Content-Length: 0', `Content-Length: ${hidden.length}`]],
  ['a length that is no number', [`Content-Length: +${hidden.length}`]],
  ['chunks by another name', ['Transfer-Encoding: xchunked']],
  ['a name with a space', [`Content-Length : ${hidden.length}`]],
  ['a folded header', ['X-Note: a', ` Content-Length: ${hidden.length}`]],
])('a request with %s is refused, and what hides in it is not answered', async (_, headers) => {
  const answer = await send([...outer, ...headers, '', `${hidden}${last.join('\r\n')}`]);
  expect(statusesIn(answer)).toEqual(['400']);
  expect(errorIn(answer)).toEqual(apiErrors.invalid_input);
});

test('headers without end are refused as too large', async () => {
  const answer = await send([...outer, `X-Note: ${'a'.repeat(100_000)}`, '', '']);
  expect(statusesIn(answer)).toEqual(['413']);
  expect(errorIn(answer)).toEqual(apiErrors.too_large);
});

test.each([
  ['who was too slow', 'ERR_HTTP_REQUEST_TIMEOUT', ''],
  ['who is in the middle of an answer', 'HPE_INVALID_METHOD', 'HTTP/1.1 200 OK\r\n\r\n'],
])('%s is hung up on without a word', async (_, code, begun) => {
  const server = createServer((socket) => {
    if (begun) socket.write(begun);
    answerUnreadable({ code }, socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(await send([], server.address() as AddressInfo)).toBe(begun);
});
