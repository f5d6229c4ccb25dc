import { cards } from '@lop-xanh/contract/cards';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveWrite } from '../../http/serve.ts';
import { logInWithCard, openCard } from './card-login.service.ts';
import {
  issueCards,
  listIssuedCards,
  readClassCards,
  resetPictures,
  revoke,
  unlock,
} from './cards.service.ts';

const describeClient = ({ ip, headers }: FastifyRequest) => ({
  address: ip,
  userAgent: headers['user-agent'],
});

const revokedMessage = { message: 'Đã thu hồi thẻ' };
const unlockedMessage = { message: 'Đã mở khóa thẻ' };
const resetMessage = { message: 'Học sinh sẽ chọn ba hình mới ở lần đăng nhập sau' };

export function registerCardRoutes(app: FastifyInstance, { database: { db } }: FeatureParts): void {
  serve(app, cards.open, ({ body, request }) => openCard(db, body.secret, describeClient(request)));
  serve(app, cards.login, async ({ body, request }) => {
    const { userId, ...login } = await logInWithCard(db, body, describeClient(request));
    request.log.info({ user: userId, address: request.ip }, 'logged in with a card');
    return { ...login, message: 'Đăng nhập thành công' };
  });

  serve(app, cards.ofClass, ({ actor, params }) => readClassCards(db, actor, params.id));
  // A secret is shown only once: a retried request returns empty secrets.
  serveWrite(app, db, cards.issue, {
    write: ({ actor, params, body }, transaction) =>
      issueCards(transaction, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params, body }, transaction) =>
      listIssuedCards(transaction, actor, { ...params, ...body }),
  });
  serveWrite(app, db, cards.revoke, {
    async write({ actor, params }, transaction) {
      await revoke(transaction, actor, params.id);
      return revokedMessage;
    },
    respondToRetry: async () => revokedMessage,
  });
  serveWrite(app, db, cards.unlock, {
    async write({ actor, params }, transaction) {
      await unlock(transaction, actor, params.id);
      return unlockedMessage;
    },
    respondToRetry: async () => unlockedMessage,
  });
  serveWrite(app, db, cards.resetPictures, {
    async write({ actor, params }, transaction) {
      await resetPictures(transaction, actor, params.id);
      return resetMessage;
    },
    respondToRetry: async () => resetMessage,
  });
}
