import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Time for a proxy to notice; it then stays away for longer than this (`fail_timeout` in docs/nginx.conf). */
const msToLeave = 1_000;

/**
 * A server behind a proxy that is about to stop hangs up on whoever only reads: the proxy asks another
 * one and sends nobody here any more. What writes is still done, for it must not be sent twice. So
 * nobody is on the way to us when we stop listening, and nothing is lost.
 */
export function hangUpOnLeaving(app: FastifyInstance, leaving: AbortSignal): void {
  app.addHook('onRequest', async ({ method, raw }, reply) => {
    if (!leaving.aborted) return;
    if (method === 'GET' || method === 'HEAD') {
      reply.hijack();
      raw.socket.destroy();
    } else {
      reply.header('connection', 'close');
    }
  });
}

export async function leave(leaving: AbortController): Promise<void> {
  leaving.abort();
  await pause(msToLeave);
}
