import { factors, sessions } from '@lop-xanh/contract/factors';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { loggedInMessage, logLogin } from './auth.routes.ts';
import { readFactorSummary } from './factors.queries.ts';
import { listPasskeys } from './passkeys.queries.ts';
import {
  addPasskey,
  findRelyingParty,
  logInWithPasskey,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
} from './passkeys.service.ts';
import { mustHaveSecondFactor } from './second-factor.rules.ts';
import { confirmApp, removeApp, renewRecoveryCodes, startApp } from './second-factor.service.ts';
import { deleteSessionOfUser, listSessions } from './sessions.queries.ts';

const endedMessage = { message: 'Đã kết thúc phiên đăng nhập' };
const removedMessage = { message: 'Đã gỡ cách xác thực thứ hai' };

export function registerFactorRoutes(
  app: FastifyInstance,
  { config, database: { db } }: FeatureParts,
): void {
  serve(app, sessions.list, async ({ actor }) => ({ sessions: await listSessions(db, actor) }));
  // The response for another user's session is the same, so that it does not reveal which ones exist.
  serve(app, sessions.end, async ({ actor, params }) => {
    await deleteSessionOfUser(db, actor.id, params.id);
    return endedMessage;
  });

  serve(app, factors.read, async ({ actor }) => {
    const { hasApp, recoveryCodesLeft } = await readFactorSummary(db, actor.id);
    const isRequired = mustHaveSecondFactor(actor.role, config.requiresSecondFactor);
    return { hasApp, passkeys: await listPasskeys(db, actor.id), recoveryCodesLeft, isRequired };
  });
  serve(app, factors.startApp, async ({ actor, body }) => startApp(db, actor, body.password));
  serve(app, factors.confirmApp, async ({ actor, body }) => confirmApp(db, actor, body.code));
  serve(app, factors.removeApp, async ({ actor, body }) => {
    await removeApp(db, actor, body.password);
    return removedMessage;
  });
  serve(app, factors.renewRecoveryCodes, async ({ actor, body }) => ({
    recoveryCodes: await renewRecoveryCodes(db, actor, body.password),
  }));

  serve(app, factors.startPasskey, async ({ actor, body, request }) => {
    const { rpId } = findRelyingParty(config, request);
    return startPasskey(db, actor, { ...body, rpId });
  });
  serve(app, factors.addPasskey, async ({ actor, body, request }) => {
    const site = findRelyingParty(config, request);
    return addPasskey(db, actor, { ...body, site });
  });
  serve(app, factors.removePasskey, async ({ actor, params, body }) => {
    await removePasskey(db, actor, { ...params, ...body });
    return removedMessage;
  });
  serve(app, factors.passkeyOptions, async ({ request }) =>
    startPasskeyLogin(db, findRelyingParty(config, request).rpId),
  );
  serve(app, factors.passkeyLogin, async ({ body, request }) => {
    const site = findRelyingParty(config, request);
    const userAgent = request.headers['user-agent'];
    const { userId, ...login } = await logInWithPasskey(db, { ...body, site, userAgent });
    logLogin(request, userId);
    return { ...login, message: loggedInMessage };
  });
}
