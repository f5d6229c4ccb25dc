import { classes } from '@lop-xanh/contract/classes';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { allGrades } from './classes.queries.ts';
import { findClasses } from './classes.service.ts';

export function classesRoutes(app: FastifyInstance, { database: { db } }: FeatureParts): void {
  serve(app, classes.grades, async () => ({ grades: await allGrades(db) }));

  serve(app, classes.list, ({ actor, query }) => findClasses(db, actor, query));
}
