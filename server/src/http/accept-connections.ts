import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Parsing the first request of a connection takes a fraction of a millisecond. */
const acceptedPerTurn = 4;

/**
 * Reads a few new connections per turn of the event loop. A flood of them would otherwise be read and parsed
 * in a single turn, while everybody else waits.
 */
export function acceptInTurns(server: Server): void {
  const [handle] = server.listeners('connection');
  if (!handle) throw new Error('This server handles no connections.');
  server.removeAllListeners('connection');
  const waiting: Socket[] = [];
  const startTurn = () => {
    for (const socket of waiting.splice(0, acceptedPerTurn)) {
      if (!socket.destroyed) handle.call(server, socket);
    }
    if (waiting.length > 0) setImmediate(startTurn);
  };
  server.on('connection', (socket: Socket) => {
    // Nobody else listens yet, and a client may hang up at once.
    socket.on('error', ignoreError);
    waiting.push(socket);
    if (waiting.length === 1) setImmediate(startTurn);
  });
}

/**
 * Starts the next request of a connection once the response before it has been sent. Node would start all that a
 * client has sent at once, and tell those that wait nothing when it hangs up: their open files would stay open.
 */
export function startInOrder(server: Server): void {
  const [handle] = server.listeners('request');
  if (!handle) throw new Error('This server handles no requests.');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const start = () => handle.call(server, request, response);
    if (response.socket) start();
    else response.once('socket', start);
  });
}

function ignoreError(): void {}
