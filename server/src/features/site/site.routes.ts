import { site } from '@lop-xanh/contract/site';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { demoAccounts, demoPassword } from '../../demo/demo-accounts.ts';
import { AppError } from '../../http/app-error.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { version } from '../../version.ts';
import { createReadinessCheck } from './readiness.service.ts';
import { pingDatabase } from './site.queries.ts';

export function registerSiteRoutes(app: FastifyInstance, parts: FeatureParts): void {
  const { config, database } = parts;
  const listProblems = createReadinessCheck(parts);
  const startedAt = new Date().toISOString();

  serve(app, site.health, async () => {
    await pingDatabase(database.db);
    return { status: 'ok' as const };
  });

  serve(app, site.ready, async ({ request }) => {
    const problems = await listProblems();
    if (problems.length > 0) {
      throw new AppError('not_ready', { values: { problems: problems.join(', ') } });
    }
    return {
      status: 'ready' as const,
      client: request.ip,
      server: isFromThisMachine(request) ? { version, startedAt } : null,
    };
  });

  serve(app, site.openapi, async () => app.swagger() as Record<string, unknown>);

  serve(app, site.welcome, async () => ({
    hint: config.loginHint ?? null,
    demo: config.isDemo
      ? {
          password: demoPassword,
          accounts: Object.values(demoAccounts).map(({ username, role }) => ({ username, role })),
        }
      : null,
  }));
}

/** Directly: whoever asks through a proxy need not know the version. */
function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined;
  return !isForwarded && socket.remoteAddress === socket.localAddress;
}
