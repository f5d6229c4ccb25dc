import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id, the library's default kind. */
const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Both run on the thread pool: a login never holds up the feed. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/** Half of the thread pool, so that those who log in meanwhile do not wait. */
const hashedAtOnce = 2;

/** Many at a time, such as those of a whole school. */
export async function hashPasswords(passwords: readonly string[]): Promise<string[]> {
  const hashes: string[] = [];
  const waiting = passwords.entries();
  const hashInTurn = async () => {
    for (const [at, password] of waiting) hashes[at] = await hashPassword(password);
  };
  await Promise.all(Array.from({ length: hashedAtOnce }, hashInTurn));
  return hashes;
}

export function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return verify(passwordHash, password);
}

let decoy: Promise<string> | undefined;

/** Takes as long as checking a real account, so that the time does not tell which usernames exist. */
export async function checkAgainstNobody(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password');
  await isPassword(password, await decoy);
  return false;
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
