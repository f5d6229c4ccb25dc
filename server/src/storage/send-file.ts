import { basename, extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import type { ByteRange, Storage } from './storage.ts';

const storedTypes = new Map([
  ['.webp', 'image/webp'],
  ['.mp4', 'video/mp4'],
  ['.webm', 'video/webm'],
  ['.mov', 'video/quicktime'],
]);

/** Answers a stored file, or the part of it that a player asks for. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  name: string,
): Promise<FastifyReply> {
  const file = await storage.find(name);
  if (!file) throw new AppError('not_found');
  // What lies under a name never changes.
  const etag = `"${name}"`;
  const disposition = `inline; filename="${basename(name)}"`;
  reply
    .headers({ etag, 'accept-ranges': 'bytes', 'content-disposition': disposition })
    .type(typeOf(name));
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();

  const whole = { first: 0, last: file.size - 1 };
  const range = rangeOf(request.headers.range, file.size);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  }
  const { first, last } = range ?? whole;
  if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${file.size}`);
  reply.header('content-length', last - first + 1);
  return reply.send(await file.read({ first, last }));
}

/** Files are named by what their bytes were found to be. */
function typeOf(name: string): string {
  const type = storedTypes.get(extname(name));
  if (!type) throw new Error(`A stored file of an unknown type: ${name}`);
  return type;
}

/** One range, from the start, the middle or the end; of several, or of something else, the whole file. */
function rangeOf(header = '', size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (from === undefined || (from === '' && to === '')) return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last ? { first, last } : 'unsatisfiable';
}
