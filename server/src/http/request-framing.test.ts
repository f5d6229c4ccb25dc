import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { errorAnswer, refusals } from '@lop-xanh/contract/errors';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';

const app = await makeTestApp(await makeTestDatabase());
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

const login = ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
const hidden = ['GET /api/health HTTP/1.1', 'Host: x', 'Connection: close', '', ''];

/** All that the server says before it hangs up. */
async function send(lines: string[]): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
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
  errorAnswer.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''));

test('a body of a stated length ends there, and the next request begins', async () => {
  const answer = await send([...login, 'Content-Length: 2', '', `{}${hidden.join('\r\n')}`]);
  expect(statusesIn(answer)).toEqual(['400', '200']);
});

test.each([
  ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked', '', '0', '']],
  ['two lengths', ['Content-Length: 0', 'Content-Length: 4', '', 'abcd']],
  ['a length that is no number', ['Content-Length: +4', '', 'abcd']],
  ['chunks by another name', ['Transfer-Encoding: xchunked', '', '0', '']],
  ['a name with a space', ['Content-Length : 4', '', 'abcd']],
  ['a folded header', ['X-Note: a', ' Content-Length: 4', '', 'abcd']],
  ['a chunk of an unclear length', ['Transfer-Encoding: chunked', '', '0x4', 'abcd', '0', '']],
])('a request with %s is refused, and what hides behind it is not answered', async (_, lines) => {
  const answer = await send([...login, ...lines, '', ...hidden]);
  expect(statusesIn(answer)).toEqual(['400']);
  expect(errorIn(answer)).toEqual(refusals.invalid_input);
});

test('headers without end are refused as too large', async () => {
  const answer = await send([...login, `X-Note: ${'a'.repeat(100_000)}`, '', '']);
  expect(statusesIn(answer)).toEqual(['413']);
  expect(errorIn(answer)).toEqual(refusals.too_large);
});
