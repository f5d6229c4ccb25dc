import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { bearerToken } from './authentication.ts';

/** Calls a minute: of one session, and of one address without one, where a whole school may sit behind it. */
export interface RateLimits {
  perSession: number;
  perAddress: number;
}

export const defaultRateLimits: RateLimits = { perSession: 600, perAddress: 6_000 };

const sessionsRemembered = 100_000;

/** Counts a call of which it is known whether a session is behind it. */
export type CountCaller = (request: FastifyRequest, hasSession: boolean) => Promise<void>;

/** Turns away an address that has called too often without a session, before anything is looked up for it. */
export async function limitRates(app: FastifyInstance, limits: RateLimits): Promise<CountCaller> {
  await app.register(rateLimit, { global: false, timeWindow: '1 minute' });
  const ofAddress = app.createRateLimit({ max: limits.perAddress });
  const ofSession = app.createRateLimit({
    max: limits.perSession,
    keyGenerator: (request) => bearerToken(request) ?? '',
  });
  /** The tokens behind which a session was found, the one used longest ago first. */
  const known = new Set<string>();

  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api')) return;
    const { access } = request.routeOptions.config;
    if (!access || access === 'anyone') return refuseBeyond(await ofAddress(request));
    // Whoever is logged in stays so while somebody else at their address makes up tokens.
    if (known.has(bearerToken(request) ?? '')) return;
    refuseBeyond(await ofAddress(request, { increment: false }));
  });

  return async (request, hasSession) => {
    const token = bearerToken(request) ?? '';
    known.delete(token);
    if (hasSession) known.add(token);
    const [oldest] = known;
    if (known.size > sessionsRemembered && oldest) known.delete(oldest);
    refuseBeyond(await (hasSession ? ofSession(request) : ofAddress(request)));
  };
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

function refuseBeyond(counted: Counted): void {
  if (counted.isAllowed || !counted.isExceeded) return;
  throw new AppError('too_many_requests', { retryAfterSeconds: counted.ttlInSeconds });
}
