import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';

/** Structured log lines without secrets: no tokens, and no query strings, which may contain names. */
export function createLogger(level: string, stream?: DestinationStream): FastifyBaseLogger {
  const serializers = {
    req: ({ id, method, routeOptions }: FastifyRequest) => ({
      id,
      method,
      route: routeOptions?.url ?? 'none',
    }),
  };
  return pino({ level, serializers }, stream);
}
