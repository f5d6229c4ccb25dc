import { search } from '@lop-xanh/contract/search';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { find } from './search.service.ts';

export function registerSearchRoutes(app: FastifyInstance, { database }: FeatureParts): void {
  serve(app, search.find, ({ actor, query }) => find(database.db, actor, query.q));
}
