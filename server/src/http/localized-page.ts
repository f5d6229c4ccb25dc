import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import type { Language } from '@lop-xanh/contract/rules/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Reads the page and adds the site's language, which the web app needs before its first request. Like the
 * files of the build, it is compressed in advance and always revalidated.
 */
export function createPageSender(file: string, language: Exclude<Language, 'default'>) {
  const page = readFileSync(file, 'utf8');
  const html = page.replace(
    /<html lang="\w+"/,
    `<html lang="${language}" data-language="${language}"`,
  );
  const hash = createHash('sha256').update(html).digest('base64url');
  const etag = `W/"${hash}"`;
  const bodies = { br: brotliCompressSync(html), gzip: gzipSync(html) };

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (request.headers['if-none-match']?.includes(hash)) return reply.code(304).send();
    reply.type('text/html; charset=utf-8');
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
    return encoding
      ? reply.header('content-encoding', encoding).send(bodies[encoding])
      : reply.send(html);
  };
}
