import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { acceptInTurns } from './accept-connections.ts';

function makeServer() {
  const handled: Socket[] = [];
  const server = createServer();
  server.removeAllListeners('connection');
  server.on('connection', (socket) => handled.push(socket));
  acceptInTurns(server);
  return { server, handled };
}

test('connections that arrive together are handled one per turn, in their order', async () => {
  const { server, handled } = makeServer();
  const sockets = [new Socket(), new Socket(), new Socket()];
  for (const socket of sockets) server.emit('connection', socket);
  expect(handled).toEqual([]);
  for (const count of [1, 2, 3]) {
    await nextTurn();
    expect(handled).toEqual(sockets.slice(0, count));
  }
  server.emit('connection', sockets[0] as Socket);
  await nextTurn();
  expect(handled).toHaveLength(4);
});

test('a client that hangs up before its turn is left out and harms nobody', async () => {
  const { server, handled } = makeServer();
  const [first, lost, last] = [new Socket(), new Socket(), new Socket()];
  for (const socket of [first, lost, last]) server.emit('connection', socket);
  lost.destroy(new Error('read ECONNRESET'));
  for (const _ of [first, lost, last]) await nextTurn();
  expect(handled).toEqual([first, last]);
});
