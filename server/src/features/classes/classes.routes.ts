import { classes } from '@lop-xanh/contract/classes';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { pickId, serve, serveWrite } from '../../http/serve.ts';
import { listGrades } from './classes.queries.ts';
import { findClasses, readStudents } from './classes.service.ts';
import {
  createClass,
  deleteClass,
  editClass,
  generateClasses,
  readClass,
  readGeneratedClasses,
} from './manage-classes.service.ts';
import { addSubstitute, endSubstitute } from './substitutes.service.ts';

const deletedMessage = { message: 'Đã xóa lớp' };

export function registerClassRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  serve(app, classes.grades, async () => ({ grades: await listGrades(db) }));

  serve(app, classes.list, ({ actor, query }) => findClasses(db, actor, query));

  serve(app, classes.students, async ({ actor, params }) => ({
    students: await readStudents(db, actor, params.id),
  }));
  serveWrite(app, db, classes.create, {
    write: ({ actor, body }, db) => createClass(db, actor, body),
    toStoredReference: pickId,
    respondToRetry: ({ actor }, db, { id }) => readClass(db, actor, id),
  });
  serveWrite(app, db, classes.generate, {
    write: async ({ actor, body }, db) => ({ classes: await generateClasses(db, actor, body) }),
    respondToRetry: async ({ actor, body }, db) => ({
      classes: await readGeneratedClasses(db, actor, body),
    }),
  });
  serveWrite(app, db, classes.edit, {
    write: ({ actor, params, body }, db) => editClass(db, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, db) => readClass(db, actor, params.id),
  });
  serveWrite(app, db, classes.addSubstitute, {
    write: ({ actor, params, body }, db) => addSubstitute(db, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, db) => readClass(db, actor, params.id),
  });
  serveWrite(app, db, classes.endSubstitute, {
    write: ({ actor, params }, db) => endSubstitute(db, actor, params),
    respondToRetry: ({ actor, params }, db) => readClass(db, actor, params.id),
  });
  serveWrite(app, db, classes.delete, {
    async write({ actor, params }, db) {
      await deleteClass(db, actor, params.id);
      return deletedMessage;
    },
    respondToRetry: async () => deletedMessage,
  });
}
