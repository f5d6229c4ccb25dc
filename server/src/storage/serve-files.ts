import type { FastifyInstance } from 'fastify';
import { AppError } from '../http/app-error.ts';
import type { Actor } from '../http/authentication.ts';
import type { FeatureParts } from '../http/feature-parts.ts';
import { runInTurn, takePlace } from '../http/request-queues.ts';
import { sendFile } from './send-file.ts';

/** Returns undefined if the feature has no such file. */
type CanReadFile = (actor: Actor, name: string) => Promise<boolean | undefined>;

/**
 * Serves the files of a feature. A signed URL belongs to one session and ends with it. Each request is
 * authorized by the feature's rule with the current permissions of the session's owner: a user who may no
 * longer read a post no longer gets its photo, nor does a user who must first change a temporary password.
 * So browsers keep a file but ask before each use; an unchanged one costs no second download. However many files a
 * user requests at once, only a few are looked up or sent at a time.
 */
export function serveFiles(
  app: FastifyInstance,
  { storage, actorFinder, loadSigner, countFileRequest }: FeatureParts,
  path: `/uploads/${string}/`,
  canReadFile: CanReadFile,
): void {
  app.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
    `${path}*`,
    async (request, reply) => {
      // Errors are not cached; a file that is sent says otherwise.
      reply.header('cache-control', 'no-store');
      const { '*': name } = request.params;
      const sessionId = (await loadSigner()).verify(`${path}${name}`, request.query);
      const actor = sessionId && (await actorFinder.findBySession(sessionId));
      if (!actor || actor.isChangePass || actor.mustAddFactor) throw new AppError('forbidden');
      request.actor = actor;
      await countFileRequest(request);
      const isAllowed = await runInTurn('file_lookups', request, () => canReadFile(actor, name));
      if (isAllowed === false) throw new AppError('forbidden');
      if (!isAllowed) throw new AppError('not_found');
      await takePlace('downloads', request, reply);
      return sendFile(request, reply, storage, name);
    },
  );
}

/** The stored name of a file from its signed URL, which may have expired. */
export function fileNameFromUrl(url: string, path: string): string {
  return url.split('?')[0]?.split(path)[1] ?? '';
}
