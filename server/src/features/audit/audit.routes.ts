import { audit } from '@lop-xanh/contract/audit';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveFile } from '../../http/serve.ts';
import { getI18n } from '../../language/i18n.ts';
import { exportAudit, readAuditActors, readAuditPage } from './audit.service.ts';

export function registerAuditRoutes(
  app: FastifyInstance,
  { config, database: { db } }: FeatureParts,
): void {
  serve(app, audit.list, ({ actor, query }) => readAuditPage(db, actor, query));
  serve(app, audit.actors, ({ actor, query }) => readAuditActors(db, actor, query));
  serveFile(app, audit.exportCsv, ({ actor, query }) =>
    exportAudit(db, actor, { ...query, i18n: getI18n(actor, config) }),
  );
}
