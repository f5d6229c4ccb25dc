import type { FastifyRequest } from 'fastify';

/** Structured lines without secrets: no token, and no query, which may name people. */
export function loggerOptions(level: string) {
  return {
    level,
    serializers: {
      req: ({ id, method, routeOptions }: FastifyRequest) => ({
        id,
        method,
        route: routeOptions?.url ?? 'none',
      }),
    },
  };
}
