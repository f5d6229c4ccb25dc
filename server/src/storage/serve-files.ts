import type { FastifyInstance } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { type Actor, actorOfSession } from '../http/authentication.ts';
import type { FeatureParts } from '../http/feature-parts.ts';
import { sendFile } from './send-file.ts';

const hoursCached = 12;

/** Whether somebody may have a file, or undefined where the feature has no such file. */
type MayHave = (actor: Actor, name: string) => Promise<boolean | undefined>;

/**
 * Serves the files of a feature. A signed address says which session it was given to. It ends with that
 * session, and follows the feature's rule for its owner as they are now: who may no longer read a post no
 * longer gets its photo, nor does anybody before they have changed a password that somebody else gave them.
 */
export function serveFiles(
  app: FastifyInstance,
  { database, storage, loadSigner }: FeatureParts,
  path: `/uploads/${string}/`,
  mayHave: MayHave,
): void {
  app.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
    `${path}*`,
    async (request, reply) => {
      const { '*': name } = request.params;
      const session = (await loadSigner()).sessionOf(`${path}${name}`, request.query);
      const actor = session && (await actorOfSession(database, session));
      if (!actor || actor.isChangePass) throw new AppError('forbidden');
      const isAllowed = await mayHave(actor, name);
      if (isAllowed === false) throw new AppError('forbidden');
      if (!isAllowed) throw new AppError('not_found');
      reply.header('cache-control', `private, max-age=${hoursCached * 3600}`);
      return sendFile(request, reply, storage, name);
    },
  );
}

/** The stored name behind an address that we once gave out under this path. */
export function nameBehind(url: string, path: string): string {
  return url.split('?')[0]?.split(path)[1] ?? '';
}
