import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the route's handler may take, where that is longer than for most. */
    handlerMs?: number;
  }
  interface FastifyRequest {
    handlerTimer: NodeJS.Timeout | undefined;
  }
}

export interface TimeLimits {
  /** Until a response begins. */
  handlerMs: number;
  /** While a response is sent and its client takes none of it. */
  stallMs: number;
}

/** The system tells us of progress in steps of up to a few megabytes: a slow reader takes one in two minutes. */
export const defaultTimeLimits: TimeLimits = { handlerMs: 30_000, stallMs: 120_000 };

/**
 * A handler has its time until the response begins; the response then takes as long as it makes progress.
 * (Fastify's own `handlerTimeout` runs on until the last byte is sent, and cuts a slow download.)
 */
export function limitTimes(app: FastifyInstance, { handlerMs, stallMs }: TimeLimits): void {
  const beingSent = new Set<ServerResponse>();
  app.decorateRequest('handlerTimer', undefined);

  app.addHook('onRequest', (request, reply, done) => {
    const give503 = () => {
      if (!reply.sent) reply.send(new AppError('unavailable'));
    };
    request.handlerTimer = setTimeout(give503, request.routeOptions.config.handlerMs ?? handlerMs);
    reply.raw.once('close', () => {
      clearTimeout(request.handlerTimer);
      beingSent.delete(reply.raw);
    });
    done();
  });

  app.addHook('onSend', ({ handlerTimer, raw: { socket } }, { raw }, _payload, done) => {
    clearTimeout(handlerTimer);
    // Node refreshes it with every byte that the client takes, and sets it again for the next request.
    if (socket instanceof Socket) socket.setTimeout(stallMs);
    if (!raw.destroyed) beingSent.add(raw);
    done();
  });

  // A slow download must not keep a stopping server waiting for longer than a handler would.
  app.addHook('preClose', (done) => {
    setTimeout(() => {
      for (const response of beingSent) response.destroy();
    }, handlerMs).unref();
    done();
  });
}
