import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@lop-xanh/contract/endpoint';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { type Database, type Db, prepared, type Run, within } from '../database/database.ts';
import type { Actor, Profile } from './authentication.ts';
import { EventStream } from './event-stream.ts';
import { answerOnce, hasKey } from './idempotency.ts';
import { JsonText } from './json-text.ts';

export interface Call<E extends Endpoint> {
  actor: E['access'] extends 'anyone'
    ? undefined
    : E extends { tellsWhoAsks: true }
      ? Profile
      : Actor;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
}

type Answer<E extends Endpoint> = AnswerOf<E> | JsonText<AnswerOf<E>>;

/** A video over a poor network takes its time. */
export const minutesForAnUpload = 15;

/** Binds an endpoint of the contract to what answers it. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  answer: (call: Call<E>) => Promise<Answer<E>>,
): void {
  route(app, endpoint, async (request, reply) => {
    const answered = await answer(callOf<E>(request));
    reply.code(endpoint.status ?? 200);
    if (!(answered instanceof JsonText)) return reply.send(answered);
    return reply.type('application/json; charset=utf-8').send(answered.text);
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

/** The same for server-sent events, which go on after `begin` has opened them. */
export function serveEvents<const E extends Endpoint & { stream: true }>(
  app: FastifyInstance,
  endpoint: E,
  begin: (call: Call<E>, open: () => EventStream) => Promise<void>,
): void {
  route(app, endpoint, async (request, reply) => {
    await begin(callOf<E>(request), () => new EventStream(reply));
    return reply;
  });
}

function route(app: FastifyInstance, endpoint: Endpoint, handler: RouteHandlerMethod): void {
  const { method, path, summary, access, status = 200, whilePasswordMustChange = false } = endpoint;
  const {
    tellsWhoAsks = false,
    takesFiles,
    takesTable = false,
    bodyBytesMax,
    stream = false,
    answer,
  } = endpoint;
  const mediaType = stream ? 'text/event-stream' : endpoint.file;
  app.route({
    method,
    url: routePattern(path),
    config: {
      access,
      whilePasswordMustChange,
      tellsWhoAsks,
      takesFiles,
      takesTable,
      ...((takesFiles || takesTable) && { handlerMs: minutesForAnUpload * 60_000 }),
    },
    ...(bodyBytesMax && { bodyLimit: bodyBytesMax }),
    // A HEAD would open a stream that nobody reads.
    ...(stream && { exposeHeadRoute: false }),
    schema: {
      summary,
      tags: [path.split('/')[2] ?? ''],
      ...(access !== 'anyone' && { security: [{ token: [] }] }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: {
        [status]: mediaType ? { content: { [mediaType]: { schema: answer } } } : answer,
      },
    },
    handler,
  });
}

/** The same for a write: one transaction, and once only for one Idempotency-Key (see `answerOnce`). */
export function serveWrite<const E extends Endpoint>(
  app: FastifyInstance,
  { db }: Database,
  endpoint: E,
  write: (call: Call<E>, transaction: Db) => Promise<Answer<E>>,
  remember?: (answer: Answer<E>) => Answer<E>,
): void {
  serve(app, endpoint, (call) =>
    db
      .transaction()
      .execute((transaction) =>
        answerOnce(transaction, call.request, () => write(call, transaction), remember),
      ),
  );
}

/** A write of one statement, which is a transaction by itself; a key puts it in one with its answer. */
export function serveStatement<const E extends Endpoint>(
  app: FastifyInstance,
  database: Database,
  endpoint: E,
  write: (call: Call<E>, run: Run) => Promise<Answer<E>>,
): void {
  const run = prepared(database);
  serve(app, endpoint, (call) =>
    hasKey(call.request)
      ? database.db
          .transaction()
          .execute((transaction) =>
            answerOnce(transaction, call.request, () => write(call, within(transaction))),
          )
      : write(call, run),
  );
}

export function routePattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function callOf<E extends Endpoint>(request: FastifyRequest): Call<E> {
  const { actor, params, query, body } = request;
  return { actor, params, query, body, request } as Call<E>;
}
