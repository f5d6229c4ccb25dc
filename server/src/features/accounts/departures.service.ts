import type { Account, Departure } from '@lop-xanh/contract/accounts';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { endAllSessions } from '../auth/sessions.service.ts';
import { assignClasses, backdateEnd } from '../classes/memberships.service.ts';
import type { StoredAccount } from './accounts.queries.ts';
import { canEditAccount } from './accounts.rules.ts';
import { readAccount, readAccountForUpdate } from './accounts.service.ts';
import { endDeparture, insertDeparture } from './departures.queries.ts';
import { updateAccounts } from './write-accounts.queries.ts';

/** The student keeps their records and parents, but is neither active nor in a class. */
export async function recordDeparture(
  db: Db,
  actor: Actor,
  { id, ...departure }: Departure & { id: number },
): Promise<Account> {
  const account = await readStudentForUpdate(db, actor, id);
  if (account.departure) throw new AppError('student_has_left');
  if (departure.left_on > getVietnamDate(new Date())) throw fieldError('date_in_future', 'left_on');
  // Deactivate first, so that `assignClasses` does not notify the student.
  await updateAccounts(db, [{ id, fields: { status: 'inactive' } }]);
  await endAllSessions(db, [id]);
  const [transfer] = await assignClasses(db, actor, [{ userId: id, classId: null }]);
  if (transfer) await backdateEnd(db, { userId: id, lastDay: departure.left_on });
  await insertDeparture(db, actor, { studentId: id, schoolId: account.school_id, departure });
  await writeDepartureEntry(db, actor, account, { action: 'left', details: departure });
  return readAccount(db, actor, id);
}

export async function recordReturn(
  db: Db,
  actor: Actor,
  { id, class_id: classId = null }: { id: number; class_id?: number | null | undefined },
): Promise<Account> {
  const account = await readStudentForUpdate(db, actor, id);
  if (!account.departure) throw new AppError('student_has_not_left');
  await endDeparture(db, id);
  await updateAccounts(db, [{ id, fields: { status: 'active' } }]);
  await assignClasses(db, actor, [{ userId: id, classId }]);
  await writeDepartureEntry(db, actor, account, { action: 'returned', details: {} });
  return readAccount(db, actor, id);
}

async function readStudentForUpdate(db: Db, actor: Actor, id: number): Promise<StoredAccount> {
  const account = await readAccountForUpdate(db, actor, { id });
  if (account.role !== 'Student') throw new AppError('not_found');
  if (!canEditAccount(actor, account)) throw new AppError('forbidden');
  return account;
}

function writeDepartureEntry(
  db: Db,
  actor: Actor,
  { id, full_name, school_id }: StoredAccount,
  entry: { action: 'left' | 'returned'; details: Record<string, unknown> },
): Promise<void> {
  return writeAuditEntries(db, actor, {
    ...entry,
    subject: 'account',
    id,
    name: full_name,
    schoolId: school_id,
  });
}
