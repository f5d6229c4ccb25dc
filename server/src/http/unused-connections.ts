import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A first request may be on its way when the server begins to stop. */
const graceMs = 1_000;

/**
 * Closes connections without a request when the server stops. Browsers and monitors open some in advance, which do
 * not count as idle, and Node.js would wait a minute for their first request.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', (done) => {
    setTimeout(() => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, graceMs);
    done();
  });
}
