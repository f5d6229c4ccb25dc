import { moderation } from '@lop-xanh/contract/moderation';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { createViewerLoader } from '../../storage/signed-urls.ts';
import { updatePresence } from './presence.service.ts';
import { readQueue } from './queue.service.ts';

export function registerModerationRoutes(
  app: FastifyInstance,
  { database: { db }, loadSigner }: FeatureParts,
): void {
  const toViewer = createViewerLoader(loadSigner);

  serve(app, moderation.queue, async ({ actor, query }) =>
    readQueue(db, await toViewer(actor), query),
  );
  serve(app, moderation.presence, ({ actor, body }) => updatePresence(db, actor, body));
}
