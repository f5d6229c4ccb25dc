import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { EventStream } from './event-stream.ts';

const app = fastify();
const opened: { stream: EventStream; isClosed: boolean }[] = [];
app.get('/events', async (_, reply) => {
  const one = { stream: new EventStream(reply), isClosed: false };
  one.stream.onClosed(() => {
    one.isClosed = true;
  });
  opened.push(one);
  return reply;
});
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

/** A reader who asks, and takes nothing of the answer. */
async function openUnread() {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.pause();
  await once(socket, 'connect');
  socket.write('GET /events HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => opened.length).toBeGreaterThan(0);
  return opened.pop() as (typeof opened)[number];
}

test('a reader who takes nothing is let go before what waits for them grows', async () => {
  const one = await openUnread();
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  let sent = 0;
  while (!one.isClosed && sent < 1000) {
    one.stream.send('x'.repeat(32 * 1024));
    sent += 1;
    await new Promise(setImmediate);
  }
  expect(one.isClosed).toBe(true);
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  expect(after - before).toBeLessThan(32 * 1024 * 1024);
  one.stream.send('nobody hears this');
  one.stream.beat();
});

test('one who takes everything hears it and the beats', async () => {
  const { port } = app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/events`);
  const { stream } = opened.pop() as (typeof opened)[number];
  stream.send({ unread: 3 });
  stream.beat();
  stream.end();
  expect(await response.text()).toBe('data: {"unread":3}\n\n:\n\n');
});
