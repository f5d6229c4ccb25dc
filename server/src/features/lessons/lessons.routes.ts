import { lessons } from '@lop-xanh/contract/lessons';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { pickId, serve, serveFile, serveWrite } from '../../http/serve.ts';
import { getI18n } from '../../language/i18n.ts';
import { fileNameFromUrl, serveFiles } from '../../storage/serve-files.ts';
import { createViewerLoader } from '../../storage/signed-urls.ts';
import { thumbnailsPath } from './lesson-input.ts';
import { exportLesson, readLessonTable } from './lesson-tables.service.ts';
import {
  addLesson,
  canReadThumbnail,
  editLesson,
  readLesson,
  readLibrary,
  removeLesson,
  saveThumbnail,
  signThumbnail,
} from './lessons.service.ts';

const deletedMessage = { message: 'Đã xóa bài giảng' };

export function registerLessonRoutes(app: FastifyInstance, parts: FeatureParts): void {
  const {
    config,
    database: { db },
    loadSigner,
  } = parts;
  const toViewer = createViewerLoader(loadSigner);

  serve(app, lessons.list, async ({ actor, query }) =>
    readLibrary(db, await toViewer(actor), query.grade_id),
  );
  serve(app, lessons.read, async ({ actor, params }) =>
    readLesson(db, await toViewer(actor), params.id),
  );
  serveWrite(app, db, lessons.create, {
    write: async ({ actor, body }, db) => addLesson(db, await toViewer(actor), body, config),
    toStoredReference: pickId,
    respondToRetry: async ({ actor }, db, { id }) => readLesson(db, await toViewer(actor), id),
  });
  serveWrite(app, db, lessons.edit, {
    write: async ({ actor, params, body }, db) =>
      editLesson(db, await toViewer(actor), { ...body, ...params }, config),
    respondToRetry: async ({ actor, params }, db) =>
      readLesson(db, await toViewer(actor), params.id),
  });
  serveWrite(app, db, lessons.delete, {
    async write({ actor, params }, db) {
      await removeLesson(db, actor, params.id);
      return deletedMessage;
    },
    respondToRetry: async () => deletedMessage,
  });
  serveFile(app, lessons.exportTable, ({ actor, params }) =>
    exportLesson(db, params.id, getI18n(actor, config)),
  );
  serve(app, lessons.readTable, ({ actor, request }) => {
    const [sheet] = request.sheets ?? [];
    if (!sheet) throw new AppError('table_missing');
    return readLessonTable(sheet.rows, { ...config, i18n: getI18n(actor, config) });
  });
  serveWrite(app, db, lessons.uploadThumbnail, {
    write: async ({ actor, request }, db) =>
      saveThumbnail(db, await toViewer(actor), request.received),
    toStoredReference: ({ url }) => ({ file: fileNameFromUrl(url, thumbnailsPath) }),
    respondToRetry: async ({ actor }, _, { file }) => signThumbnail(await toViewer(actor), file),
  });
  serveFiles(app, parts, thumbnailsPath, (actor, name) => canReadThumbnail(db, actor, name));
}
