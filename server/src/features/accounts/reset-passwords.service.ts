import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { clearLoginRecords } from '../auth/login-records.service.ts';
import {
  generateTemporaryPassword,
  hashPasswords,
  runPasswordJob,
} from '../auth/passwords.service.ts';
import { listActiveStudents, readVisibleClass } from '../classes/classes.service.ts';
import { notifyOfPasswordResets } from '../notifications/notify.service.ts';
import { lockSchoolOf } from '../schools/schools.service.ts';
import { findAccounts } from './accounts.queries.ts';
import { findPasswordResetError } from './accounts.rules.ts';
import { readDiscoverableAccount } from './accounts.service.ts';
import { updatePasswords } from './write-accounts.queries.ts';

/**
 * Every reset of an existing user's password by another user goes through this function. It ends the
 * sessions of these users, clears their known devices and failed attempts, notifies them and writes to
 * the audit log.
 */
export async function applyPasswordResets(
  db: Db,
  actor: Actor,
  passwords: { id: number; passwordHash: string; isChangeRequired: boolean }[],
): Promise<void> {
  const ids = passwords.map(({ id }) => id);
  await updatePasswords(db, passwords);
  await notifyOfPasswordResets(db, actor, ids);
  const accounts = await findAccounts(db, ids);
  await clearLoginRecords(db, accounts);
  const auditEntries = accounts.map(({ id, full_name, school_id }) => ({
    action: 'reset' as const,
    subject: 'account' as const,
    id,
    name: full_name,
    schoolId: school_id,
  }));
  await writeAuditEntries(db, actor, ...auditEntries);
}

/** Waits for the actor's turn in the password queue, so call it outside any transaction. */
export function hashForActor(actor: Actor, password: string): Promise<string> {
  return runPasswordJob(`user ${actor.id}`, (hasher) => hasher.hash(password));
}

/** Generates and hashes a temporary password before the transaction begins. */
export async function preparePasswordReset(db: Db, actor: Actor, id: number) {
  const account = await readDiscoverableAccount(db, actor, id);
  const error = findPasswordResetError(actor, account);
  if (error) throw new AppError(error);
  const password = generateTemporaryPassword(account.role === 'Student' ? account.grade_id : null);
  return { password, passwordHash: await hashForActor(actor, password) };
}

export async function resetPassword(
  db: Db,
  actor: Actor,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<void> {
  const account = await lockSchoolOf(db, () => readDiscoverableAccount(db, actor, id));
  const error = findPasswordResetError(actor, account);
  if (error) throw new AppError(error);
  await applyPasswordResets(db, actor, [{ id, passwordHash, isChangeRequired: true }]);
}

/** Generates and hashes passwords for a class's active students before the transaction begins. */
export async function prepareClassReset(db: Db, actor: Actor, classId: number) {
  const { grade_id: gradeId } = await readVisibleClass(db, actor, classId);
  const { class_name, accounts } = await listStudentsToReset(db, actor, classId);
  const passwords = accounts.map(() => generateTemporaryPassword(gradeId));
  const hashes = await hashPasswords(passwords);
  const students = accounts.map((account, index) => ({
    ...account,
    password: passwords[index] as string,
    passwordHash: hashes[index] as string,
  }));
  return { className: class_name, students };
}

/**
 * The active students of a class in the shape of the response, with `password` left blank. A retry
 * returns this, since passwords are shown only once.
 */
export async function listStudentsToReset(
  db: Db,
  actor: Actor,
  classId: number,
): Promise<{ class_name: string; accounts: IssuedPassword[] }> {
  const { name } = await readVisibleClass(db, actor, classId);
  const students = await listActiveStudents(db, classId);
  const accounts = students.map(({ id, full_name, username }) => ({
    id,
    full_name,
    username,
    class_name: name,
    password: '',
  }));
  return { class_name: name, accounts };
}

/** Resets the passwords of the prepared students who are still in the class. */
export async function resetClassPasswords(
  db: Db,
  actor: Actor,
  {
    students,
    classId,
  }: { students: (IssuedPassword & { passwordHash: string })[]; classId: number },
): Promise<IssuedPassword[]> {
  const accounts = await findAccounts(
    db,
    students.map(({ id }) => id),
  );
  const resettableIds = new Set(
    accounts
      .filter((account) => account.class_id === classId && !findPasswordResetError(actor, account))
      .map(({ id }) => id),
  );
  const studentsToReset = students.filter(({ id }) => resettableIds.has(id));
  if (studentsToReset.length > 0) {
    const passwords = studentsToReset.map(({ id, passwordHash }) => ({
      id,
      passwordHash,
      isChangeRequired: true,
    }));
    await applyPasswordResets(db, actor, passwords);
  }
  return studentsToReset.map(({ id, full_name, username, class_name, password }) => ({
    id,
    full_name,
    username,
    class_name,
    password,
  }));
}
