import { createHash, createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../database/database.ts';
import { AppError } from './app-error.ts';

/** A device that was away for its whole session may still ask what became of an action. */
export const idempotencyDays = 30;

/** What is stored of a write besides its key: ids and counts, and never content, which can be deleted. */
export type Reference = Record<string, number | string>;

export interface OnceOnly<Prepared, Answer, Kept extends Reference> {
  /** What takes long, before the transaction begins; a repeat needs none of it. */
  prepare?: () => Promise<Prepared>;
  write: (transaction: Db, prepared: Prepared) => Promise<Answer>;
  /** What `repeat` has to know and the request does not say. */
  keep?: (answer: Answer) => Kept;
  /** Answers a repeated request with what stands now, under the actor's rights of now. */
  repeat: (transaction: Db, kept: Kept) => Promise<Answer>;
}

/**
 * Runs a write in a transaction, and once for each key of a user. The key is claimed in that
 * transaction, so a second request with it waits for the first.
 */
export async function runOnce<Prepared, Answer, Kept extends Reference>(
  db: Db,
  request: FastifyRequest,
  { prepare, write, keep, repeat }: OnceOnly<Prepared, Answer, Kept>,
): Promise<Answer> {
  const claim = claimOf(request);
  const again = (transaction: Db, reference: Reference) =>
    repeat(transaction, reference as Kept).catch(markAsDone);
  if (claim && prepare) {
    const before = await findReference(db, claim);
    if (before) return again(db, before);
  }
  const prepared = (await prepare?.()) as Prepared;
  return db.transaction().execute(async (transaction) => {
    if (!claim) return write(transaction, prepared);
    const isFirst = await takeClaim(transaction, claim);
    if (!isFirst) return again(transaction, (await findReference(transaction, claim)) ?? {});
    const answer = await write(transaction, prepared);
    if (keep) await setReference(transaction, claim, keep(answer));
    return answer;
  });
}

/** The write was done, and what it wrote can no longer be shown: the caller need not worry about it. */
function markAsDone(error: unknown): never {
  if (error instanceof AppError) error.isAlreadyDone = true;
  throw error;
}

export function hasKey({ headers }: FastifyRequest): boolean {
  return headers['idempotency-key'] !== undefined;
}

/** The key itself is not stored: whoever reads the table cannot try out passwords on the fingerprint. */
interface Claim {
  user_id: number;
  key_hash: Buffer;
  fingerprint: Buffer;
}

function claimOf(request: FastifyRequest): Claim | undefined {
  const key = request.headers['idempotency-key'];
  if (!hasKey(request) || !request.actor) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError('invalid_input', {
      issues: [{ path: 'Idempotency-Key', message: '1 to 200 printable characters' }],
    });
  }
  return {
    user_id: request.actor.id,
    key_hash: createHash('sha256').update(key).digest(),
    fingerprint: fingerprintOf(request, key),
  };
}

/** Of all that was sent, every byte of its files included. */
function fingerprintOf(request: FastifyRequest, key: string): Buffer {
  const { method, url, body = null, received, digests } = request;
  const filenames = received.map(({ filename }) => filename);
  const parts = [method, url, body, filenames, digests];
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}

async function takeClaim(db: Db, claim: Claim): Promise<boolean> {
  const claimed = await db
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

async function setReference(db: Db, claim: Claim, reference: Reference): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ reference: JSON.stringify(reference) })
    .where('user_id', '=', claim.user_id)
    .where('key_hash', '=', claim.key_hash)
    .execute();
}

/** Undefined where the key is new; one that was used for another request is refused. */
async function findReference(db: Db, claim: Claim): Promise<Reference | undefined> {
  const found = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'reference'])
    .where('user_id', '=', claim.user_id)
    .where('key_hash', '=', claim.key_hash)
    .executeTakeFirst();
  // A row of an earlier release has no fingerprint that could be compared.
  const isOther = found?.fingerprint && !found.fingerprint.equals(claim.fingerprint);
  if (isOther) throw new AppError('key_reused');
  return found?.reference as Reference | undefined;
}
