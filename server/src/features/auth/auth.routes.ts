import { auth } from '@lop-xanh/contract/auth';
import { messages } from '@lop-xanh/contract/messages';
import type { FastifyInstance } from 'fastify';
import { closeOtherSessions, closeSession, closeSessionOf } from '../../http/authentication.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { childrenOf } from './auth.queries.ts';
import { changePassword, logIn } from './auth.service.ts';

const loggedOut = { message: 'Đã đăng xuất' };

export function authRoutes(app: FastifyInstance, { database }: FeatureParts): void {
  serve(app, auth.login, async ({ body, request }) => {
    const { user, ...login } = await logIn(database, body, request.ip);
    request.log.info({ user, address: request.ip }, 'logged in');
    return { ...login, message: 'Đăng nhập thành công' };
  });

  serve(app, auth.logout, async ({ actor }) => {
    await closeSession(database.db, actor);
    return loggedOut;
  });

  // Alike for a session that was never there: nobody learns which ones there are.
  serve(app, auth.endSession, async ({ body }) => {
    await closeSessionOf(database.db, Buffer.from(body.token_sha256, 'hex'));
    return loggedOut;
  });

  serve(app, auth.logoutOthers, async ({ actor }) => {
    const ended = await closeOtherSessions(database.db, actor);
    return { message: 'Đã đăng xuất các máy khác', ended };
  });

  serve(app, auth.me, async ({ actor }) => actor);

  serve(app, auth.changePassword, async ({ actor, body }) => ({
    token: await changePassword(database, actor, body),
    message: messages.password.changed,
  }));

  serve(app, auth.children, async ({ actor }) => ({
    children: await childrenOf(database.db, actor),
  }));
}
