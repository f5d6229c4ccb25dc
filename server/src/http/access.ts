import type { Access } from '@lop-xanh/contract/endpoint';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { FairQueue } from '../lib/fair-queue.ts';
import { AppError } from './app-error.ts';
import { type Actor, type ActorFinder, bearerToken } from './authentication.ts';
import type { CountRequest } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    allowedDuringSetup?: boolean;
    returnsProfile?: boolean;
  }
  interface FastifyRequest {
    actor: Actor | undefined;
  }
}

/** However many requests one caller sends at once, others find a free connection to the database. */
const lookups = new FairQueue({
  maxRunning: Number.POSITIVE_INFINITY,
  maxRunningPerCaller: 2,
  maxWaiting: 10_000,
  createError: () => new AppError('server_busy', { retryAfterSeconds: 3 }),
});

/** Checks every request against the access that its route declares, before any other hook runs. */
export function guardAccess(
  app: FastifyInstance,
  { findByToken }: ActorFinder,
  countRequest: CountRequest,
): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const unguarded = routes.filter(({ url, config }) => url.startsWith('/api') && !config?.access);
    if (unguarded.length > 0) {
      const names = unguarded.map(({ method, url }) => `${String(method)} ${url}`).join(', ');
      throw new Error(`These routes declare no access: ${names}`);
    }
  });

  app.decorateRequest('actor', undefined);
  app.addHook('onRequest', async (request) => {
    const { access, allowedDuringSetup, returnsProfile } = request.routeOptions.config;
    if (!access || access === 'anyone') return;
    const token = bearerToken(request);
    const actor = token
      ? await lookups.run(request.caller, () =>
          findByToken(token, { asProfile: returnsProfile ?? false }),
        )
      : undefined;
    request.actor = actor;
    await countRequest(request);
    if (!actor) throw new AppError('unauthenticated');
    if (actor.isChangePass && !allowedDuringSetup) {
      throw new AppError('password_change_required');
    }
    if (actor.mustAddFactor && !allowedDuringSetup) throw new AppError('second_factor_missing');
    if (!access[actor.role]) throw new AppError('forbidden');
  });
}
