import { username as usernameRule } from '@lop-xanh/contract/accounts';
import type { Db } from '../../database/database.ts';
import { hashInBackground, temporaryPassword } from '../../http/passwords.ts';
import { StartUpError } from '../../start-up-error.ts';
import { noteActs } from '../audit/audit.service.ts';
import { forgetLogins } from '../auth/login-memory.service.ts';
import { emptyAccount } from './account-fields.ts';
import { findAccount } from './accounts.queries.ts';
import { isUsernameUsed } from './codes.queries.ts';
import {
  holdAdmins,
  insertAccounts,
  updateAccounts,
  updatePasswords,
} from './write-accounts.queries.ts';

/** Makes an Admin, who must change the password at the first login; returns that password. */
export async function createAdmin(db: Db, username: string): Promise<string> {
  const { error } = usernameRule.safeParse(username);
  if (error) throw new StartUpError(`${error.issues[0]?.message}.`);
  const password = temporaryPassword();
  const password_hash = await hashInBackground(password);
  await db.transaction().execute(async (transaction) => {
    if (await isUsernameUsed(transaction, username)) {
      throw new StartUpError(`The username ${username} is taken.`);
    }
    const admin = {
      ...emptyAccount,
      role: 'Admin' as const,
      school_id: null,
      username,
      first_name: username,
      must_change_password: true,
      password_hash,
    };
    const [id] = (await insertAccounts(transaction, [admin])) as [number];
    await noteCommand(transaction, { action: 'created', id, username });
  });
  return password;
}

/** Gives an Admin a new temporary password and ends all their sessions; returns that password. */
export async function resetAdmin(db: Db, username: string): Promise<string> {
  const password = temporaryPassword();
  const hash = await hashInBackground(password);
  await db.transaction().execute(async (transaction) => {
    await holdAdmins(transaction);
    const account = await findAccount(transaction, username);
    if (account?.role !== 'Admin') {
      throw new StartUpError(`There is no Admin with the username ${username}.`);
    }
    const { id } = account;
    await updateAccounts(transaction, [{ id, fields: { status: 'active' } }]);
    await updatePasswords(transaction, [{ id, hash, mustChange: true }]);
    await forgetLogins(transaction, [{ id, username }]);
    await noteCommand(transaction, { action: 'reset', id, username });
  });
  return password;
}

/** Whoever can run a command on the server has no account here: the trail tells only that it happened. */
function noteCommand(
  db: Db,
  { action, id, username }: { action: 'created' | 'reset'; id: number; username: string },
): Promise<void> {
  return noteActs(db, null, { action, subject: 'account', id, name: username, schoolId: null });
}
