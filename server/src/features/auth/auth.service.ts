import { messages } from '@lop-xanh/contract/messages';
import { isStrongEnough } from '@lop-xanh/contract/rules/passwords';
import type { Database } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import { type Actor, closeAllSessions, openSession } from '../../http/authentication.ts';
import { findLogin, passwordHashOf, replacePassword } from './auth.queries.ts';
import { forgetTries, noteTry } from './login-throttle.ts';
import { checkAgainstNobody, hashPassword, isPassword } from './passwords.ts';

export async function logIn(
  database: Database,
  { username, password }: { username: string; password: string },
  address: string,
): Promise<string> {
  await noteTry(database, username, address);
  const account = await findLogin(database.db, username);
  const isRight = account
    ? await isPassword(password, account.password_hash)
    : await checkAgainstNobody(password);
  if (!account || !isRight) throw new AppError('wrong_login');
  await forgetTries(database, username);
  // Only the account's owner, who gave the right password, learns that it is locked.
  if (account.status !== 'active') throw new AppError('account_locked');
  return openSession(database.db, account.id);
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
    await closeAllSessions(db, actor.id);
    return openSession(db, actor.id);
  });
}

/** Whoever holds a stolen session gets no more guesses than at the login. */
async function checkCurrent(
  database: Database,
  { username }: Actor,
  { current, from }: { current: string; from: string },
  address: string,
): Promise<void> {
  await noteTry(database, username, address);
  if (!(await isPassword(current, from))) throw fieldError('wrong_current_password', 'current');
  await forgetTries(database, username);
}

function currentMissing(): AppError {
  return new AppError('invalid_input', {
    issues: [{ path: 'current', message: messages.password.bothNeeded }],
  });
}
