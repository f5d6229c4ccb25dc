import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';

/** Structured lines without secrets: no token, and no query, which may name people. */
export function openLog(level: string, stream?: DestinationStream): FastifyBaseLogger {
  const serializers = {
    req: ({ id, method, routeOptions }: FastifyRequest) => ({
      id,
      method,
      route: routeOptions?.url ?? 'none',
    }),
  };
  return pino({ level, serializers }, stream);
}
