import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { clearFailedAttempts } from '../auth/login-records.service.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';
import { findAccounts } from './accounts.queries.ts';
import { canSeeAccount, canUnlockAccount } from './accounts.rules.ts';

/** Clears the failed login attempts, so that the user can log in at once. */
export async function unlockAccount(db: Db, actor: Actor, id: number): Promise<void> {
  const [account] = await findAccounts(db, [id]);
  // A Teacher sees no accounts, but gets 403 and not 404 for one of their own school.
  const isVisible =
    account && (actor.role === 'Teacher' ? isInOwnSchool : canSeeAccount)(actor, account);
  if (!isVisible) throw new AppError('not_found');
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
