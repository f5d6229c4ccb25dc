import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { resetFactors } from '../auth/second-factor.service.ts';
import { findPasswordResetError } from './accounts.rules.ts';
import { readAccountForUpdate } from './accounts.service.ts';

/** Lets a user who has lost their phone log in with the password alone; whoever may reset it may do this. */
export async function resetSecondFactor(db: Db, actor: Actor, id: number): Promise<void> {
  const error = findPasswordResetError(actor, await readAccountForUpdate(db, actor, { id }));
  if (error) throw new AppError(error);
  await resetFactors(db, actor, id);
}
