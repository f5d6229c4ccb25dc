import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface HttpRelay {
  readonly address: string;
  /** The method and path of every request. */
  readonly requests: string[];
  /** Ends all connections, also in the middle of a response. */
  hangUp: () => void;
}

/** Stands before a server and passes everything on as it is, so that signatures of requests stay valid. */
export async function startHttpRelay(target: string): Promise<HttpRelay> {
  const { hostname, port } = new URL(target);
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
    client.on('data', (chunk: Buffer) => {
      const [, request] = /^([A-Z]+ \S+) HTTP\/1\.1\r\n/.exec(chunk.toString('latin1')) ?? [];
      if (request) requests.push(request);
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    listener.close();
    hangUp();
  });
  const { port: ownPort } = listener.address() as AddressInfo;
  return { address: `http://127.0.0.1:${ownPort}`, requests, hangUp };
}
