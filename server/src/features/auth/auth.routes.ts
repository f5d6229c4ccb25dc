import { auth } from '@lop-xanh/contract/auth';
import { messages } from '@lop-xanh/contract/messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { listChildren, updateLanguage } from './auth.queries.ts';
import { type Client, changePassword, logIn } from './auth.service.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionByTokenHash,
} from './sessions.queries.ts';

export const loggedInMessage = 'Đăng nhập thành công';

export function logLogin(request: FastifyRequest, userId: number): void {
  request.log.info({ user: userId, address: request.ip }, 'logged in');
}

const describeClient = ({ ip, headers }: FastifyRequest): Client => ({
  address: ip,
  userAgent: headers['user-agent'],
});

const loggedOutMessage = { message: 'Đã đăng xuất' };

export function registerAuthRoutes(app: FastifyInstance, { database: { db } }: FeatureParts): void {
  serve(app, auth.login, async ({ body, request }) => {
    const { userId, ...login } = await logIn(db, body, describeClient(request));
    logLogin(request, userId);
    return { ...login, message: loggedInMessage };
  });

  serve(app, auth.logout, async ({ actor }) => {
    await deleteSession(db, actor);
    return loggedOutMessage;
  });

  // The response for an unknown session is the same, so that it does not reveal which ones exist.
  serve(app, auth.endSession, async ({ body }) => {
    await deleteSessionByTokenHash(db, Buffer.from(body.token_sha256, 'hex'));
    return loggedOutMessage;
  });

  serve(app, auth.logoutOthers, async ({ actor }) => {
    const ended = await deleteOtherSessions(db, actor);
    return { message: 'Đã đăng xuất các máy khác', ended };
  });

  serve(app, auth.me, async ({ actor }) => actor);

  serve(app, auth.changePassword, async ({ actor, body }) => ({
    token: await changePassword(db, actor, body),
    message: messages.password.changed,
  }));

  serve(app, auth.setLanguage, async ({ actor, body }) => {
    await updateLanguage(db, actor, body.language);
    return body;
  });

  serve(app, auth.children, async ({ actor }) => ({
    children: await listChildren(db, actor),
  }));
}
