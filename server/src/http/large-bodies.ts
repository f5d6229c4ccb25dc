import type { FastifyInstance } from 'fastify';
import { FairQueue } from '../lib/fair-queue.ts';
import { AppError } from './app-error.ts';
import { maxJsonBytes } from './json-body.ts';

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
  app.addHook('preParsing', async ({ actor, raw, routeOptions }, reply) => {
    if ((routeOptions.bodyLimit ?? 0) <= maxJsonBytes) return;
    await new Promise<void>((start, reject) => {
      const waitForEnd = () =>
        new Promise<void>((end) => {
          if (raw.destroyed) end();
          reply.raw.once('close', end);
          start();
        });
      queue.run(String(actor?.id), waitForEnd).catch(reject);
    });
  });
}
