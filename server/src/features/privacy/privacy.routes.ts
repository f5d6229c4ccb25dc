import { privacy } from '@lop-xanh/contract/privacy';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { pickId, serve, serveFile, serveWrite } from '../../http/serve.ts';
import { createCopy } from './copy.service.ts';
import {
  answerRequest,
  fileRequest,
  finishByHand,
  readRequest,
  readRequestPage,
} from './requests.service.ts';

export function registerPrivacyRoutes(
  app: FastifyInstance,
  { database: { db }, storage }: FeatureParts,
): void {
  serve(app, privacy.requests, ({ actor, query }) => {
    const { isOpen, subject_id: subjectId, ...page } = query;
    return readRequestPage(db, actor, {
      ...page,
      isOpen: isOpen === undefined ? undefined : isOpen === 'true',
      subjectId,
    });
  });
  serve(app, privacy.read, ({ actor, params }) => readRequest(db, actor, params.id));
  serveWrite(app, db, privacy.file, {
    write: ({ actor, body }, db) => fileRequest(db, actor, body),
    toStoredReference: pickId,
    respondToRetry: ({ actor }, db, { id }) => readRequest(db, actor, id),
  });
  serveWrite(app, db, privacy.answer, {
    write: ({ actor, params, body }, db) => answerRequest(db, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, db) => readRequest(db, actor, params.id),
  });
  serveWrite(app, db, privacy.finish, {
    write: ({ actor, params, body }, db) => finishByHand(db, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, db) => readRequest(db, actor, params.id),
  });
  serveFile(app, privacy.copy, ({ actor, params }) => createCopy(db, storage, actor, params.id));
}
