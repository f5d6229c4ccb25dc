import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../database/database.ts';
import { AppError } from './app-error.ts';
import { JsonText } from './json-text.ts';

/** A device that was away for its whole session may still ask what became of an act. */
export const idempotencyDays = 30;

/**
 * Runs a write once for each key of a user. The key is claimed in the transaction of the write, so a
 * second request with it waits for the first and then answers what the first one answered: all of it,
 * or what `remember` leaves of it where it holds a secret.
 */
export async function answerOnce<T>(
  db: Db,
  request: FastifyRequest,
  write: () => Promise<T>,
  remember: (answer: T) => T = (answer) => answer,
): Promise<T> {
  const claim = claimOf(request);
  if (!claim) return write();
  const claimed = await db
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!claimed) return (await firstAnswer(db, claim)) as T;
  const answer = await write();
  await db
    .updateTable('idempotency_keys')
    .set({ answer: textOf(remember(answer)) })
    .where('user_id', '=', claim.user_id)
    .where('key', '=', claim.key)
    .execute();
  return answer;
}

interface PreparedWrite<Prepared, T> {
  /** What takes long, before the transaction; a key that was answered before needs none of it. */
  prepare: () => Promise<Prepared>;
  write: (transaction: Db, prepared: Prepared) => Promise<T>;
  remember: (answer: T) => T;
}

/** The same for a write that has to be prepared, in a transaction of its own. */
export async function prepareAndAnswerOnce<Prepared, T>(
  db: Db,
  request: FastifyRequest,
  { prepare, write, remember }: PreparedWrite<Prepared, T>,
): Promise<T> {
  const claim = claimOf(request);
  const before = claim && (await firstAnswer(db, claim));
  if (before) return before as T;
  const prepared = await prepare();
  return db
    .transaction()
    .execute((transaction) =>
      answerOnce(transaction, request, () => write(transaction, prepared), remember),
    );
}

interface Claim {
  user_id: number;
  key: string;
  request: string;
}

function claimOf(request: FastifyRequest): Claim | undefined {
  const key = request.headers['idempotency-key'];
  if (!hasKey(request) || !request.actor) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError('invalid_input', {
      issues: [{ path: 'Idempotency-Key', message: '1 to 200 printable characters' }],
    });
  }
  return { user_id: request.actor.id, key, request: fingerprintOf(request) };
}

async function firstAnswer(db: Db, { user_id, key, request }: Claim): Promise<unknown> {
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['request', 'answer'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst();
  if (first && first.request !== request) throw new AppError('key_reused');
  return first?.answer;
}

export function hasKey({ headers }: FastifyRequest): boolean {
  return headers['idempotency-key'] !== undefined;
}

function textOf(answer: unknown): string {
  return answer instanceof JsonText ? answer.text : JSON.stringify(answer);
}

function fingerprintOf({ method, url, body, received, table }: FastifyRequest): string {
  const files = received.map(({ filename }) => filename);
  const parts = [method, url, body ?? null, ...(table ? [table.digest] : [files])];
  return createHash('sha256').update(JSON.stringify(parts, withoutPassword)).digest('base64url');
}

/** A quick digest would give a password away to whoever reads the table. */
function withoutPassword(field: string, value: unknown): unknown {
  return field === 'password' ? undefined : value;
}
