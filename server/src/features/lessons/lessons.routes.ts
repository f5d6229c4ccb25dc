import { lessons } from '@lop-xanh/contract/lessons';
import type { FastifyInstance } from 'fastify';
import { prepared, within } from '../../database/database.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { keepId, serve, serveWrite } from '../../http/serve.ts';
import { nameBehind, serveFiles } from '../../storage/serve-files.ts';
import { readerWith } from '../../storage/signed-urls.ts';
import {
  addLesson,
  editLesson,
  keepThumbnail,
  mayReadThumbnail,
  readLesson,
  readLibrary,
  removeLesson,
  thumbnailUrl,
} from './lessons.service.ts';
import { thumbnailsPath } from './written-lesson.ts';

const removed = { message: 'Đã xóa bài giảng' };

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
  serveWrite(app, database, lessons.create, {
    write: async ({ actor, body }, db) => addLesson(db, await readerFor(actor), body, config),
    keep: keepId,
    repeat: async ({ actor }, db, { id }) => readLesson(within(db), await readerFor(actor), id),
  });
  serveWrite(app, database, lessons.edit, {
    write: async ({ actor, params, body }, db) =>
      editLesson(db, await readerFor(actor), { ...body, ...params }, config),
    repeat: async ({ actor, params }, db) =>
      readLesson(within(db), await readerFor(actor), params.id),
  });
  serveWrite(app, database, lessons.remove, {
    async write({ actor, params }, db) {
      await removeLesson(db, actor, params.id);
      return removed;
    },
    repeat: async () => removed,
  });
  serveWrite(app, database, lessons.uploadThumbnail, {
    write: async ({ actor, request }, db) =>
      keepThumbnail(db, await readerFor(actor), request.received),
    keep: ({ url }) => ({ file: nameBehind(url, thumbnailsPath) }),
    repeat: async ({ actor }, _, { file }) => thumbnailUrl(await readerFor(actor), file),
  });
  serveFiles(app, parts, thumbnailsPath, (actor, name) =>
    mayReadThumbnail(database.db, actor, name),
  );
}
