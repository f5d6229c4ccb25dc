import { families } from '@lop-xanh/contract/families';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serveWrite } from '../../http/serve.ts';
import { linkParent, unlinkParent } from './families.service.ts';
import { issueLetters, listLetters, prepareLetters } from './parent-letters.service.ts';

const linkedMessage = { message: 'Đã liên kết phụ huynh' };
const unlinkedMessage = { message: 'Đã bỏ liên kết phụ huynh' };

export function registerFamilyRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  serveWrite(app, db, families.link, {
    async write({ actor, params, body }, transaction) {
      await linkParent(transaction, actor, { ...body, studentId: params.id });
      return linkedMessage;
    },
    respondToRetry: async () => linkedMessage,
  });
  serveWrite(app, db, families.unlink, {
    async write({ actor, params }, transaction) {
      const link = { studentId: params.id, parentId: params.parent_id };
      await unlinkParent(transaction, actor, link);
      return unlinkedMessage;
    },
    respondToRetry: async () => unlinkedMessage,
  });
  serveWrite(app, db, families.letters, {
    prepare: ({ actor, params }) => prepareLetters(db, actor, params.id),
    write: ({ actor, params }, transaction, passwords) =>
      issueLetters(transaction, actor, { classId: params.id, passwords }),
    respondToRetry: ({ actor, params }, transaction) => listLetters(transaction, actor, params.id),
  });
}
