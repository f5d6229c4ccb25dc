import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { openStreams } from '../metrics/events.ts';

/** Only a client that has stopped reading lets more than this pile up. */
const maxBufferedBytes = 16 * 1024;

/** Server-sent events to one client. Nothing is buffered for a client that does not read. */
export class EventStream {
  readonly #response: ServerResponse;
  #wasBehind = false;

  /** Takes the response over from Fastify, with the headers set so far. */
  constructor(reply: FastifyReply) {
    reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Stops nginx from buffering the events.
      'x-accel-buffering': 'no',
      // No request follows on this connection, so a stopping server need not wait for one.
      connection: 'close',
      'x-request-id': reply.request.id,
    });
    reply.hijack();
    this.#response = reply.raw;
    this.#response.writeHead(200, reply.getHeaders() as Record<string, string>);
    this.#response.on('error', () => undefined);
    this.#response.flushHeaders();
    openStreams.inc();
    this.onClose(() => openStreams.dec());
  }

  onClose(listener: () => void): void {
    this.#response.once('close', listener);
  }

  send(data: unknown): void {
    this.#write(`data: ${JSON.stringify(data)}\n\n`);
  }

  /** Keeps proxies from closing the stream, and drops a client that read nothing since the last heartbeat. */
  sendHeartbeat(): void {
    const isBehind = this.#response.writableLength > 0;
    if (isBehind && this.#wasBehind) this.#response.destroy();
    else this.#write(':\n\n');
    this.#wasBehind = isBehind;
  }

  end(): void {
    this.#response.end();
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#response.write(text);
    if (this.#response.writableLength > maxBufferedBytes) this.#response.destroy();
  }
}
