import { consent } from '@lop-xanh/contract/consent';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveWrite } from '../../http/serve.ts';
import {
  answerConsent,
  readClassConsent,
  readConsent,
  readPostsToReview,
  recordPaperForm,
  recordPaperForms,
} from './consent.service.ts';

export function registerConsentRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  serve(app, consent.read, ({ actor, params }) => readConsent(db, actor, params.id));
  serveWrite(app, db, consent.answer, {
    write: ({ actor, params, body }, db) => answerConsent(db, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, db) => readConsent(db, actor, params.id),
  });
  serveWrite(app, db, consent.record, {
    write: ({ actor, params, body }, db) => recordPaperForm(db, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, db) => readConsent(db, actor, params.id),
  });
  serve(app, consent.ofClass, ({ actor, params }) => readClassConsent(db, actor, params.id));
  serveWrite(app, db, consent.recordClass, {
    write: ({ actor, params, body }, db) => recordPaperForms(db, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, db) => readClassConsent(db, actor, params.id),
  });
  serve(app, consent.posts, ({ actor, params, query }) =>
    readPostsToReview(db, actor, { ...params, ...query }),
  );
}
