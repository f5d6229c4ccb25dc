import { classes } from '@lop-xanh/contract/classes';
import type { FastifyInstance } from 'fastify';
import { prepared } from '../../database/database.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveWrite } from '../../http/serve.ts';
import { allGrades } from './classes.queries.ts';
import { findClasses, readStudents } from './classes.service.ts';
import { addClass, editClass, removeClass } from './manage-classes.service.ts';

export function classesRoutes(app: FastifyInstance, { database }: FeatureParts): void {
  const { db } = database;
  const run = prepared(database);

  serve(app, classes.grades, async () => ({ grades: await allGrades(db) }));

  serve(app, classes.list, ({ actor, query }) => findClasses(db, actor, query));

  serve(app, classes.students, async ({ actor, params }) => ({
    students: await readStudents(run, actor, params.id),
  }));
  serveWrite(app, database, classes.create, ({ actor, body }, db) => addClass(db, actor, body));
  serveWrite(app, database, classes.edit, ({ actor, params, body }, db) =>
    editClass(db, actor, { ...params, ...body }),
  );
  serveWrite(app, database, classes.remove, async ({ actor, params }, db) => {
    await removeClass(db, actor, params.id);
    return { message: 'Đã xóa lớp' };
  });
}
