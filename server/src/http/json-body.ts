import type { FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { AppError } from './app-error.ts';

/** Enough for every call that does not say otherwise. */
export const jsonBytesMax = 1024 * 1024;

/** Fastify hands a missing body to its schema as null; to the contract it is undefined. */
export const checkBySchema: typeof validatorCompiler = (route) => {
  const check = validatorCompiler(route);
  return (data) => check(data ?? undefined);
};

/** Takes JSON alone, an empty body as none, and no text that PostgreSQL cannot store. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, text: string, done) => {
      if (text === '') return done(null, undefined);
      return parse(request, text, done);
    },
  );
  app.addHook('preValidation', async (request) => {
    refuseNullBytes(request.query);
    refuseNullBytes(request.body);
  });
}

function refuseNullBytes(value: unknown): void {
  if (typeof value === 'string' && value.includes('\0')) throw new AppError('invalid_input');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    refuseNullBytes(key);
    refuseNullBytes(inner);
  }
}
