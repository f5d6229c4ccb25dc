import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { AppError } from './app-error.ts';
import { validate } from './validation.ts';

/** The default; an endpoint may set its own `maxBodyBytes`. */
export const maxJsonBytes = 1024 * 1024;

/**
 * Large bodies hold photos or the like in long texts. As many small values as fit into one would keep the event loop busy
 * for seconds.
 */
const maxValuesInLargeBody = 200_000;

/** Deeper than any of our bodies; much deeper ones would overflow the stack. */
const maxDepth = 50;

/** Fastify passes a missing body to the validator as null; the contract expects undefined. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (input: unknown) => {
    const { data, issues } = validate(schema, input ?? undefined);
    if (!issues) return { value: data };
    // An id that cannot exist is an id that does not exist.
    const isMissing = httpPart === 'params';
    return {
      error: isMissing ? new AppError('not_found') : new AppError('invalid_input', { issues }),
    };
  };
};

/** Accepts only JSON, treats an empty body as none, and rejects text that PostgreSQL cannot store. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, text: string, done) => {
      if (text === '') return done(null, undefined);
      if (hasTooManyValues(text)) return done(new AppError('too_large'), undefined);
      return parse(request, text, done);
    },
  );
  app.addHook('preValidation', async (request) => {
    rejectUnstorable(request.query);
    rejectUnstorable(request.body);
  });
}

function hasTooManyValues(text: string): boolean {
  if (text.length <= maxJsonBytes) return false;
  let values = 0;
  for (const mark of [',', '[', '{']) {
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
      values += 1;
      if (values > maxValuesInLargeBody) return true;
    }
  }
  return false;
}

/** A null byte or a lone surrogate. */
const unstorable = /[\0\p{Surrogate}]/u;

function rejectUnstorable(value: unknown, depth = 0): void {
  if (depth > maxDepth) throw new AppError('invalid_input');
  if (typeof value === 'string' && unstorable.test(value)) throw new AppError('invalid_input');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    rejectUnstorable(key);
    rejectUnstorable(inner, depth + 1);
  }
}
