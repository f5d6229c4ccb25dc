import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { EventStream } from './event-stream.ts';

const app = fastify();
const opened: { stream: EventStream; isClosed: boolean }[] = [];
app.get('/events', async (_, reply) => {
  const connection = { stream: new EventStream(reply), isClosed: false };
  connection.stream.onClose(() => {
    connection.isClosed = true;
  });
  opened.push(connection);
  return reply;
});
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

/** Opens a stream as a client that reads nothing. */
async function openUnread() {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.pause();
  await once(socket, 'connect');
  socket.write('GET /events HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => opened.length).toBeGreaterThan(0);
  return opened.pop() as (typeof opened)[number];
}

test('a client that reads nothing is dropped before its buffer grows', async () => {
  const connection = await openUnread();
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  let sent = 0;
  while (!connection.isClosed && sent < 1000) {
    connection.stream.send('x'.repeat(32 * 1024));
    sent += 1;
    await new Promise(setImmediate);
  }
  expect(connection.isClosed).toBe(true);
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  expect(after - before).toBeLessThan(32 * 1024 * 1024);
  connection.stream.send('never sent');
  connection.stream.sendHeartbeat();
});

test('a client that reads gets the events and the heartbeats', async () => {
  const { port } = app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/events`);
  const { stream } = opened.pop() as (typeof opened)[number];
  stream.send({ unread: 3 });
  stream.sendHeartbeat();
  stream.end();
  expect(await response.text()).toBe('data: {"unread":3}\n\n:\n\n');
});
