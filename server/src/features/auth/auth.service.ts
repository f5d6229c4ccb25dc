import { describeProblem } from '@lop-xanh/contract/field-errors';
import { isStrongPassword } from '@lop-xanh/contract/rules/passwords';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { toNetwork } from '../../http/networks.ts';
import { findLogin, lockLogin, readPasswordHash, replacePassword } from './auth.queries.ts';
import { rememberDevice } from './login-devices.queries.ts';
import { checkThrottled } from './login-throttle.ts';
import { type Hasher, runPasswordJob } from './passwords.service.ts';
import { deleteOtherSessions } from './sessions.queries.ts';
import { openSession, renewSession } from './sessions.service.ts';
import { hashToken } from './tokens.ts';

interface Credentials {
  username: string;
  password: string;
  /** The token from the response to an earlier login on this device. */
  device?: string | undefined;
}

interface Login {
  userId: number;
  token: string;
  device: string;
}

/** Runs entirely in the password queue, so that a flood of logins cannot exhaust the database or the threads. */
export function logIn(
  db: Db,
  { username, password, device }: Credentials,
  address: string,
): Promise<Login> {
  const network = toNetwork(address);
  return runPasswordJob(network, async ({ verifyPassword, verifyDummyPassword }) => {
    const deviceHash = device === undefined ? null : hashToken(device);
    const user = await findLogin(db, username, deviceHash);
    const origin =
      deviceHash && user?.isKnownDevice ? { device: deviceHash.toString('hex') } : { network };
    const isCorrect = await checkThrottled(db, { username, origin }, () =>
      user ? verifyPassword(password, user.password_hash) : verifyDummyPassword(password),
    );
    if (!user || !isCorrect) throw new AppError('wrong_login');
    // Only after the password check: nobody else may learn that the account is locked.
    if (user.status !== 'active') throw new AppError('account_locked');
    return db.transaction(async (transaction) => {
      // The password or the status may have changed during the password check.
      if (!(await lockLogin(transaction, user))) throw new AppError('wrong_login');
      const token = await openSession(transaction, user.id);
      return { userId: user.id, token, device: await rememberDevice(transaction, user.id, device) };
    });
  });
}

export async function changePassword(
  db: Db,
  actor: Actor,
  { current, next }: { current?: string | undefined; next: string },
): Promise<string> {
  if (current === undefined && !actor.isChangePass) throw missingCurrentPassword();
  return runPasswordJob(`user ${actor.id}`, async (hasher) => {
    const currentHash = await readPasswordHash(db, actor);
    if (current !== undefined) {
      await checkCurrentPassword(db, actor, { current, currentHash }, hasher);
    }
    if (!isStrongPassword(next)) throw fieldError('weak_password', 'next');
    const isSame =
      current === undefined ? await hasher.verifyPassword(next, currentHash) : next === current;
    if (isSame) throw fieldError('same_password', 'next');

    const nextHash = await hasher.hash(next);
    return db.transaction(async (transaction) => {
      const isReplaced = await replacePassword(transaction, actor, { currentHash, nextHash });
      if (!isReplaced) throw fieldError('wrong_current_password', 'current');
      await deleteOtherSessions(transaction, actor);
      return renewSession(transaction, actor);
    });
  });
}

/** Throttled like a login, so that a stolen session cannot be used to guess the password. */
async function checkCurrentPassword(
  db: Db,
  { username }: Actor,
  { current, currentHash }: { current: string; currentHash: string },
  { verifyPassword }: Hasher,
): Promise<void> {
  const attempt = { username, origin: 'session' } as const;
  const isCorrect = await checkThrottled(db, attempt, () => verifyPassword(current, currentHash));
  if (!isCorrect) throw fieldError('wrong_current_password', 'current');
}

function missingCurrentPassword(): AppError {
  return new AppError('invalid_input', {
    issues: [{ path: 'current', ...describeProblem('both_passwords_required') }],
  });
}
