import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import type { ByteRange, Storage } from './storage.ts';

const mediaTypes = new Map([
  ['.webp', 'image/webp'],
  ['.mp4', 'video/mp4'],
  ['.webm', 'video/webm'],
  ['.mov', 'video/quicktime'],
]);

/** Sends a stored file, or the requested byte range of it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  name: string,
): Promise<FastifyReply> {
  const file = await storage.find(name);
  if (!file) throw new AppError('not_found');
  // The content of a name never changes.
  const etag = `"${name}"`;
  reply
    // Without a name, which would win over the one that a link gives to a saved file.
    .headers({ etag, 'accept-ranges': 'bytes', 'content-disposition': 'inline' })
    .type(getMediaType(name));
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();

  const whole = { first: 0, last: file.size - 1 };
  const range = parseRange(request.headers.range, file.size);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  }
  const { first, last } = range ?? whole;
  if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${file.size}`);
  reply.header('content-length', last - first + 1);
  return reply.send(await file.read({ first, last }));
}

/** The extension was chosen by the detected type of the content. */
function getMediaType(name: string): string {
  const type = mediaTypes.get(extname(name));
  if (!type) throw new Error(`Unknown type of stored file: ${name}`);
  return type;
}

/** Supports a single range; any other header is ignored and the whole file is sent. */
function parseRange(header = '', size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (from === undefined || (from === '' && to === '')) return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last ? { first, last } : 'unsatisfiable';
}
