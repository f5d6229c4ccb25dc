import { schools } from '@lop-xanh/contract/schools';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveWrite } from '../../http/serve.ts';
import { addSchool, readSchools, removeSchool, renameOneSchool } from './schools.service.ts';

export function schoolsRoutes(app: FastifyInstance, { database }: FeatureParts): void {
  serve(app, schools.list, async ({ actor }) => ({
    schools: await readSchools(database.db, actor),
  }));
  serveWrite(app, database, schools.create, ({ actor, body }, db) =>
    addSchool(db, actor, body.school_name),
  );
  serveWrite(app, database, schools.edit, ({ actor, params, body }, db) =>
    renameOneSchool(db, actor, { ...params, ...body }),
  );
  serveWrite(app, database, schools.remove, async ({ actor, params }, db) => {
    await removeSchool(db, actor, params.id);
    return { message: 'Đã xóa trường' };
  });
}
