import { people } from '@lop-xanh/contract/people';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { readPerson, readPersonComments } from './people.service.ts';

export function registerPeopleRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  serve(app, people.read, ({ actor, params }) => readPerson(db, actor, params.id));
  serve(app, people.comments, ({ actor, params, query }) =>
    readPersonComments(db, actor, { ...params, ...query }),
  );
}
