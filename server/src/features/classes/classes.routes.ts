import { classes } from '@lop-xanh/contract/classes';
import type { FastifyInstance } from 'fastify';
import { poolRunner } from '../../database/database.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { pickId, serve, serveWrite } from '../../http/serve.ts';
import { listGrades } from './classes.queries.ts';
import { findClasses, readStudents } from './classes.service.ts';
import { createClass, deleteClass, editClass, readClass } from './manage-classes.service.ts';

const deletedMessage = { message: 'Đã xóa lớp' };

export function registerClassRoutes(app: FastifyInstance, { database }: FeatureParts): void {
  const { db } = database;
  const run = poolRunner(database);

  serve(app, classes.grades, async () => ({ grades: await listGrades(db) }));

  serve(app, classes.list, ({ actor, query }) => findClasses(db, actor, query));

  serve(app, classes.students, async ({ actor, params }) => ({
    students: await readStudents(run, actor, params.id),
  }));
  serveWrite(app, database, classes.create, {
    write: ({ actor, body }, db) => createClass(db, actor, body),
    toStoredReference: pickId,
    respondToRetry: ({ actor }, db, { id }) => readClass(db, actor, id),
  });
  serveWrite(app, database, classes.edit, {
    write: ({ actor, params, body }, db) => editClass(db, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, db) => readClass(db, actor, params.id),
  });
  serveWrite(app, database, classes.delete, {
    async write({ actor, params }, db) {
      await deleteClass(db, actor, params.id);
      return deletedMessage;
    },
    respondToRetry: async () => deletedMessage,
  });
}
