import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Time for the proxy to notice; it then avoids this server for longer (`fail_timeout` in docs/nginx.conf). */
const drainMs = 1_000;

/**
 * Before it stops, a server behind a proxy drops the connections of reads: the proxy retries them on
 * another server and sends nothing more to this one. Writes are still done, because a proxy must not
 * retry them. When we stop listening, no request is on its way to us.
 */
export function dropReadsWhileDraining(app: FastifyInstance, draining: AbortSignal): void {
  app.addHook('onRequest', async ({ method, raw }, reply) => {
    if (!draining.aborted) return;
    if (method === 'GET' || method === 'HEAD') {
      reply.hijack();
      raw.socket.destroy();
    } else {
      reply.header('connection', 'close');
    }
  });
}

export async function drain(draining: AbortController): Promise<void> {
  draining.abort();
  await pause(drainMs);
}
