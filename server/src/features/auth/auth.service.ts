import { messages } from '@lop-xanh/contract/messages';
import { isStrongEnough } from '@lop-xanh/contract/rules/passwords';
import type { Database } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import {
  type Actor,
  closeOtherSessions,
  hashToken,
  openSession,
  renewSession,
} from '../../http/authentication.ts';
import { networkOf } from '../../http/networks.ts';
import { type Hasher, inTurn } from '../../http/passwords.ts';
import { findLogin, holdLogin, passwordHashOf, replacePassword } from './auth.queries.ts';
import { rememberDevice } from './login-devices.queries.ts';
import { throttled } from './login-throttle.ts';

interface Credentials {
  username: string;
  password: string;
  /** What an earlier login on the device was answered. */
  device?: string | undefined;
}

interface Login {
  user: number;
  token: string;
  device: string;
}

/** All of it when its turn has come: a flood of logins occupies neither the database nor the threads. */
export function logIn(
  database: Database,
  { username, password, device }: Credentials,
  address: string,
): Promise<Login> {
  const network = networkOf(address);
  return inTurn(network, async ({ isPassword, checkAgainstNobody }) => {
    const deviceHash = device === undefined ? null : hashToken(device);
    const account = await findLogin(database.db, username, deviceHash);
    const origin =
      deviceHash && account?.isKnownDevice ? { device: deviceHash.toString('hex') } : { network };
    const isRight = await throttled(database, { username, origin }, () =>
      account ? isPassword(password, account.password_hash) : checkAgainstNobody(password),
    );
    if (!account || !isRight) throw new AppError('wrong_login');
    // Only the account's owner, who gave the right password, learns that it is locked.
    if (account.status !== 'active') throw new AppError('account_locked');
    return database.db.transaction().execute(async (db) => {
      // While the password was checked, somebody may have replaced it or closed the account.
      if (!(await holdLogin(db, account))) throw new AppError('wrong_login');
      const token = await openSession(db, account.id);
      return { user: account.id, token, device: await rememberDevice(db, account.id, device) };
    });
  });
}

export async function changePassword(
  database: Database,
  actor: Actor,
  { current, next }: { current?: string | undefined; next: string },
): Promise<string> {
  if (current === undefined && !actor.isChangePass) throw currentMissing();
  return inTurn(`user ${actor.id}`, async (hasher) => {
    const from = await passwordHashOf(database.db, actor);
    if (current !== undefined) await checkCurrent(database, actor, { current, from }, hasher);
    if (!isStrongEnough(next)) throw fieldError('weak_password', 'next');
    const isSame = current === undefined ? await hasher.isPassword(next, from) : next === current;
    if (isSame) throw fieldError('same_password', 'next');

    const to = await hasher.hash(next);
    return database.db.transaction().execute(async (db) => {
      const isReplaced = await replacePassword(db, actor, { from, to });
      if (!isReplaced) throw fieldError('wrong_current_password', 'current');
      await closeOtherSessions(db, actor);
      return renewSession(db, actor);
    });
  });
}

/** Whoever holds a stolen session gets no more guesses than at the login. */
async function checkCurrent(
  database: Database,
  { username }: Actor,
  { current, from }: { current: string; from: string },
  { isPassword }: Hasher,
): Promise<void> {
  const attempt = { username, origin: 'session' } as const;
  const isRight = await throttled(database, attempt, () => isPassword(current, from));
  if (!isRight) throw fieldError('wrong_current_password', 'current');
}

function currentMissing(): AppError {
  return new AppError('invalid_input', {
    issues: [{ path: 'current', message: messages.password.bothNeeded }],
  });
}
