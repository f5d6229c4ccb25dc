import { createHash } from 'node:crypto';
import type { Endpoint, ResponseOf } from '@lop-xanh/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../database/database.ts';
import type { JsonText } from './json-text.ts';
import { runInTurn } from './request-queues.ts';
import { addRoute, type HandlerInput, toHandlerInput } from './serve.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The state of the data that the response was read from, if its ETag is to be remembered for that state. */
    dataState: string | undefined;
  }
}

interface ConditionalRead<E extends Endpoint> {
  read: (input: HandlerInput<E>, db: Db) => Promise<JsonText<ResponseOf<E>>>;
  /** Returns the same text only while `read` returns the same. */
  fingerprint: (input: HandlerInput<E>, db: Db) => Promise<string>;
}

/** About one per device that has the app open; each takes some 200 bytes. */
const maxKnownStates = 10_000;

/**
 * Serves a read whose response a client may have already, and then answers 304 with nothing. The ETag is the hash of
 * the response as it is sent. Which one belongs to which state of the data is remembered, and a cheap fingerprint
 * says whether the state is still the same; rights are checked before, as always.
 */
export function serveUnlessUnchanged<const E extends Endpoint>(
  app: FastifyInstance,
  db: Db,
  endpoint: E,
  { read, fingerprint }: ConditionalRead<E>,
): void {
  const etagsByState = new Map<string, string>();
  const remember = (state: string, etag: string) => {
    etagsByState.set(state, etag);
    const [oldest] = etagsByState.keys();
    if (etagsByState.size > maxKnownStates && oldest) etagsByState.delete(oldest);
  };
  const readState = async (input: HandlerInput<E>, db: Db) =>
    hash(JSON.stringify([input.actor, input.query, await fingerprint(input, db)]));

  if (!app.hasRequestDecorator('dataState')) app.decorateRequest('dataState', undefined);
  addRoute(
    app,
    endpoint,
    (request, reply) =>
      runInTurn('reads', request, async () => {
        const input = toHandlerInput<E>(request);
        const knownEtags = request.headers['if-none-match'];
        reply.type('application/json; charset=utf-8');
        if (!knownEtags) return (await read(input, db)).text;
        const etag = etagsByState.get(await readState(input, db));
        if (etag && knownEtags.includes(etag)) return reply.code(304).header('etag', etag).send();
        return db.transaction(
          async (transaction) => {
            request.dataState = await readState(input, transaction);
            return (await read(input, transaction)).text;
          },
          { isolation: 'repeatable read' },
        );
      }),
    {
      async onSend(request, reply, payload) {
        if (reply.statusCode !== 200) return payload;
        // As bytes, so that the text is encoded only once.
        const bytes = Buffer.from(payload as string);
        const etag = `W/"${hash(bytes)}"`;
        reply.header('etag', etag);
        if (request.dataState) remember(request.dataState, etag);
        if (!request.headers['if-none-match']?.includes(etag)) return bytes;
        reply.code(304);
        return '';
      },
    },
  );
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}
