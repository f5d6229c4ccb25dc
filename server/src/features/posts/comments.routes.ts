import { comments } from '@lop-xanh/contract/comments';
import { posts } from '@lop-xanh/contract/posts';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { pickId, serve, serveWrite, serveWriteStatement } from '../../http/serve.ts';
import {
  commentPost,
  decideComment,
  readComment,
  readComments,
  removeComment,
  reportComment,
} from './comments.service.ts';

const deletedMessage = { message: 'Đã xóa bình luận' };
const reportedMessage = { message: 'Đã gửi báo cáo' };

export function registerCommentRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  serve(app, posts.comments, ({ actor, params, query }) =>
    readComments(db, actor, { ...params, ...query }),
  );
  serveWriteStatement(app, db, posts.comment, {
    write: ({ actor, params, body }, runWrite) =>
      commentPost(runWrite, actor, { id: params.id, text: body.text }),
    toStoredReference: pickId,
    respondToRetry: ({ actor }, db, { id }) => readComment(db, actor, id),
  });
  serveWrite(app, db, comments.delete, {
    async write({ actor, params }, db) {
      await removeComment(db, actor, params.id);
      return deletedMessage;
    },
    respondToRetry: async () => deletedMessage,
  });
  serveWrite(app, db, comments.report, {
    async write({ actor, params, body }, db) {
      await reportComment(db, actor, { ...params, ...body });
      return reportedMessage;
    },
    respondToRetry: async () => reportedMessage,
  });
  for (const [endpoint, decision] of [
    [comments.hide, 'hide'],
    [comments.approve, 'approve'],
    [comments.restore, 'restore'],
  ] as const) {
    serveWrite(app, db, endpoint, {
      write: ({ actor, params, body }, db) =>
        decideComment(db, actor, { ...params, ...body, decision }),
      respondToRetry: ({ actor, params }, db) => readComment(db, actor, params.id),
    });
  }
}
