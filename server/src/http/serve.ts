import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { type Database, type Db, prepared, type Run, within } from '../database/database.ts';
import type { Actor, Profile } from './authentication.ts';
import { EventStream } from './event-stream.ts';
import { FairQueue } from './fair-queue.ts';
import { hasKey, type OnceOnly, type Reference, runOnce } from './idempotency.ts';
import { JsonText } from './json-text.ts';

export interface HandlerInput<E extends Endpoint> {
  actor: E['access'] extends 'anyone'
    ? undefined
    : E extends { returnsProfile: true }
      ? Profile
      : Actor;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
}

type Answer<E extends Endpoint> = ResponseOf<E> | JsonText<ResponseOf<E>>;

/** A video over a poor network takes its time. */
export const minutesForAnUpload = 15;

/**
 * Writes of one user may wait for each other in the database, each with a connection; so only a few are
 * under way, and the others wait without one.
 */
const writes = new FairQueue({
  atOnce: Number.POSITIVE_INFINITY,
  atOnceOfCaller: 3,
  waitingMax: 2_000,
  retryAfterSeconds: 3,
});

function writeInTurn<T>({ actor }: FastifyRequest, write: () => Promise<T>): Promise<T> {
  return actor ? writes.run(String(actor.id), write) : write();
}

/** Binds an endpoint of the contract to what answers it. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  answer: (call: HandlerInput<E>) => Promise<Answer<E>>,
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
  make: (call: HandlerInput<E>) => Promise<{ name: string; bytes: Buffer }>,
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
  begin: (call: HandlerInput<E>, open: () => EventStream) => Promise<void>,
): void {
  route(app, endpoint, async (request, reply) => {
    await begin(callOf<E>(request), () => new EventStream(reply));
    return reply;
  });
}

function route(app: FastifyInstance, endpoint: Endpoint, handler: RouteHandlerMethod): void {
  const { method, path, summary, access, status = 200, whilePasswordMustChange = false } = endpoint;
  const {
    returnsProfile = false,
    acceptsFiles,
    acceptsTable = false,
    maxBodyBytes,
    stream = false,
    response,
  } = endpoint;
  const mediaType = stream ? 'text/event-stream' : endpoint.file;
  app.route({
    method,
    url: routePattern(path),
    config: {
      access,
      whilePasswordMustChange,
      returnsProfile,
      acceptsFiles,
      acceptsTable,
      ...((acceptsFiles || acceptsTable) && { handlerMs: minutesForAnUpload * 60_000 }),
    },
    ...(maxBodyBytes && { bodyLimit: maxBodyBytes }),
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
        [status]: mediaType ? { content: { [mediaType]: { schema: response } } } : response,
      },
    },
    handler,
  });
}

/** A write as `runOnce` takes it, for an endpoint. */
interface Write<E extends Endpoint, Prepared, Kept extends Reference> {
  prepare?: (call: HandlerInput<E>) => Promise<Prepared>;
  write: (call: HandlerInput<E>, transaction: Db, prepared: Prepared) => Promise<Answer<E>>;
  keep?: (answer: ResponseOf<E>) => Kept;
  repeat: (call: HandlerInput<E>, transaction: Db, kept: Kept) => Promise<Answer<E>>;
}

/** The same for a write: one transaction, and once only for one Idempotency-Key (see `runOnce`). */
export function serveWrite<
  const E extends Endpoint,
  Prepared = undefined,
  Kept extends Reference = Record<never, never>,
>(app: FastifyInstance, { db }: Database, endpoint: E, write: Write<E, Prepared, Kept>): void {
  serve(app, endpoint, (call) =>
    writeInTurn(call.request, () => runOnce(db, call.request, onceFor(call, write))),
  );
}

/** A write of one statement, which is a transaction by itself; a key puts it in one with its claim. */
export function serveStatement<
  const E extends Endpoint,
  Kept extends Reference = Record<never, never>,
>(
  app: FastifyInstance,
  database: Database,
  endpoint: E,
  {
    write,
    ...rest
  }: Omit<Write<E, undefined, Kept>, 'prepare' | 'write'> & {
    write: (call: HandlerInput<E>, run: Run) => Promise<Answer<E>>;
  },
): void {
  const run = prepared(database);
  const once = {
    ...rest,
    write: (call: HandlerInput<E>, transaction: Db) => write(call, within(transaction)),
  };
  serve(app, endpoint, (call) =>
    writeInTurn(call.request, () =>
      hasKey(call.request)
        ? runOnce(database.db, call.request, onceFor(call, once))
        : write(call, run),
    ),
  );
}

function onceFor<E extends Endpoint, Prepared, Kept extends Reference>(
  call: HandlerInput<E>,
  { prepare, write, keep, repeat }: Write<E, Prepared, Kept>,
): OnceOnly<Prepared, Answer<E>, Kept> {
  return {
    ...(prepare && { prepare: () => prepare(call) }),
    write: (transaction, prepared) => write(call, transaction, prepared),
    ...(keep && { keep: (answer) => keep(plain(answer)) }),
    repeat: (transaction, kept) => repeat(call, transaction, kept),
  };
}

function plain<E extends Endpoint>(answer: Answer<E>): ResponseOf<E> {
  return (answer instanceof JsonText ? JSON.parse(answer.text) : answer) as ResponseOf<E>;
}

/** What a repeat has to know of something that was created. */
export function keepId({ id }: { id: number }): { id: number } {
  return { id };
}

export function routePattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function callOf<E extends Endpoint>(request: FastifyRequest): HandlerInput<E> {
  const { actor, params, query, body } = request;
  return { actor, params, query, body, request } as HandlerInput<E>;
}
