import { privacy } from '@lop-xanh/contract/privacy';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveWrite } from '../../http/serve.ts';
import { createViewerLoader } from '../../storage/signed-urls.ts';
import { eraseByRequest, previewErasure } from './erasure.service.ts';
import { settleErasures } from './erasure-records.service.ts';
import { readRequest } from './requests.service.ts';

export function registerErasureRoutes(app: FastifyInstance, parts: FeatureParts): void {
  const { config, storage, loadSigner } = parts;
  const { db } = parts.database;
  const toViewer = createViewerLoader(loadSigner);

  serve(app, privacy.retention, async () => config.retention);
  serve(app, privacy.previewErasure, async ({ actor, params }) =>
    previewErasure(db, await toViewer(actor), params.id),
  );
  void app.register(async (scope) => {
    // Between the commit and the response. What fails here, the cleanup does later.
    scope.addHook('onSend', async ({ log }, { statusCode }) => {
      if (statusCode >= 300) return;
      await settleErasures(db, storage).catch((error: unknown) =>
        log.error({ err: error }, 'files of an erasure remain'),
      );
    });
    serveWrite(scope, db, privacy.erase, {
      write: ({ actor, params, body }, db) => eraseByRequest(db, actor, { ...params, ...body }),
      respondToRetry: ({ actor, params }, db) => readRequest(db, actor, params.id),
    });
  });
}
