import type { Db } from '../../database/database.ts';
import { fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { readPasswordHash } from './auth.queries.ts';
import { checkThrottled } from './login-throttle.ts';
import { type Hasher, runPasswordJob } from './passwords.service.ts';

/** Throws unless it is the actor's own password: a session left open is not enough. */
export function checkOwnPassword(db: Db, actor: Actor, password: string): Promise<void> {
  return runPasswordJob(`user ${actor.id}`, async (hasher) => {
    const passwordHash = await readPasswordHash(db, actor);
    await verifyOwnPassword(db, actor, { password, passwordHash, path: 'password' }, hasher);
  });
}

/** Throttled like a login, so that a stolen session cannot be used to guess the password. */
export async function verifyOwnPassword(
  db: Db,
  { username }: Actor,
  { password, passwordHash, path }: { password: string; passwordHash: string; path: string },
  { verifyPassword }: Hasher,
): Promise<void> {
  const attempt = { username, origin: 'session' } as const;
  const isCorrect = await checkThrottled(db, attempt, () => verifyPassword(password, passwordHash));
  if (!isCorrect) throw fieldError('wrong_current_password', path);
}
