import type { FastifyInstance } from 'fastify';
import { FairQueue } from '../lib/fair-queue.ts';
import { AppError } from './app-error.ts';
import { maxJsonBytes } from './json-body.ts';
import { holdPlace } from './request-queues.ts';

/**
 * A large body stays in memory from its first byte to the response. Requests beyond these limits wait unread,
 * which costs nothing.
 */
const queue = new FairQueue({
  maxRunning: 40,
  maxRunningPerCaller: 2,
  maxWaiting: 400,
  createError: () => new AppError('server_busy', { retryAfterSeconds: 3 }),
});

/** Lets users take turns where an endpoint accepts a larger JSON body than usual. */
export function limitLargeBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ actor, routeOptions }, reply) => {
    if ((routeOptions.bodyLimit ?? 0) <= maxJsonBytes) return;
    await holdPlace(queue, String(actor?.id), reply.raw);
  });
}
