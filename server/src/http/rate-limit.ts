import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { bearerToken } from './authentication.ts';
import { networkOf } from './networks.ts';
import { isApiUrl } from './normal-url.ts';
import { turnTaker } from './take-turns.ts';

/** Requests a minute: of one user, and of one address without a session, where a whole school may sit behind it. */
export interface RateLimits {
  perUser: number;
  perAddress: number;
}

export const defaultRateLimits: RateLimits = { perUser: 600, perAddress: 6_000 };

const sessionsRemembered = 100_000;

/** Counts a request once it is known whether a user is behind it. */
export type CountRequest = (request: FastifyRequest) => Promise<void>;

/**
 * Lets callers take turns, and turns away an address that has sent too many requests without a session,
 * before anything is looked up for it.
 */
export async function limitRates(app: FastifyInstance, limits: RateLimits): Promise<CountRequest> {
  await app.register(rateLimit, { global: false, timeWindow: '1 minute' });
  const ofAddress = app.createRateLimit({
    max: limits.perAddress,
    keyGenerator: ({ ip }) => networkOf(ip),
  });
  // By the user, so that logging in again does not restart the count.
  const ofUser = app.createRateLimit({
    max: limits.perUser,
    keyGenerator: (request) => String(request.actor?.id),
  });
  /** The tokens behind which a session was found, the one used longest ago first. */
  const known = new Set<string>();
  const takeTurn = turnTaker();

  app.addHook('onRequest', async (request) => {
    if (!isApiUrl(request.url)) return;
    const token = bearerToken(request) ?? '';
    const isKnown = known.has(token);
    await takeTurn(isKnown ? token : networkOf(request.ip));
    const { access } = request.routeOptions.config;
    if (!access || access === 'anyone') return refuseBeyond(await ofAddress(request));
    // Whoever is logged in stays so while somebody else at their address makes up tokens.
    if (isKnown) return;
    refuseBeyond(await ofAddress(request, { increment: false }));
  });

  return async (request) => {
    const hasSession = request.actor !== undefined;
    const token = bearerToken(request) ?? '';
    known.delete(token);
    if (hasSession) known.add(token);
    const [oldest] = known;
    if (known.size > sessionsRemembered && oldest) known.delete(oldest);
    refuseBeyond(await (hasSession ? ofUser(request) : ofAddress(request)));
  };
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

function refuseBeyond(counted: Counted): void {
  if (counted.isAllowed || !counted.isExceeded) return;
  throw new AppError('too_many_requests', { retryAfterSeconds: counted.ttlInSeconds });
}
