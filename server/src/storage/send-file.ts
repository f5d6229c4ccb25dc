import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { parseRangeHeader } from './byte-ranges.ts';
import { MissingRangeError, type Storage } from './storage.ts';

const mediaTypes = new Map([
  ['.webp', 'image/webp'],
  ['.mp4', 'video/mp4'],
  ['.webm', 'video/webm'],
  ['.mov', 'video/quicktime'],
]);

/** Sends a stored file, or the requested byte range of it. Only what was sent may be cached. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  name: string,
): Promise<FastifyReply> {
  // The content of a name never changes.
  const etag = `"${name}"`;
  const cacheHeaders = { etag, 'cache-control': 'private, no-cache' };
  if (request.headers['if-none-match'] === etag) {
    return reply.code(304).headers(cacheHeaders).send();
  }
  const requested = parseRangeHeader(request.headers.range);
  const file = await storage.open(name, requested).catch((error: unknown) => {
    if (error instanceof MissingRangeError) return error;
    throw error;
  });
  if (!file) throw new AppError('not_found');
  if (file instanceof MissingRangeError) {
    if (file.size !== undefined) reply.header('content-range', `bytes */${file.size}`);
    return reply.code(416).send();
  }
  const { size, range, content } = file;
  if (requested) {
    reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
  }
  return (
    reply
      .headers({ ...cacheHeaders, 'accept-ranges': 'bytes' })
      .header('content-length', range.last - range.first + 1)
      // Without a name, which would win over the one that a link gives to a saved file.
      .header('content-disposition', 'inline')
      .type(getMediaType(name))
      .send(content)
  );
}

/** The extension was chosen by the detected type of the content. */
function getMediaType(name: string): string {
  const type = mediaTypes.get(extname(name));
  if (!type) throw new Error(`Unknown type of stored file: ${name}`);
  return type;
}
