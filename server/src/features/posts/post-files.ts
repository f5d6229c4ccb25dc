import type { FastifyInstance } from 'fastify';
import { prepared } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import { actorOfSignature } from '../../http/authentication.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { sendFile } from '../../storage/send-file.ts';
import { type UrlSigner, uploadsPath } from '../../storage/signed-urls.ts';
import { attachmentByFile } from './attachments.queries.ts';
import { mayReadPost } from './posts.service.ts';

const hoursCached = 12;

/**
 * Serves the files of posts. A signed address says whom it was given to, and the file follows the rule
 * of its post for that person as they are now: who may no longer read the post no longer gets its photo.
 */
export function serveFiles(
  app: FastifyInstance,
  { database, storage }: FeatureParts,
  loadSigner: () => Promise<UrlSigner>,
): void {
  app.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
    `${uploadsPath}*`,
    async (request, reply) => {
      const { '*': name } = request.params;
      const readerId = (await loadSigner()).readerOf(name, request.query);
      const actor = readerId && (await actorOfSignature(database, readerId));
      if (!actor) throw new AppError('forbidden');
      const attachment = await attachmentByFile(database.db, name);
      if (!attachment) throw new AppError('not_found');
      if (!(await mayReadPost(prepared(database), actor, attachment.post_id))) {
        throw new AppError('forbidden');
      }
      reply.header('cache-control', `private, max-age=${hoursCached * 3600}`);
      const mime = name === attachment.file ? attachment.mime : 'image/webp';
      return sendFile(request, reply, storage, { name, mime });
    },
  );
}
