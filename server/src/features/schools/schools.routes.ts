import { schools } from '@lop-xanh/contract/schools';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { keepId, serve, serveWrite } from '../../http/serve.ts';
import {
  addSchool,
  readSchool,
  readSchools,
  removeSchool,
  renameOneSchool,
} from './schools.service.ts';

const removed = { message: 'Đã xóa trường' };

export function schoolsRoutes(app: FastifyInstance, { database }: FeatureParts): void {
  serve(app, schools.list, async ({ actor }) => ({
    schools: await readSchools(database.db, actor),
  }));
  serveWrite(app, database, schools.create, {
    write: ({ actor, body }, db) => addSchool(db, actor, body.school_name),
    keep: keepId,
    repeat: ({ actor }, db, { id }) => readSchool(db, actor, id),
  });
  serveWrite(app, database, schools.edit, {
    write: ({ actor, params, body }, db) => renameOneSchool(db, actor, { ...params, ...body }),
    repeat: ({ actor, params }, db) => readSchool(db, actor, params.id),
  });
  serveWrite(app, database, schools.remove, {
    async write({ actor, params }, db) {
      await removeSchool(db, actor, params.id);
      return removed;
    },
    repeat: async () => removed,
  });
}
