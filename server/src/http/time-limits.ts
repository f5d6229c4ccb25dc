import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
  /** Until the response begins, without the time in which we wait for the client to send. */
  handlerMs: number;
  /** While we wait for a body, without any of it arriving or with less than `minBytesPerSecond`. */
  senderMs: number;
  /** While a response is being sent and the client reads none of it. */
  stallMs: number;
}

/** The system reports progress in steps of up to a few megabytes; a slow client may need two minutes for one. */
export const defaultTimeLimits: TimeLimits = {
  handlerMs: 30_000,
  senderMs: 30_000,
  stallMs: 120_000,
};

/** The poorest mobile networks manage more. */
const minBytesPerSecond = 4 * 1024;

/**
 * Limits how slowly a body may arrive, and a handler until its response begins; the response may then take as
 * long as it makes progress.
 * (Fastify's own `handlerTimeout` runs until the last byte is sent, and would cut off slow downloads.)
 */
export function limitTimes(
  app: FastifyInstance,
  { handlerMs, senderMs, stallMs }: TimeLimits,
): void {
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

  app.addHook('preParsing', (request, reply, _payload, done) => {
    rejectSlowSender(request, reply, senderMs);
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

/**
 * Rejects a request while its body trickles in. Every byte buys time, up to `senderMs`, so that a poor line may
 * be slow and even stall for a while.
 */
function rejectSlowSender(request: FastifyRequest, reply: FastifyReply, senderMs: number): void {
  const { raw } = request;
  const { socket } = raw;
  if (raw.complete || !(socket instanceof Socket)) return;
  const intervalMs = senderMs / 30;
  let { bytesRead } = socket;
  let remainingMs = senderMs;
  const timer = setInterval(() => {
    if (raw.complete || reply.sent) return clearInterval(timer);
    const earnedMs = ((socket.bytesRead - bytesRead) / minBytesPerSecond) * 1_000;
    ({ bytesRead } = socket);
    // The client is not to blame while the request waits for its turn, or while we store what has arrived.
    const waitedMs = raw.readableFlowing ? intervalMs : 0;
    remainingMs = Math.min(senderMs, remainingMs + earnedMs - waitedMs);
    if (remainingMs <= 0) reply.header('connection', 'close').send(new AppError('too_slow'));
    else if (waitedMs > 0) request.handlerTimer?.refresh();
  }, intervalMs);
  reply.raw.once('close', () => clearInterval(timer));
}
