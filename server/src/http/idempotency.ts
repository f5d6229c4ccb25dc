import { createHash, createHmac } from 'node:crypto';
import { describeProblem } from '@lop-xanh/contract/field-errors';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../database/database.ts';
import {
  claimKey,
  findClaimedKey,
  type KeyClaim,
  type Reference,
  setReference,
} from '../database/idempotency-keys.ts';
import { lockUsers } from '../database/lock-users.ts';
import { AppError } from './app-error.ts';

export interface IdempotentWrite<Prepared, Result, Ref extends Reference> {
  /** Slow work, done before the transaction begins and skipped for a retried request. */
  prepare?: () => Promise<Prepared>;
  write: (transaction: Db, prepared: Prepared) => Promise<Result>;
  /** What `respondToRetry` needs to know beyond the request. */
  toStoredReference?: (response: Result) => Ref;
  /** Responds to a retried request with the current state, under the actor's current permissions. */
  respondToRetry: (transaction: Db, reference: Ref) => Promise<Result>;
}

/**
 * Runs a write in a transaction, and once for each key of a user. The key is claimed in that
 * transaction, so a second request with it waits for the first.
 */
export async function runOnce<Prepared, Result, Ref extends Reference>(
  db: Db,
  request: FastifyRequest,
  { prepare, write, toStoredReference, respondToRetry }: IdempotentWrite<Prepared, Result, Ref>,
): Promise<Result> {
  const claim = parseClaim(request);
  const respondAgain = (transaction: Db, reference: Reference) =>
    respondToRetry(transaction, reference as Ref).catch(markAsDone);
  if (claim && prepare) {
    const reference = await findReference(db, claim);
    if (reference) return respondAgain(db, reference);
  }
  const prepared = (await prepare?.()) as Prepared;
  return runUnlessErased(db, request, async (transaction) => {
    if (!claim) return write(transaction, prepared);
    const isFirst = await claimKey(transaction, claim);
    if (!isFirst) return respondAgain(transaction, (await findReference(transaction, claim)) ?? {});
    const response = await write(transaction, prepared);
    if (toStoredReference) await setReference(transaction, claim, toStoredReference(response));
    return response;
  });
}

/** Undoes what a user wrote who was erased meanwhile. */
function runUnlessErased<Result>(
  db: Db,
  { actor }: FastifyRequest,
  write: (transaction: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (transaction) => {
    const result = await write(transaction);
    if (actor && !(await lockUsers(transaction, [actor.id]))) throw new AppError('unauthenticated');
    return result;
  });
}

/** The write succeeded earlier, but its result can no longer be read: the client need not retry. */
function markAsDone(error: unknown): never {
  if (error instanceof AppError) error.isAlreadyDone = true;
  throw error;
}

export function hasIdempotencyKey({ headers }: FastifyRequest): boolean {
  return headers['idempotency-key'] !== undefined;
}

function parseClaim(request: FastifyRequest): KeyClaim | undefined {
  const key = request.headers['idempotency-key'];
  if (!hasIdempotencyKey(request) || !request.actor) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    const issue = { path: 'Idempotency-Key', ...describeProblem('invalid_idempotency_key') };
    throw new AppError('invalid_input', { issues: [issue] });
  }
  return {
    user_id: request.actor.id,
    key_hash: createHash('sha256').update(key).digest(),
    fingerprint: computeFingerprint(request, key),
  };
}

/** Covers the whole request, including every byte of its files. */
function computeFingerprint(request: FastifyRequest, key: string): Buffer {
  const { method, url, body = null, received, digests } = request;
  const filenames = received.map(({ filename }) => filename);
  const parts = [method, url, body, filenames, digests];
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}

/** Undefined for a new key. Throws if the key was used for a different request. */
async function findReference(db: Db, claim: KeyClaim): Promise<Reference | undefined> {
  const claimed = await findClaimedKey(db, claim);
  const isDifferent = claimed?.fingerprint && !claimed.fingerprint.equals(claim.fingerprint);
  if (isDifferent) throw new AppError('key_reused');
  return claimed?.reference;
}
