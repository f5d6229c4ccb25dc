import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { closeUnusedConnections } from './unused-connections.ts';

async function startApp() {
  const app = fastify({ forceCloseConnections: 'idle' });
  closeUnusedConnections(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(app.server, 'connection');
  return { app, socket };
}

test('a connection over which nothing was sent does not delay the stop', async () => {
  const { app, socket } = await startApp();
  const closed = once(socket, 'close');
  await app.close();
  await expect(closed).resolves.toEqual([false]);
});

test('a first request that arrives while the server stops gets a response', async () => {
  const { app, socket } = await startApp();
  const stopped = app.close();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 \d{3} /);
  await stopped;
});
