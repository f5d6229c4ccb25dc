import { dashboard } from '@lop-xanh/contract/dashboard';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { readDashboard, readLogins, readSchoolTasks } from './dashboard.service.ts';

export function registerDashboardRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  serve(app, dashboard.read, ({ query }) => readDashboard(db, query));
  serve(app, dashboard.logins, ({ query: { monday } }) => readLogins(db, monday));
  serve(app, dashboard.tasks, ({ actor, query: { school_id } }) =>
    readSchoolTasks(db, actor, school_id),
  );
}
