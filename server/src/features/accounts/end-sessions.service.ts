import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { deleteSessionOfUser, endAllSessions } from '../auth/sessions.service.ts';
import type { StoredAccount } from './accounts.queries.ts';
import { findPasswordResetError } from './accounts.rules.ts';
import { readAccountForUpdate } from './accounts.service.ts';

interface SessionOfUser {
  id: number;
  session_id: number;
}

/** Logs a user out on one device; whoever may reset their password may do this. */
export async function endUserSession(
  db: Db,
  actor: Actor,
  { id, session_id }: SessionOfUser,
): Promise<void> {
  const account = await readAccountToLogOut(db, actor, id);
  const device = await deleteSessionOfUser(db, id, session_id);
  if (device !== undefined) await writeSessionEntry(db, actor, account, { device });
}

/** Logs a user out on all devices. */
export async function endUserSessions(db: Db, actor: Actor, id: number): Promise<void> {
  const account = await readAccountToLogOut(db, actor, id);
  const devices = await endAllSessions(db, [id]);
  if (devices > 0) await writeSessionEntry(db, actor, account, { devices });
}

async function readAccountToLogOut(db: Db, actor: Actor, id: number): Promise<StoredAccount> {
  const account = await readAccountForUpdate(db, actor, { id });
  const error = findPasswordResetError(actor, account);
  if (error) throw new AppError(error);
  return account;
}

function writeSessionEntry(
  db: Db,
  actor: Actor,
  { id, full_name: name, school_id: schoolId }: StoredAccount,
  details: { device: string } | { devices: number },
): Promise<void> {
  return writeAuditEntries(db, actor, {
    action: 'ended',
    subject: 'session',
    id,
    name,
    schoolId,
    details,
  });
}
