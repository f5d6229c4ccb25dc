import { describeProblem } from '@lop-xanh/contract/field-errors';
import { isStrongPassword } from '@lop-xanh/contract/rules/passwords';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { toNetwork } from '../../http/networks.ts';
import {
  findLogin,
  lockLogin,
  readPasswordHash,
  readPasswordOwner,
  replacePassword,
} from './auth.queries.ts';
import { findChosenPasswordError } from './chosen-passwords.service.ts';
import { rememberDevice } from './login-devices.queries.ts';
import { checkThrottled } from './login-throttle.ts';
import { verifyOwnPassword } from './own-password.ts';
import { runPasswordJob } from './passwords.service.ts';
import { checkSecondFactor } from './second-factor.service.ts';
import { deleteOtherSessions } from './sessions.queries.ts';
import { openSession, renewSession } from './sessions.service.ts';
import { hashToken } from './tokens.ts';

interface Credentials {
  username: string;
  password: string;
  /** The token from the response to an earlier login on this device. */
  device?: string | undefined;
  /** Of the second factor. */
  code?: string | undefined;
}

/** Where a request comes from. */
export interface Client {
  address: string;
  userAgent: string | undefined;
}

interface Login {
  userId: number;
  token: string;
  device: string;
}

/** Runs entirely in the password queue, so that a flood of logins cannot exhaust the database or the threads. */
export function logIn(
  db: Db,
  { username, password, device, code }: Credentials,
  { address, userAgent }: Client,
): Promise<Login> {
  const network = toNetwork(address);
  return runPasswordJob(network, async (hasher) => {
    const deviceHash = device === undefined ? null : hashToken(device);
    const user = await findLogin(db, username, deviceHash);
    const origin =
      deviceHash && user?.isKnownDevice ? { device: deviceHash.toString('hex') } : { network };
    const isCorrect = await checkThrottled(db, { username, origin }, () =>
      user
        ? hasher.verifyPassword(password, user.password_hash)
        : hasher.verifyDummyPassword(password),
    );
    if (!user || !isCorrect) throw new AppError('wrong_login');
    // Only after the password check: nobody else may learn that the account is locked or its password expired.
    if (user.status !== 'active') throw new AppError('account_locked');
    if (user.isExpired) throw new AppError('password_expired');
    if (user.hasSecondFactor) await checkSecondFactor(db, user, code, hasher);
    return db.transaction(async (transaction) => {
      // The password or the status may have changed during the password check.
      if (!(await lockLogin(transaction, user))) throw new AppError('wrong_login');
      const token = await openSession(transaction, user.id, { userAgent });
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
      const typed = { password: current, passwordHash: currentHash, path: 'current' };
      await verifyOwnPassword(db, actor, typed, hasher);
    }
    if (!isStrongPassword(next)) throw fieldError('weak_password', 'next');
    const problem = await findChosenPasswordError(next, await readPasswordOwner(db, actor));
    if (problem) throw fieldError(problem, 'next');
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

function missingCurrentPassword(): AppError {
  return new AppError('invalid_input', {
    issues: [{ path: 'current', ...describeProblem('both_passwords_required') }],
  });
}
