import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { isOfOwnSchool } from '../../http/own-school.ts';
import { noteActs } from '../audit/audit.service.ts';
import { forgetWrongTries } from '../auth/login-memory.service.ts';
import { findAccounts } from './accounts.queries.ts';
import { canSeeAccount, canUnlock } from './accounts.rules.ts';

/** Lets somebody whom wrong tries keep waiting log in at once. */
export async function unlockAccount(db: Db, actor: Actor, id: number): Promise<void> {
  const [account] = await findAccounts(db, [id]);
  const isKnown =
    account && (actor.role === 'Teacher' ? isOfOwnSchool : canSeeAccount)(actor, account);
  if (!isKnown) throw new AppError('not_found');
  if (!canUnlock(actor, account)) throw new AppError('forbidden');
  await forgetWrongTries(db, [account]);
  const { full_name: name, school_id: schoolId } = account;
  await noteActs(db, actor, { action: 'unlocked', subject: 'account', id, name, schoolId });
}
