import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

const webRoot = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const assetsRoot = fileURLToPath(new URL('../../assets/', import.meta.url));

/** Serves the built web app: hashed files for ever, the page itself never from a cache. */
export async function serveWebApp(app: FastifyInstance): Promise<void> {
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
    if (!isBuilt || !isPage(request.method, request.url, request.headers.accept)) {
      throw new AppError('not_found');
    }
    return reply.sendFile('index.html');
  });
}

/** The web app finds its own way on every address that is not a file's or the API's. */
function isPage(method: string, url: string, accept = ''): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    accept.includes('text/html') &&
    !/^\/(api|static|uploads)(\/|$|\?)/.test(url)
  );
}
