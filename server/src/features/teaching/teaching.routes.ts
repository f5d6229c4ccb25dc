import { teaching } from '@lop-xanh/contract/teaching';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { pickId, serve, serveFile, serveWrite } from '../../http/serve.ts';
import { serveFiles } from '../../storage/serve-files.ts';
import { createViewerLoader } from '../../storage/signed-urls.ts';
import { NewFiles } from '../../storage/stored-files.ts';
import type { Classifier, PackService } from '../scan/scan.service.ts';
import { requireSchoolId } from '../schools/own-school.service.ts';
import { encodeDeviceHead } from './encode-head.ts';
import type { TaughtHeads } from './heads.service.ts';
import {
  addKind,
  deleteKind,
  editKind,
  keepPhotos,
  readKind,
  readManagedKind,
  readScanner,
  resetScanner,
  undoImports,
} from './kinds.service.ts';
import {
  addPhoto,
  approvePhoto,
  canReadTaughtPhoto,
  countWaitingPhotos,
  deletePhoto,
  preparePhoto,
  readPhotos,
  taughtPath,
} from './photos.service.ts';
import { exportTaught, importTaught, parseTaught } from './transfer.service.ts';

const savedMessage = { message: 'Đã lưu' };
const deletedMessage = { message: 'Đã xóa' };

export function registerTeachingRoutes(
  app: FastifyInstance,
  parts: FeatureParts,
  { classifier, heads, packs }: { classifier: Classifier; heads: TaughtHeads; packs: PackService },
): void {
  const { config, storage } = parts;
  const { db } = parts.database;
  const loadViewer = createViewerLoader(parts.loadSigner);

  serve(app, teaching.read, ({ actor, query }) => readScanner(db, heads, actor, query.school_id));
  serve(app, teaching.countWaiting, ({ actor }) => countWaitingPhotos(db, actor));
  serveWrite(app, db, teaching.addKind, {
    prepare: ({ actor, body }) => heads.load(requireSchoolId(actor, body.school_id)),
    write: async ({ actor, body }, db, head) => readKind(db, head, await addKind(db, actor, body)),
    toStoredReference: pickId,
    respondToRetry: async ({ actor, body }, db, { id: kindId }) => {
      const schoolId = requireSchoolId(actor, body.school_id);
      return readKind(db, await heads.load(schoolId), { schoolId, kindId });
    },
  });
  serveWrite(app, db, teaching.editKind, {
    prepare: async ({ actor, params }) =>
      heads.load((await readManagedKind(db, actor, params.id)).school_id),
    async write({ actor, params, body }, db, head) {
      const { id: kindId, school_id: schoolId } = await editKind(db, actor, { ...params, ...body });
      return readKind(db, head, { schoolId, kindId });
    },
    async respondToRetry({ actor, params }, db) {
      const { id: kindId, school_id: schoolId } = await readManagedKind(db, actor, params.id);
      return readKind(db, await heads.load(schoolId), { schoolId, kindId });
    },
  });
  serveWrite(app, db, teaching.deleteKind, {
    async write({ actor, params }, db) {
      await deleteKind(db, actor, params.id);
      return deletedMessage;
    },
    respondToRetry: async () => deletedMessage,
  });

  serve(app, teaching.listPhotos, async ({ actor, params }) => ({
    photos: await readPhotos(db, heads, await loadViewer(actor), params.id),
  }));
  serveWrite(app, db, teaching.addPhoto, {
    prepare({ actor, params, body, request }) {
      const { school_id: schoolId } = actor;
      const quotaMegabytes = config.storageQuotaMegabytes;
      // What no row refers to is deleted after the response.
      request.newFiles = new NewFiles(db, storage, { schoolId, quotaMegabytes });
      const { newFiles } = request;
      const { image } = body;
      return preparePhoto(db, actor, { kindId: params.id, image, classifier, packs, newFiles });
    },
    write: ({ actor, params }, db, photo) => addPhoto(db, actor, params.id, photo),
    toStoredReference: pickId,
    respondToRetry: async ({ actor }, _db, { id }) => ({
      id,
      is_pending: actor.role === 'Student',
    }),
  });
  serveWrite(app, db, teaching.approvePhoto, {
    prepare: () => classifier.readChecksums(),
    async write({ actor, params }, db, { pair: model }) {
      await approvePhoto(db, actor, { photoId: params.id, model });
      return savedMessage;
    },
    respondToRetry: async () => savedMessage,
  });
  serveWrite(app, db, teaching.deletePhoto, {
    async write({ actor, params }, db) {
      await deletePhoto(db, actor, params.id);
      return deletedMessage;
    },
    respondToRetry: async () => deletedMessage,
  });

  serveWrite(app, db, teaching.keepPhotos, {
    async write({ actor, body }, db) {
      await keepPhotos(db, actor, body);
      return savedMessage;
    },
    respondToRetry: async () => savedMessage,
  });
  serveWrite(app, db, teaching.reset, {
    async write({ actor, params }, db) {
      await resetScanner(db, actor, params.id);
      return deletedMessage;
    },
    respondToRetry: async () => deletedMessage,
  });

  serveFile(app, teaching.exportKinds, async ({ actor, query }) => {
    const { pair: model } = await classifier.readChecksums();
    return exportTaught(db, actor, { school_id: query.school_id, model });
  });
  serveWrite(app, db, teaching.importKinds, {
    prepare: async ({ body }) => parseTaught(body.taught, (await classifier.readChecksums()).pair),
    write: ({ actor }, db, taught) => importTaught(db, actor, taught),
    toStoredReference: ({ kind_count, photo_count }) => ({ kind_count, photo_count }),
    respondToRetry: async (_input, _db, counts) => counts,
  });
  serveWrite(app, db, teaching.undoImports, {
    async write({ actor, query }, db) {
      await undoImports(db, actor, query.school_id);
      return deletedMessage;
    },
    respondToRetry: async () => deletedMessage,
  });
  serve(app, teaching.deviceHead, async ({ actor }) => {
    const [{ deviceModel: model, deviceHead }, pack] = await Promise.all([
      heads.load(actor.school_id),
      packs.readOwn(db, actor),
    ]);
    return encodeDeviceHead(deviceHead, { model, pack });
  });
  serveFiles(app, parts, taughtPath, (actor, name) => canReadTaughtPhoto(db, actor, name));
}
