import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { AppError } from '../../http/app-error.ts';
import { failureLog } from '../../lib/failure-log.ts';
import { background, FairQueue } from '../../lib/fair-queue.ts';
import { openWorkerPool } from '../../lib/worker-pool.ts';
import { watchQueue } from '../../metrics/queues.ts';
import { kindWords } from './kind-words.ts';
import type { PasswordJob } from './password-worker.ts';

/** One core stays free for every other request. */
const threads = Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * All password work of this process. It runs one job more than there are threads, so that no thread idles
 * while a job waits for the database. A full queue takes about three seconds to clear.
 */
export const passwordQueue = new FairQueue({
  maxRunning: threads + 1,
  maxWaiting: 64 * threads,
  createError: () => new AppError('server_busy', { retryAfterSeconds: 3 }),
});

watchQueue('passwords', () => passwordQueue);

let pool: Piscina | undefined;

/** Uses threads of its own, since libuv's serve file reads. */
function runInThread(job: PasswordJob): Promise<unknown> {
  pool ??= openWorkerPool(
    new URL('./password-worker.ts', import.meta.url),
    { minThreads: threads, maxThreads: threads },
    failureLog(console, 'a password thread failed'),
  );
  return pool.run(job);
}

/** Available only inside `runPasswordJob`. */
export interface Hasher {
  hash: (password: string) => Promise<string>;
  /** The same bytes for the same text and salt, so that they can be looked up. */
  digest: (text: string, salt: string) => Promise<Buffer>;
  verifyPassword: (password: string, passwordHash: string) => Promise<boolean>;
  /** Takes as long as a real verification, so that timing does not reveal which usernames exist. */
  verifyDummyPassword: (password: string) => Promise<false>;
}

const hasher: Hasher = {
  async hash(password) {
    return (await runInThread({ kind: 'hash', password })) as string;
  },
  async digest(text, salt) {
    return Buffer.from((await runInThread({ kind: 'digest', password: text, salt })) as Uint8Array);
  },
  async verifyPassword(password, passwordHash) {
    return (await runInThread({ kind: 'verify', password, passwordHash })) as boolean;
  },
  async verifyDummyPassword(password) {
    await hasher.verifyPassword(password, noPasswordHash);
    return false;
  },
};

/**
 * The hash of discarded random bytes, with the parameters used for all hashes. It is also the hash of an account that
 * has not been given a password yet: nothing opens it, and a login attempt takes as long as any other.
 */
export const noPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$nJPShZGJvUogTW7ErYe63w$djdfx9v4P/8oaBgtB7rybyv1Niz51Qaus9MkkNo9pMg';

/**
 * Queues password work for a waiting user, and fails with 429 when too many jobs wait. Do not call it in
 * a transaction, which would stay open while the job waits.
 */
export function runPasswordJob<T>(caller: string, job: (hasher: Hasher) => Promise<T>): Promise<T> {
  return passwordQueue.run(caller, () => job(hasher));
}

/** For commands, the demo, imports and class resets: never rejected, and takes turns with waiting users. */
export function hashInBackground(password: string): Promise<string> {
  return passwordQueue.run(background, () => hasher.hash(password));
}

const maxParallelHashes = Math.min(2, threads);

/** Hashes any number of passwords, such as those of a whole school. */
export async function hashPasswords(passwords: readonly string[]): Promise<string[]> {
  const hashes: string[] = [];
  const remaining = passwords.entries();
  const hashNext = async () => {
    for (const [index, password] of remaining) hashes[index] = await hashInBackground(password);
  };
  await Promise.all(Array.from({ length: maxParallelHashes }, hashNext));
  return hashes;
}

/** Leaves out look-alikes: 0 and O, 1, l and I. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const digits = '23456789';

/** In grades 1 and 2 students are learning to read. */
const lastGradeWithKindPasswords = 2;

/** A password to be shown once, for whoever has to choose another one with the first login. */
export function generateTemporaryPassword(gradeId: number | null = null): string {
  const isForBeginner = gradeId !== null && gradeId <= lastGradeWithKindPasswords;
  return isForBeginner ? generateKindPassword() : generateRandomPassword();
}

/** Two words and two digits that a six-year-old can read and type. */
function generateKindPassword(): string {
  const words = [kindWords, kindWords].map((list) => list[randomInt(list.length)] as string);
  return [...words, pickCharacter(digits), pickCharacter(digits)].join('');
}

/** Ten readable characters with at least one letter and one digit. */
function generateRandomPassword(): string {
  for (;;) {
    const password = Array.from({ length: 10 }, () => pickCharacter(letters + digits)).join('');
    if (/\d/.test(password) && /[a-z]/i.test(password)) return password;
  }
}

function pickCharacter(alphabet: string): string {
  return alphabet[randomInt(alphabet.length)] as string;
}
