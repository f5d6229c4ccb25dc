import { audit } from '@lop-xanh/contract/audit';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { readAuditPage } from './audit.service.ts';

export function registerAuditRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  serve(app, audit.list, ({ query }) => readAuditPage(db, query));
}
