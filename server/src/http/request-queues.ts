import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, FairQueue } from '../lib/fair-queue.ts';
import { watchQueue } from '../metrics/queues.ts';
import { AppError } from './app-error.ts';

/**
 * What one user may do at a time. Whatever they send at once, the database has connections for everybody else: further
 * requests wait here, without a connection.
 */
export const maxAtATime = {
  writes: 3,
  reads: 4,
  expensive_reads: 2,
  file_lookups: 4,
  // More than a page shows, because a browser may keep videos open that it has buffered.
  downloads: 60,
};
type QueueName = keyof typeof maxAtATime;
export type QueueLimits = Record<QueueName, number>;

/** No page sends as many requests at once. */
export const floodSize = 32;

/** Whoever waits longer has sent far more than the app does. */
export const maxReadWaitMs = 5_000;
/** Nobody likes to enter something again. */
const maxWriteWaitMs = 20_000;

declare module 'fastify' {
  interface FastifyInstance {
    requestQueues: Record<QueueName, FairQueue>;
  }
}

export function openRequestQueues(app: FastifyInstance, limits: QueueLimits): void {
  const openQueue = (name: QueueName, maxWaitMs = maxReadWaitMs) => {
    const queue = new FairQueue({
      maxRunning: Number.POSITIVE_INFINITY,
      maxRunningPerCaller: limits[name],
      // A slow download must not hold back the others.
      ...(name !== 'downloads' && { floodSize }),
      maxWaiting: 2_000,
      maxWaitMs,
      createError: () => new AppError('server_busy', { retryAfterSeconds: 3 }),
    });
    watchQueue(name, () => queue);
    return queue;
  };
  app.decorate('requestQueues', {
    writes: openQueue('writes', maxWriteWaitMs),
    reads: openQueue('reads'),
    expensive_reads: openQueue('expensive_reads'),
    file_lookups: openQueue('file_lookups'),
    downloads: openQueue('downloads'),
  });
}

/** Runs a part of a request in the turn of its user. */
export function runInTurn<T>(
  name: QueueName,
  { actor, server }: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  return actor ? server.requestQueues[name].run(String(actor.id), work) : work();
}

/** Waits for the turn of the user, which lasts until the response has been sent. */
export function takePlace(
  name: QueueName,
  { actor, server }: FastifyRequest,
  { raw }: FastifyReply,
): Promise<void> {
  return holdPlace(server.requestQueues[name], String(actor?.id), raw);
}

/** Waits for a place in a queue, and leaves it when the response has been sent or the client is gone. */
export function holdPlace(
  queue: FairQueue,
  caller: Caller,
  response: ServerResponse,
): Promise<void> {
  return new Promise((start, reject) => {
    const hold = () =>
      new Promise<void>((leave) => {
        if (response.destroyed) leave();
        response.once('close', leave);
        start();
      });
    queue.run(caller, hold).catch(reject);
  });
}
