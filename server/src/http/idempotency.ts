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
  const key = request.headers['idempotency-key'];
  if (!hasKey(request) || !request.actor) return write();
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError('invalid_input', {
      issues: [{ path: 'Idempotency-Key', message: '1 to 200 printable characters' }],
    });
  }
  const claim = { user_id: request.actor.id, key };
  const fingerprint = fingerprintOf(request);
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ ...claim, request: fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!claimed) {
    const first = await db
      .selectFrom('idempotency_keys')
      .select(['request', 'answer'])
      .where('user_id', '=', claim.user_id)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (first.request !== fingerprint) throw new AppError('key_reused');
    return first.answer as T;
  }
  const answer = await write();
  await db
    .updateTable('idempotency_keys')
    .set({ answer: textOf(remember(answer)) })
    .where('user_id', '=', claim.user_id)
    .where('key', '=', key)
    .execute();
  return answer;
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
