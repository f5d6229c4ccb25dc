import { site } from '@lop-xanh/contract/site';
import type { FastifyInstance } from 'fastify';
import { demoAccounts, demoPassword } from '../../demo/demo-accounts.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { pingDatabase } from './site.queries.ts';

export function registerSiteRoutes(app: FastifyInstance, { config, database }: FeatureParts): void {
  serve(app, site.health, async () => {
    await pingDatabase(database.db);
    return { status: 'ok' as const };
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
