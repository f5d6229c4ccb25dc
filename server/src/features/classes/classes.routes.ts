import { classes } from '@lop-xanh/contract/classes';
import type { FastifyInstance } from 'fastify';
import { prepared } from '../../database/database.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { keepId, serve, serveWrite } from '../../http/serve.ts';
import { allGrades } from './classes.queries.ts';
import { findClasses, readStudents } from './classes.service.ts';
import { addClass, editClass, readClass, removeClass } from './manage-classes.service.ts';

const removed = { message: 'Đã xóa lớp' };

export function classesRoutes(app: FastifyInstance, { database }: FeatureParts): void {
  const { db } = database;
  const run = prepared(database);

  serve(app, classes.grades, async () => ({ grades: await allGrades(db) }));

  serve(app, classes.list, ({ actor, query }) => findClasses(db, actor, query));

  serve(app, classes.students, async ({ actor, params }) => ({
    students: await readStudents(run, actor, params.id),
  }));
  serveWrite(app, database, classes.create, {
    write: ({ actor, body }, db) => addClass(db, actor, body),
    keep: keepId,
    repeat: ({ actor }, db, { id }) => readClass(db, actor, id),
  });
  serveWrite(app, database, classes.edit, {
    write: ({ actor, params, body }, db) => editClass(db, actor, { ...params, ...body }),
    repeat: ({ actor, params }, db) => readClass(db, actor, params.id),
  });
  serveWrite(app, database, classes.remove, {
    async write({ actor, params }, db) {
      await removeClass(db, actor, params.id);
      return removed;
    },
    repeat: async () => removed,
  });
}
