import { today } from '@lop-xanh/contract/today';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { createViewerLoader } from '../../storage/signed-urls.ts';
import { readToday } from './today.service.ts';

export function registerTodayRoutes(
  app: FastifyInstance,
  { database: { db }, loadSigner }: FeatureParts,
): void {
  const toViewer = createViewerLoader(loadSigner);
  serve(app, today.read, async ({ actor }) => readToday(db, await toViewer(actor)));
}
