import { people } from '@lop-xanh/contract/people';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { readPerson } from './people.service.ts';

export function registerPeopleRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  serve(app, people.read, ({ actor, params }) => readPerson(db, actor, params.id));
}
