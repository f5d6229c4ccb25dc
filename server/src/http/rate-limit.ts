import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { bearerToken } from './authentication.ts';

/** Calls a minute: of one session, and of one address, where a whole school may sit behind one. */
export interface RateLimits {
  perSession: number;
  perAddress: number;
}

export const defaultRateLimits: RateLimits = { perSession: 600, perAddress: 6_000 };

export async function limitRates(app: FastifyInstance, limits: RateLimits): Promise<void> {
  await app.register(rateLimit, {
    timeWindow: '1 minute',
    max: (_request, key) => (key.startsWith('session') ? limits.perSession : limits.perAddress),
    keyGenerator: (request) => {
      // Where no session is needed, a made-up token would be a new one with every call.
      const needsSession = request.routeOptions.config.access !== 'anyone';
      const token = needsSession && bearerToken(request);
      return token ? `session ${token}` : `address ${request.ip}`;
    },
    allowList: (request) => !request.url.startsWith('/api'),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  });
}
