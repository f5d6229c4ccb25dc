import type { Readable } from 'node:stream';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import type {
  FastifyInstance,
  FastifyRequest,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify';
import type { Db } from '../database/database.ts';
import type { Reference } from '../database/idempotency-keys.ts';
import type { Actor, ActorWithProfile } from './authentication.ts';
import { EventStream } from './event-stream.ts';
import { hasIdempotencyKey, type IdempotentWrite, runOnce } from './idempotency.ts';
import { JsonText } from './json-text.ts';
import { limitEndpoint } from './rate-limit.ts';
import { runInTurn, takePlace } from './request-queues.ts';

export interface HandlerInput<E extends Endpoint> {
  actor: E['access'] extends 'anyone'
    ? undefined
    : E extends { returnsProfile: true }
      ? ActorWithProfile
      : Actor;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
}

type Result<E extends Endpoint> = ResponseOf<E> | JsonText<ResponseOf<E>>;

/** Long enough for a video over a poor network. */
export const uploadTimeoutMinutes = 15;

/** Nobody is known yet who could be held to a limit. */
const maxPublicBodyBytes = 16 * 1024;

type Handle<E extends Endpoint> = (input: HandlerInput<E>) => Promise<Result<E>>;

/** Binds an endpoint of the contract to its handler. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handle<E>,
): void {
  serveInTurn(app, endpoint, { queue: endpoint.isExpensive ? 'expensive_reads' : 'reads', handle });
}

function serveInTurn<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  { queue, handle }: { queue: 'writes' | 'reads' | 'expensive_reads'; handle: Handle<E> },
): void {
  addRoute(app, endpoint, async (request, reply) => {
    const result = await runInTurn(queue, request, () => handle(toHandlerInput<E>(request)));
    reply.code(endpoint.status ?? 200);
    if (!(result instanceof JsonText)) return reply.send(result);
    return reply.type('application/json; charset=utf-8').send(result.text);
  });
}

/** Serves a file as a download, under a name that may contain any letter. */
export function serveFile<const E extends Endpoint & { file: string }>(
  app: FastifyInstance,
  endpoint: E,
  createFile: (input: HandlerInput<E>) => Promise<{ name: string; bytes: Buffer | Readable }>,
): void {
  addRoute(app, endpoint, async (request, reply) => {
    await takePlace('downloads', request, reply);
    const { name, bytes } = await runInTurn('expensive_reads', request, () =>
      createFile(toHandlerInput<E>(request)),
    );
    return reply
      .type(endpoint.file)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .send(bytes);
  });
}

/** Serves server-sent events; the stream stays open after `start` has returned. */
export function serveEvents<const E extends Endpoint & { stream: true }>(
  app: FastifyInstance,
  endpoint: E,
  start: (input: HandlerInput<E>, open: () => EventStream) => Promise<void>,
): void {
  addRoute(app, endpoint, async (request, reply) => {
    await runInTurn('reads', request, () =>
      start(toHandlerInput<E>(request), () => new EventStream(reply)),
    );
    return reply;
  });
}

export function addRoute(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: RouteHandlerMethod,
  hooks: Pick<RouteShorthandOptions, 'onSend'> = {},
): void {
  const { method, path, summary, access, status = 200, allowedDuringSetup = false } = endpoint;
  const {
    returnsProfile = false,
    acceptsFiles,
    acceptsTable = false,
    maxBodyBytes,
    requestsPerMinute,
    requestsPerHour,
    stream = false,
    response,
  } = endpoint;
  const bodyLimit = maxBodyBytes ?? (access === 'anyone' && maxPublicBodyBytes);
  const mediaType = stream ? 'text/event-stream' : endpoint.file;
  app.route({
    method,
    url: toRoutePattern(path),
    config: {
      access,
      allowedDuringSetup,
      returnsProfile,
      acceptsFiles,
      acceptsTable,
      ...((acceptsFiles || acceptsTable) && { handlerMs: uploadTimeoutMinutes * 60_000 }),
    },
    ...(bodyLimit && { bodyLimit }),
    onRequest: [
      ...(requestsPerMinute ? [limitEndpoint(app, requestsPerMinute, '1 minute')] : []),
      ...(requestsPerHour ? [limitEndpoint(app, requestsPerHour, '1 hour')] : []),
    ],
    ...hooks,
    // A HEAD request would open a stream that nobody reads.
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

/** An `IdempotentWrite` whose functions also get the handler's input. */
interface Write<E extends Endpoint, Prepared, Ref extends Reference> {
  prepare?: (input: HandlerInput<E>) => Promise<Prepared>;
  write: (input: HandlerInput<E>, transaction: Db, prepared: Prepared) => Promise<Result<E>>;
  toStoredReference?: (response: ResponseOf<E>) => Ref;
  respondToRetry: (input: HandlerInput<E>, transaction: Db, reference: Ref) => Promise<Result<E>>;
}

/** Serves a write: in one transaction, and only once per Idempotency-Key (see `runOnce`). */
export function serveWrite<
  const E extends Endpoint,
  Prepared = undefined,
  Ref extends Reference = Record<never, never>,
>(app: FastifyInstance, db: Db, endpoint: E, write: Write<E, Prepared, Ref>): void {
  serveInTurn(app, endpoint, {
    queue: 'writes',
    handle: (input) => runOnce(db, input.request, bindInput(input, write)),
  });
}

/** Serves a write of one statement, which needs a transaction only if the request has an Idempotency-Key. */
export function serveWriteStatement<
  const E extends Endpoint,
  Ref extends Reference = Record<never, never>,
>(
  app: FastifyInstance,
  db: Db,
  endpoint: E,
  write: Omit<Write<E, undefined, Ref>, 'prepare' | 'write'> & {
    write: (input: HandlerInput<E>, db: Db) => Promise<Result<E>>;
  },
): void {
  serveInTurn(app, endpoint, {
    queue: 'writes',
    handle: (input) =>
      hasIdempotencyKey(input.request)
        ? runOnce(db, input.request, bindInput(input, write))
        : write.write(input, db),
  });
}

function bindInput<E extends Endpoint, Prepared, Ref extends Reference>(
  input: HandlerInput<E>,
  { prepare, write, toStoredReference, respondToRetry }: Write<E, Prepared, Ref>,
): IdempotentWrite<Prepared, Result<E>, Ref> {
  return {
    ...(prepare && { prepare: () => prepare(input) }),
    write: (transaction, prepared) => write(input, transaction, prepared),
    ...(toStoredReference && {
      toStoredReference: (result) => toStoredReference(toResponse(result)),
    }),
    respondToRetry: (transaction, reference) => respondToRetry(input, transaction, reference),
  };
}

function toResponse<E extends Endpoint>(result: Result<E>): ResponseOf<E> {
  return (result instanceof JsonText ? JSON.parse(result.text) : result) as ResponseOf<E>;
}

/** The reference to a created row. */
export function pickId({ id }: { id: number }): { id: number } {
  return { id };
}

export function toRoutePattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

export function toHandlerInput<E extends Endpoint>(request: FastifyRequest): HandlerInput<E> {
  const { actor, params, query, body } = request;
  return { actor, params, query, body, request } as HandlerInput<E>;
}
