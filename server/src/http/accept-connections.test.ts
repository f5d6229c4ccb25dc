import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { acceptInTurns, startInOrder } from './accept-connections.ts';

function makeServer() {
  const handled: Socket[] = [];
  const server = createServer();
  server.removeAllListeners('connection');
  server.on('connection', (socket) => handled.push(socket));
  acceptInTurns(server);
  return { server, handled };
}

test('connections that arrive together are handled four per turn, in their order', async () => {
  const { server, handled } = makeServer();
  const sockets = Array.from({ length: 9 }, () => new Socket());
  for (const socket of sockets) server.emit('connection', socket);
  expect(handled).toEqual([]);
  for (const count of [4, 8, 9]) {
    await nextTurn();
    expect(handled).toEqual(sockets.slice(0, count));
  }
  server.emit('connection', sockets[0] as Socket);
  await nextTurn();
  expect(handled).toHaveLength(10);
});

test('a client that hangs up before its turn is left out and harms nobody', async () => {
  const { server, handled } = makeServer();
  const [first, lost, last] = [new Socket(), new Socket(), new Socket()];
  for (const socket of [first, lost, last]) server.emit('connection', socket);
  lost.destroy(new Error('read ECONNRESET'));
  for (const _ of [first, lost, last]) await nextTurn();
  expect(handled).toEqual([first, last]);
});

test('a request starts once the response before it has been sent, and not at all if the client hangs up', async () => {
  const started = new Map<string | undefined, ServerResponse>();
  const server = createServer(({ url }, response) => started.set(url, response));
  startInOrder(server);
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = (...paths: string[]) =>
    connect(port, '127.0.0.1', function (this: Socket) {
      const last = paths.at(-1);
      for (const path of paths) {
        const connection = path === last ? 'close' : 'keep-alive';
        this.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`);
      }
    });

  const lost = send('/a', '/b');
  await expect.poll(() => started.has('/a')).toBe(true);
  lost.destroy();
  await once(started.get('/a') as ServerResponse, 'close');

  const received = text(send('/c', '/d', '/e'));
  for (const path of ['/c', '/d', '/e']) {
    await expect.poll(() => started.has(path)).toBe(true);
    expect([...started.keys()].at(-1)).toBe(path);
    started.get(path)?.end(`response to ${path}`);
  }
  expect((await received).match(/response to .*(?=HTTP|$)/gm)).toHaveLength(3);
  expect(started.has('/b')).toBe(false);
});
