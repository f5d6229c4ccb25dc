import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { Language } from '@lop-xanh/contract/rules/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { createPageSender } from './localized-page.ts';
import { isApiUrl } from './normalize-url.ts';

const defaultWebRoot = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const assetsRoot = fileURLToPath(new URL('../../assets/', import.meta.url));

/** Serves the built web app: hashed files are cached forever, the page itself is always revalidated. */
export async function serveWebApp(
  app: FastifyInstance,
  language: Language,
  webRoot = defaultWebRoot,
): Promise<void> {
  const isBuilt = existsSync(webRoot);
  let sendPage = (_: FastifyRequest, reply: FastifyReply) => reply.sendFile('index.html');
  if (isBuilt && language !== 'default') {
    sendPage = createPageSender(`${webRoot}index.html`, language);
    for (const url of ['/', '/index.html']) app.get(url, { schema: { hide: true } }, sendPage);
  }
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webRoot,
      prefix: '/',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        if (!path.startsWith(webRoot)) return;
        const isHashed = path.startsWith(`${webRoot}static/`);
        response.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  await app.register(fastifyStatic, {
    root: assetsRoot,
    prefix: '/uploads/avt/',
    decorateReply: !isBuilt,
    maxAge: '1 day',
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !isPage(request)) {
      throw new AppError('not_found');
    }
    // Not returned: awaiting the reply adds so many listeners that Node warns of a leak.
    sendPage(request, reply);
  });
}

/**
 * The web app handles every path except those of the API and of files, which must stay 404 when they do
 * not exist. A file name has an extension or begins with a dot.
 */
function isPage({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  return (
    (method === 'GET' || method === 'HEAD') &&
    !isApiUrl(path) &&
    !/^\/(static|uploads)(\/|$)/.test(path) &&
    !/\/\.|\.\w+$/.test(path)
  );
}
