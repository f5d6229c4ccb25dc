import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** More than this waits only for a reader who does not read. */
const mostWaitingBytes = 16 * 1024;

/** Server-sent events to one reader. What a dead or slow one does not take is not kept for them. */
export class EventStream {
  readonly #response: ServerResponse;
  #wasBehind = false;

  /** Takes the answer out of the framework's hands, with the headers that it has by now. */
  constructor(reply: FastifyReply) {
    reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // A proxy that collected the answer first would keep every event to itself.
      'x-accel-buffering': 'no',
      // Nothing follows on it, and a server that stops need not wait for it.
      connection: 'close',
      'x-request-id': reply.request.id,
    });
    reply.hijack();
    this.#response = reply.raw;
    this.#response.writeHead(200, reply.getHeaders() as Record<string, string>);
    this.#response.on('error', () => undefined);
    this.#response.flushHeaders();
  }

  onClosed(listener: () => void): void {
    this.#response.once('close', listener);
  }

  send(data: unknown): void {
    this.#write(`data: ${JSON.stringify(data)}\n\n`);
  }

  /** Keeps proxies from thinking it dead; whoever takes nothing from one beat to the next is gone. */
  beat(): void {
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
    if (this.#response.writableLength > mostWaitingBytes) this.#response.destroy();
  }
}
