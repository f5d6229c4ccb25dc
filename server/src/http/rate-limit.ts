import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { bearerToken } from './authentication.ts';
import { toNetwork } from './networks.ts';
import { isApiUrl } from './normalize-url.ts';
import { createTurnTaker } from './take-turns.ts';

/** Requests per minute. */
export interface RateLimits {
  perUser: number;
  /** Without a session; a whole school may share one address. */
  perAddress: number;
  /** Of stored files. */
  filesPerUser: number;
}

export const defaultRateLimits: RateLimits = {
  perUser: 600,
  perAddress: 6_000,
  filesPerUser: 3_000,
};

const maxKnownTokens = 100_000;

/** Counts a request after authentication, by user or by address. */
export type CountRequest = (request: FastifyRequest) => Promise<void>;

/** Tokens of existing sessions, the least recently used first. */
type KnownTokens = Set<string>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The token of an existing session, or else the network, which many may share. */
    caller: string;
  }
}

/**
 * Lets callers take turns. Call it before all other hooks are added: what a request does before its turn
 * is done for a whole flood at once.
 */
export function takeTurns(app: FastifyInstance): KnownTokens {
  const knownTokens: KnownTokens = new Set();
  const takeTurn = createTurnTaker();
  app.decorateRequest('caller', '');
  app.addHook('onRequest', async (request) => {
    const token = bearerToken(request) ?? '';
    request.caller = knownTokens.has(token) ? token : toNetwork(request.ip);
    await takeTurn(request.caller);
  });
  return knownTokens;
}

/** Rejects requests of an address that has sent too many without a session before any database query is made for it. */
export async function limitRates(
  app: FastifyInstance,
  limits: RateLimits,
  knownTokens: KnownTokens,
): Promise<CountRequest> {
  await app.register(rateLimit, { global: false, timeWindow: '1 minute' });
  const countByAddress = app.createRateLimit({
    max: limits.perAddress,
    keyGenerator: ({ ip }) => toNetwork(ip),
  });
  // By user, so that logging in again does not restart the count.
  const countByUser = app.createRateLimit({ max: limits.perUser, keyGenerator: getUserKey });

  app.addHook('onRequest', async (request) => {
    if (!isApiUrl(request.url)) return;
    const { access } = request.routeOptions.config;
    if (!access || access === 'anyone') return rejectIfExceeded(await countByAddress(request));
    // Made-up tokens from the same address must not lock out users who are logged in.
    if (knownTokens.has(bearerToken(request) ?? '')) return;
    rejectIfExceeded(await countByAddress(request, { increment: false }));
  });

  return async (request) => {
    const hasSession = request.actor !== undefined;
    const token = bearerToken(request) ?? '';
    knownTokens.delete(token);
    if (hasSession) knownTokens.add(token);
    const [oldest] = knownTokens;
    if (knownTokens.size > maxKnownTokens && oldest) knownTokens.delete(oldest);
    rejectIfExceeded(await (hasSession ? countByUser(request) : countByAddress(request)));
  };
}

/** Counts each user's requests to what has a limit of its own; to an endpoint before their bodies are read. */
export function limitEndpoint(
  app: FastifyInstance,
  max: number,
  timeWindow: '1 minute' | '1 hour',
): CountRequest {
  const countByUser = app.createRateLimit({ max, timeWindow, keyGenerator: getUserKey });
  return async (request) => rejectIfExceeded(await countByUser(request));
}

function getUserKey({ actor }: FastifyRequest): string {
  return String(actor?.id);
}

type RateLimitResult = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

function rejectIfExceeded(result: RateLimitResult): void {
  if (result.isAllowed || !result.isExceeded) return;
  throw new AppError('too_many_requests', { retryAfterSeconds: result.ttlInSeconds });
}
