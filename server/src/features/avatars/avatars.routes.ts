import { avatars } from '@lop-xanh/contract/avatars';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveWrite } from '../../http/serve.ts';
import { serveFiles } from '../../storage/serve-files.ts';
import {
  avatarsPath,
  canReadAvatar,
  chooseAnimal,
  decidePhoto,
  readAvatar,
  readPendingAvatars,
  savePhoto,
} from './avatars.service.ts';
import { signAvatars } from './sign-avatars.ts';

const decidedMessage = { message: 'Đã ghi quyết định' };

export function registerAvatarRoutes(app: FastifyInstance, parts: FeatureParts): void {
  const { db } = parts.database;
  signAvatars(app, parts.loadSigner);
  serve(app, avatars.read, ({ actor }) => readAvatar(db, actor));
  serveWrite(app, db, avatars.choose, {
    write: ({ actor, body }, db) => chooseAnimal(db, actor, body.animal),
    respondToRetry: ({ actor }, db) => readAvatar(db, actor),
  });
  serveWrite(app, db, avatars.upload, {
    write: ({ actor, request }, db) => savePhoto(db, actor, request.received),
    respondToRetry: ({ actor }, db) => readAvatar(db, actor),
  });
  serve(app, avatars.pendingOfClass, async ({ actor, params }) => ({
    avatars: await readPendingAvatars(db, actor, params.id),
  }));
  serveWrite(app, db, avatars.decide, {
    async write({ actor, params, body }, db) {
      await decidePhoto(db, actor, { ...params, ...body });
      return decidedMessage;
    },
    respondToRetry: async () => decidedMessage,
  });
  serveFiles(app, parts, avatarsPath, (actor, name) => canReadAvatar(db, actor, name));
}
