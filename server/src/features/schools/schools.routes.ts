import { schools } from '@lop-xanh/contract/schools';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { pickId, serve, serveWrite } from '../../http/serve.ts';
import {
  createSchool,
  deleteSchool,
  editSchool,
  readSchool,
  readSchools,
} from './schools.service.ts';

const deletedMessage = { message: 'Đã xóa trường' };

export function registerSchoolRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  serve(app, schools.list, async ({ actor }) => ({
    schools: await readSchools(db, actor),
  }));
  serveWrite(app, db, schools.create, {
    write: ({ actor, body }, db) => createSchool(db, actor, body.school_name),
    toStoredReference: pickId,
    respondToRetry: ({ actor }, db, { id }) => readSchool(db, actor, id),
  });
  serveWrite(app, db, schools.edit, {
    write: ({ actor, params, body }, db) => editSchool(db, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, db) => readSchool(db, actor, params.id),
  });
  serveWrite(app, db, schools.delete, {
    async write({ actor, params }, db) {
      await deleteSchool(db, actor, params.id);
      return deletedMessage;
    },
    respondToRetry: async () => deletedMessage,
  });
}
