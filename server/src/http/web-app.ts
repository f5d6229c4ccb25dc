import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { isApiUrl } from './normal-url.ts';

const builtWebApp = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const assetsRoot = fileURLToPath(new URL('../../assets/', import.meta.url));

/** Serves the built web app: hashed files for ever, the page itself never from a cache. */
export async function serveWebApp(app: FastifyInstance, webRoot = builtWebApp): Promise<void> {
  const isBuilt = existsSync(webRoot);
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
    // Not returned: a reply that is waited for gets more listeners than Node finds proper.
    reply.sendFile('index.html');
  });
}

/**
 * The web app finds its own way on every address but those of the API and of files: what is missing
 * there must not look as if it were found. A file's name has an extension or begins with a dot.
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
