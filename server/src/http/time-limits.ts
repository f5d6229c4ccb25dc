import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Overrides the default time limit of the handler. */
    handlerMs?: number;
  }
  interface FastifyRequest {
    handlerTimer: NodeJS.Timeout | undefined;
  }
}

export interface TimeLimits {
  /** Until the response begins. */
  handlerMs: number;
  /** While a response is being sent and the client reads none of it. */
  stallMs: number;
}

/** The system reports progress in steps of up to a few megabytes; a slow client may need two minutes for one. */
export const defaultTimeLimits: TimeLimits = { handlerMs: 30_000, stallMs: 120_000 };

/**
 * Limits a handler until its response begins; the response may then take as long as it makes progress.
 * (Fastify's own `handlerTimeout` runs until the last byte is sent, and would cut off slow downloads.)
 */
export function limitTimes(app: FastifyInstance, { handlerMs, stallMs }: TimeLimits): void {
  const sendingResponses = new Set<ServerResponse>();
  app.decorateRequest('handlerTimer', undefined);

  app.addHook('onRequest', (request, reply, done) => {
    const sendUnavailable = () => {
      if (!reply.sent) reply.send(new AppError('unavailable'));
    };
    request.handlerTimer = setTimeout(
      sendUnavailable,
      request.routeOptions.config.handlerMs ?? handlerMs,
    );
    reply.raw.once('close', () => {
      clearTimeout(request.handlerTimer);
      sendingResponses.delete(reply.raw);
    });
    done();
  });

  app.addHook('onSend', ({ handlerTimer, raw: { socket } }, { raw }, _payload, done) => {
    clearTimeout(handlerTimer);
    // Node restarts the timer with every byte that the client reads, and resets it for the next request.
    if (socket instanceof Socket) socket.setTimeout(stallMs);
    if (!raw.destroyed) sendingResponses.add(raw);
    done();
  });

  // A slow download must not delay shutdown for longer than a handler would.
  app.addHook('preClose', (done) => {
    setTimeout(() => {
      for (const response of sendingResponses) response.destroy();
    }, handlerMs).unref();
    done();
  });
}
