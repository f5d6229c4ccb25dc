import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../testing/nginx.ts';
import { acceptInTurns } from './accept-connections.ts';
import { HeldConnections } from './held-connections.ts';

const host = '127.0.0.1';

/** Responds with what it was sent. */
function createEcho() {
  const server = createServer((request, response) => {
    void text(request).then((body) => response.end(body));
  });
  acceptInTurns(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const listen = (port: number) => {
    server.listen(port, host);
    return once(server, 'listening');
  };
  return { server, listen };
}

test('requests that came before the app are processed by it, as are later ones', async () => {
  const port = await findFreePort();
  const held = new HeldConnections();
  await held.open({ port, host });
  const responses: string[] = [];
  const send = async (body: string) => {
    const response = await fetch(`http://${host}:${port}/`, { method: 'POST', body });
    responses.push(await response.text());
  };
  const bodies = Array.from({ length: 50 }, (_, index) => `sớm ${index}`);
  const early = bodies.map(send);
  const { server, listen } = createEcho();
  await expect.poll(() => held.count).toBe(50);
  expect(responses).toEqual([]);
  await held.handOver(server, () => listen(port));
  expect((server.address() as AddressInfo).port).toBe(port);
  await Promise.all([...early, send('muộn')]);
  expect(responses.toSorted()).toEqual([...bodies, 'muộn'].toSorted());
});

test('without an upgrade the app listens by itself', async () => {
  const port = await findFreePort();
  const held = new HeldConnections();
  const { server, listen } = createEcho();
  await held.handOver(server, () => listen(port));
  const response = await fetch(`http://${host}:${port}/`, { method: 'POST', body: 'một' });
  expect(await response.text()).toBe('một');
  held.close();
  expect(server.listening).toBe(true);
});

test('a start that fails ends the connections and frees the port', async () => {
  const port = await findFreePort();
  const held = new HeldConnections();
  await held.open({ port, host });
  const request = fetch(`http://${host}:${port}/`);
  await expect.poll(() => held.count).toBe(1);
  held.close();
  await expect(request).rejects.toThrow('fetch failed');
  const { listen } = createEcho();
  await listen(port);
});
