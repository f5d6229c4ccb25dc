import { username as usernameRule } from '@lop-xanh/contract/account-fields';
import type { Db } from '../../database/database.ts';
import { validate } from '../../http/validation.ts';
import { OperatorError } from '../../operator-error.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { clearLoginRecords } from '../auth/login-records.service.ts';
import { generateTemporaryPassword, hashInBackground } from '../auth/passwords.service.ts';
import { resetFactors } from '../auth/second-factor.service.ts';
import { emptyFields } from './account-fields.ts';
import { findAccountByUsername } from './accounts.queries.ts';
import { isUsernameUsed } from './identifier-codes.queries.ts';
import {
  insertAccounts,
  lockAdmins,
  updateAccounts,
  updatePasswords,
} from './write-accounts.queries.ts';

/** Returns the temporary password, which the Admin must change at the first login. */
export async function createAdmin(db: Db, username: string): Promise<string> {
  const { issues } = validate(usernameRule, username);
  if (issues) throw new OperatorError(`${issues[0]?.message}.`);
  const password = generateTemporaryPassword();
  const passwordHash = await hashInBackground(password);
  await db.transaction(async (transaction) => {
    if (await isUsernameUsed(transaction, username)) {
      throw new OperatorError(`The username ${username} is taken.`);
    }
    const admin = {
      ...emptyFields,
      role: 'Admin' as const,
      school_id: null,
      username,
      first_name: username,
      must_change_password: true,
      password_hash: passwordHash,
    };
    const [id] = (await insertAccounts(transaction, [admin])) as [number];
    await writeCommandAuditEntry(transaction, { action: 'created', id, username });
  });
  return password;
}

/** Also activates an inactive Admin, ends their sessions and removes their second factors. Returns the new temporary password. */
export async function resetAdminAccess(db: Db, username: string): Promise<string> {
  const password = generateTemporaryPassword();
  const passwordHash = await hashInBackground(password);
  await db.transaction(async (transaction) => {
    await lockAdmins(transaction);
    const account = await findAccountByUsername(transaction, username);
    if (account?.role !== 'Admin') {
      throw new OperatorError(`There is no Admin with the username ${username}.`);
    }
    const { id } = account;
    await updateAccounts(transaction, [{ id, fields: { status: 'active' } }]);
    await updatePasswords(transaction, [{ id, passwordHash, isChangeRequired: true }]);
    await clearLoginRecords(transaction, [{ id, username }]);
    await resetFactors(transaction, null, id);
    await writeCommandAuditEntry(transaction, { action: 'reset', id, username });
  });
  return password;
}

/** A command on the server has no actor. */
function writeCommandAuditEntry(
  db: Db,
  { action, id, username }: { action: 'created' | 'reset'; id: number; username: string },
): Promise<void> {
  return writeAuditEntries(db, null, {
    action,
    subject: 'account',
    id,
    name: username,
    schoolId: null,
  });
}
