import { moderation } from '@lop-xanh/contract/moderation';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveWrite } from '../../http/serve.ts';
import {
  editClassSettings,
  editSchoolSettings,
  readClassSettings,
  readSchoolSettings,
} from './settings.service.ts';

export function registerCommentSettingsRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  serve(app, moderation.settings, ({ actor }) => readSchoolSettings(db, actor));
  serveWrite(app, db, moderation.editSettings, {
    write: ({ actor, body }, db) => editSchoolSettings(db, actor, body),
    respondToRetry: ({ actor }, db) => readSchoolSettings(db, actor),
  });
  serve(app, moderation.classSettings, ({ actor, params }) =>
    readClassSettings(db, actor, params.id),
  );
  serveWrite(app, db, moderation.editClassSettings, {
    write: ({ actor, params, body }, db) =>
      editClassSettings(db, actor, { ...params, mode: body.class }),
    respondToRetry: ({ actor, params }, db) => readClassSettings(db, actor, params.id),
  });
}
