import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type Socket } from 'node:net';
import type { Config } from '../config.ts';
import { explainListenError } from './listening.ts';

/**
 * Connections that are accepted before the app can respond, so that no request is lost while an upgrade
 * migrates the database. They wait unread until the app takes them over.
 */
export class HeldConnections {
  readonly #sockets = new Set<Socket>();
  readonly #listener = createServer({ pauseOnConnect: true }, (socket) => {
    this.#sockets.add(socket);
    // A client that does not wait any longer.
    socket.on('error', () => this.#sockets.delete(socket));
  });

  get count(): number {
    return this.#sockets.size;
  }

  async open({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
    if (this.#listener.listening) return;
    this.#listener.listen({ port, host });
    await once(this.#listener, 'listening').catch((error: unknown) => {
      throw explainListenError(error, { port, host });
    });
  }

  /** Lets `listen` start the server, on the same port if connections are being held. */
  async handOver(server: Server, listen: () => Promise<unknown>): Promise<void> {
    if (this.#listener.listening) {
      const listenTo = server.listen.bind(server);
      // Two servers share the socket in between, so that at no time nobody listens.
      server.listen = () => listenTo(this.#listener);
    }
    await listen();
    for (const socket of this.#sockets) {
      socket.removeAllListeners('error');
      readOnceHandled(socket);
      server.emit('connection', socket);
    }
    this.#sockets.clear();
  }

  /** Ends what nobody took over. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    if (this.#listener.listening) this.#listener.close();
  }
}

/** The server may handle the connection later (`acceptInTurns`); what is read before that would be lost. */
function readOnceHandled(socket: Socket): void {
  socket.on('newListener', function resume(event) {
    if (event !== 'data') return;
    socket.off('newListener', resume);
    socket.resume();
  });
}
