import { lessons } from '@lop-xanh/contract/lessons';
import type { FastifyInstance } from 'fastify';
import { prepared } from '../../database/database.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveWrite } from '../../http/serve.ts';
import { serveFiles } from '../../storage/serve-files.ts';
import { readerWith } from '../../storage/signed-urls.ts';
import {
  addLesson,
  editLesson,
  keepThumbnail,
  mayReadThumbnail,
  readLesson,
  readLibrary,
  removeLesson,
} from './lessons.service.ts';
import { thumbnailsPath } from './written-lesson.ts';

export function lessonsRoutes(app: FastifyInstance, parts: FeatureParts): void {
  const { config, database, loadSigner } = parts;
  const run = prepared(database);
  const readerFor = readerWith(loadSigner);

  serve(app, lessons.list, async ({ actor, query }) =>
    readLibrary(run, await readerFor(actor), query.grade_id),
  );
  serve(app, lessons.read, async ({ actor, params }) =>
    readLesson(run, await readerFor(actor), params.id),
  );
  serveWrite(app, database, lessons.create, async ({ actor, body }, db) =>
    addLesson(db, await readerFor(actor), body, config),
  );
  serveWrite(app, database, lessons.edit, async ({ actor, params, body }, db) =>
    editLesson(db, await readerFor(actor), { ...body, ...params }, config),
  );
  serveWrite(app, database, lessons.remove, async ({ params }, db) => {
    await removeLesson(db, params.id);
    return { message: 'Đã xóa bài giảng' };
  });
  serveWrite(app, database, lessons.uploadThumbnail, async ({ actor, request }, db) =>
    keepThumbnail(db, await readerFor(actor), request.received),
  );
  serveFiles(app, parts, thumbnailsPath, (actor, name) =>
    mayReadThumbnail(database.db, actor, name),
  );
}
