import { messages } from '@lop-xanh/contract/messages';
import { isStrongEnough } from '@lop-xanh/contract/rules/passwords';
import type { Database } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import {
  type Actor,
  closeOtherSessions,
  openSession,
  renewSession,
} from '../../http/authentication.ts';
import { checkAgainstNobody, hashPassword, isPassword } from '../../http/passwords.ts';
import { findLogin, holdLogin, passwordHashOf, replacePassword } from './auth.queries.ts';
import { throttled } from './login-throttle.ts';

export async function logIn(
  database: Database,
  { username, password }: { username: string; password: string },
  address: string,
): Promise<{ user: number; token: string }> {
  const account = await findLogin(database.db, username);
  const isRight = await throttled(database, { username, address }, () =>
    account ? isPassword(password, account.password_hash) : checkAgainstNobody(password),
  );
  if (!account || !isRight) throw new AppError('wrong_login');
  // Only the account's owner, who gave the right password, learns that it is locked.
  if (account.status !== 'active') throw new AppError('account_locked');
  return database.db.transaction().execute(async (db) => {
    // While the password was checked, somebody may have replaced it or closed the account.
    if (!(await holdLogin(db, account))) throw new AppError('wrong_login');
    return { user: account.id, token: await openSession(db, account.id) };
  });
}

export async function changePassword(
  database: Database,
  actor: Actor,
  { current, next }: { current?: string | undefined; next: string },
  address: string,
): Promise<string> {
  const from = await passwordHashOf(database.db, actor);
  if (current !== undefined) await checkCurrent(database, actor, { current, from }, address);
  else if (!actor.isChangePass) throw currentMissing();
  if (!isStrongEnough(next)) throw fieldError('weak_password', 'next');
  if (await isPassword(next, from)) throw fieldError('same_password', 'next');

  const to = await hashPassword(next);
  return database.db.transaction().execute(async (db) => {
    const isReplaced = await replacePassword(db, actor, { from, to });
    if (!isReplaced) throw fieldError('wrong_current_password', 'current');
    await closeOtherSessions(db, actor);
    return renewSession(db, actor);
  });
}

/** Whoever holds a stolen session gets no more guesses than at the login. */
async function checkCurrent(
  database: Database,
  { username }: Actor,
  { current, from }: { current: string; from: string },
  address: string,
): Promise<void> {
  const isRight = await throttled(database, { username, address }, () => isPassword(current, from));
  if (!isRight) throw fieldError('wrong_current_password', 'current');
}

function currentMissing(): AppError {
  return new AppError('invalid_input', {
    issues: [{ path: 'current', message: messages.password.bothNeeded }],
  });
}
