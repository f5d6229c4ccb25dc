import { leave } from '@lop-xanh/contract/leave';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { pickId, serve, serveWrite } from '../../http/serve.ts';
import {
  decideNote,
  readNote,
  readNotesOfClass,
  readNotesOfStudent,
  sendNote,
  withdrawNote,
} from './leave.service.ts';

const withdrawnMessage = { message: 'Đã rút đơn xin nghỉ' };

export function registerLeaveRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  serveWrite(app, db, leave.send, {
    write: ({ actor, params, body }, db) => sendNote(db, actor, { ...params, ...body }),
    toStoredReference: pickId,
    respondToRetry: ({ actor }, db, { id }) => readNote(db, actor, id),
  });
  serve(app, leave.ofStudent, async ({ actor, params }) => ({
    notes: await readNotesOfStudent(db, actor, params.id),
  }));
  serve(app, leave.ofClass, async ({ actor, params, query }) => ({
    notes: await readNotesOfClass(db, actor, { ...params, ...query }),
  }));
  serveWrite(app, db, leave.decide, {
    write: ({ actor, params, body }, db) => decideNote(db, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, db) => readNote(db, actor, params.id),
  });
  serveWrite(app, db, leave.withdraw, {
    async write({ actor, params }, db) {
      await withdrawNote(db, actor, params.id);
      return withdrawnMessage;
    },
    respondToRetry: async () => withdrawnMessage,
  });
}
