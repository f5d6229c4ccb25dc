import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@lop-xanh/contract/endpoint';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Database, Db } from '../database/database.ts';
import type { Actor } from './authentication.ts';
import { answerOnce } from './idempotency.ts';

export interface Call<E extends Endpoint> {
  actor: E['access'] extends 'anyone' ? undefined : Actor;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
}

/** A video over a poor network takes its time. */
export const minutesForAnUpload = 15;

/** Binds an endpoint of the contract to what answers it. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  answer: (call: Call<E>) => Promise<AnswerOf<E>>,
): void {
  route(app, endpoint, async (request, reply) => {
    const answered = await answer(callOf<E>(request));
    return reply.code(endpoint.status ?? 200).send(answered);
  });
}

/** The same for a file to keep, under a name that may hold any letter. */
export function serveFile<const E extends Endpoint & { file: string }>(
  app: FastifyInstance,
  endpoint: E,
  make: (call: Call<E>) => Promise<{ name: string; bytes: Buffer }>,
): void {
  route(app, endpoint, async (request, reply) => {
    const { name, bytes } = await make(callOf<E>(request));
    return reply
      .type(endpoint.file)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .send(bytes);
  });
}

function route(app: FastifyInstance, endpoint: Endpoint, handler: RouteHandlerMethod): void {
  const { method, path, summary, access, status = 200, whilePasswordMustChange = false } = endpoint;
  const { takesFiles = false, takesTable = false, file, answer } = endpoint;
  app.route({
    method,
    url: routePattern(path),
    config: { access, whilePasswordMustChange, takesFiles, takesTable },
    ...((takesFiles || takesTable) && { handlerTimeout: minutesForAnUpload * 60_000 }),
    schema: {
      summary,
      tags: [path.split('/')[2] ?? ''],
      ...(access !== 'anyone' && { security: [{ token: [] }] }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: { [status]: file ? { content: { [file]: { schema: answer } } } : answer },
    },
    handler,
  });
}

/** The same for a write: one transaction, and once only for one Idempotency-Key (see `answerOnce`). */
export function serveWrite<const E extends Endpoint>(
  app: FastifyInstance,
  { db }: Database,
  endpoint: E,
  write: (call: Call<E>, transaction: Db) => Promise<AnswerOf<E>>,
  remember?: (answer: AnswerOf<E>) => AnswerOf<E>,
): void {
  serve(app, endpoint, (call) =>
    db
      .transaction()
      .execute((transaction) =>
        answerOnce(transaction, call.request, () => write(call, transaction), remember),
      ),
  );
}

export function routePattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function callOf<E extends Endpoint>(request: FastifyRequest): Call<E> {
  const { actor, params, query, body } = request;
  return { actor, params, query, body, request } as Call<E>;
}
