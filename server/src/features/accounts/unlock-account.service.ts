import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { clearFailedAttempts } from '../auth/login-records.service.ts';
import { canUnlockAccount } from './accounts.rules.ts';
import { readDiscoverableAccount } from './accounts.service.ts';

/** Clears the failed login attempts, so that the user can log in at once. */
export async function unlockAccount(db: Db, actor: Actor, id: number): Promise<void> {
  const account = await readDiscoverableAccount(db, actor, id);
  if (!canUnlockAccount(actor, account)) throw new AppError('forbidden');
  await clearFailedAttempts(db, [account]);
  const { full_name: name, school_id: schoolId } = account;
  await writeAuditEntries(db, actor, {
    action: 'unlocked',
    subject: 'account',
    id,
    name,
    schoolId,
  });
}
