import type { FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { AppError } from './app-error.ts';

/** Enough for every call that does not say otherwise. */
export const jsonBytesMax = 1024 * 1024;

/** Deeper than any body of ours; far deeper ones would exhaust the stack. */
const depthMax = 50;

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
    refuseUnstorable(request.query);
    refuseUnstorable(request.body);
  });
}

/** A null byte, or half of a character that takes two places. */
const unstorable = /[\0\p{Surrogate}]/u;

function refuseUnstorable(value: unknown, depth = 0): void {
  if (depth > depthMax) throw new AppError('invalid_input');
  if (typeof value === 'string' && unstorable.test(value)) throw new AppError('invalid_input');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    refuseUnstorable(key);
    refuseUnstorable(inner, depth + 1);
  }
}
