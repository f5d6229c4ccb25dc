import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { openWorkerPool } from '../worker-pool.ts';
import { background, FairQueue } from './fair-queue.ts';
import type { PasswordJob } from './password-worker.ts';

/** One core stays free for every other request. */
const threads = Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * All work on passwords of this process. One job more than there are threads runs at once, so that no
 * thread idles while the database is asked; what may wait takes about three seconds.
 */
export const passwordQueue = new FairQueue({
  atOnce: threads + 1,
  waitingMax: 64 * threads,
  retryAfterSeconds: 3,
});

let pool: Piscina | undefined;

/** In threads of our own: libuv's are for file reads. */
function runInThread(job: PasswordJob): Promise<unknown> {
  pool ??= openWorkerPool(new URL('./password-worker.ts', import.meta.url), {
    minThreads: threads,
    maxThreads: threads,
  });
  return pool.run(job);
}

/** Hashes and checks passwords; only who has a turn in the queue is given one. */
export interface Hasher {
  hash: (password: string) => Promise<string>;
  isPassword: (password: string, passwordHash: string) => Promise<boolean>;
  /** Takes as long as checking a real account, so that the time does not tell which usernames exist. */
  checkAgainstNobody: (password: string) => Promise<false>;
}

const hasher: Hasher = {
  async hash(password) {
    return (await runInThread({ kind: 'hash', password })) as string;
  },
  async isPassword(password, passwordHash) {
    return (await runInThread({ kind: 'verify', password, passwordHash })) as boolean;
  },
  async checkAgainstNobody(password) {
    await hasher.isPassword(password, nobodysHash);
    return false;
  },
};

/** Of random bytes that were thrown away, with the parameters of every other hash. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$nJPShZGJvUogTW7ErYe63w$djdfx9v4P/8oaBgtB7rybyv1Niz51Qaus9MkkNo9pMg';

/**
 * Does work on passwords that somebody waits for, when it is their turn; 429 when too many wait. No
 * transaction may be open: it would be held for as long as the queue is.
 */
export function inTurn<T>(caller: string, work: (hasher: Hasher) => Promise<T>): Promise<T> {
  return passwordQueue.run(caller, () => work(hasher));
}

/** For a command, the demo or an import: never refused, and taking turns with those who wait. */
export function hashInBackground(password: string): Promise<string> {
  return passwordQueue.run(background, () => hasher.hash(password));
}

const hashedAtOnce = Math.min(2, threads);

/** The same for any number of passwords, such as a whole school's. */
export async function hashPasswords(passwords: readonly string[]): Promise<string[]> {
  const hashes: string[] = [];
  const waiting = passwords.entries();
  const hashNext = async () => {
    for (const [at, password] of waiting) hashes[at] = await hashInBackground(password);
  };
  await Promise.all(Array.from({ length: hashedAtOnce }, hashNext));
  return hashes;
}

/** Without look-alikes: no 0 and O, no 1, l and I. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const digits = '23456789';

/** Ten readable characters with at least one letter and one digit. */
export function temporaryPassword(): string {
  for (;;) {
    const word = Array.from({ length: 10 }, () => pick(letters + digits)).join('');
    if (/\d/.test(word) && /[a-z]/i.test(word)) return word;
  }
}

function pick(from: string): string {
  return from[randomInt(from.length)] as string;
}
