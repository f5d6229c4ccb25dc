import { setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';

export type PasswordJob =
  | { kind: 'hash'; password: string }
  | { kind: 'verify'; password: string; passwordHash: string };

/** argon2id, the library's default kind. */
const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

// On Linux this lowers the priority of this thread alone: every other request goes first, but on a busy
// machine a class still gets in within seconds.
if (process.platform === 'linux') setPriority(3);

export default function work(job: PasswordJob): string | boolean {
  if (job.kind === 'hash') return hashSync(job.password, options);
  return verifySync(job.passwordHash, job.password);
}
