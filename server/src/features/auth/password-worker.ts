import { hash } from 'node:crypto';
import { setPriority } from 'node:os';
import { hashRawSync, hashSync, verifySync } from '@node-rs/argon2';

export type PasswordJob =
  | { kind: 'hash'; password: string }
  | { kind: 'digest'; password: string; salt: string }
  | { kind: 'verify'; password: string; passwordHash: string };

/** For argon2id, the library's default algorithm. */
const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

// On Linux this lowers the priority of this thread only: other requests go first, yet on a busy machine
// a whole class still logs in within seconds.
if (process.platform === 'linux') setPriority(3);

export default function runJob(job: PasswordJob): string | boolean | Uint8Array {
  switch (job.kind) {
    case 'hash':
      return hashSync(job.password, options);
    case 'digest':
      return hashRawSync(job.password, { ...options, salt: hash('sha256', job.salt, 'buffer') });
    case 'verify':
      return verifySync(job.passwordHash, job.password);
  }
}
