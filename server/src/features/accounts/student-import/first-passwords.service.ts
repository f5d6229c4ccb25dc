import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { Db } from '../../../database/database.ts';
import type { Actor } from '../../../http/authentication.ts';
import {
  generateTemporaryPassword,
  hashPasswords,
  noPasswordHash,
} from '../../auth/passwords.service.ts';
import { readVisibleClass } from '../../classes/classes.service.ts';
import { applyPasswordResets } from '../reset-passwords.service.ts';
import { lockStudentsWithoutPassword } from './student-import.queries.ts';

interface FirstPassword extends IssuedPassword {
  passwordHash: string;
}

/** Generates and hashes the passwords before the transaction begins. */
export async function prepareFirstPasswords(
  db: Db,
  actor: Actor,
  classId: number,
): Promise<FirstPassword[]> {
  const { name: class_name, grade_id } = await readVisibleClass(db, actor, classId);
  const students = await lockStudentsWithoutPassword(db, classId, noPasswordHash);
  const passwords = students.map(() => generateTemporaryPassword(grade_id));
  const hashes = await hashPasswords(passwords);
  return students.map((student, index) => ({
    ...student,
    class_name,
    password: passwords[index] as string,
    passwordHash: hashes[index] as string,
  }));
}

/** Leaves out students who have got a password since, or have left the class. */
export async function issueFirstPasswords(
  db: Db,
  actor: Actor,
  { classId, prepared }: { classId: number; prepared: FirstPassword[] },
): Promise<IssuedPassword[]> {
  await readVisibleClass(db, actor, classId);
  const waiting = await lockStudentsWithoutPassword(db, classId, noPasswordHash);
  const waitingIds = new Set(waiting.map(({ id }) => id));
  const issued = prepared.filter(({ id }) => waitingIds.has(id));
  if (issued.length > 0) {
    const resets = issued.map(({ id, passwordHash }) => ({
      id,
      passwordHash,
      isChangeRequired: true,
    }));
    await applyPasswordResets(db, actor, resets);
  }
  return issued.map(({ id, full_name, username, class_name, password }) => ({
    id,
    full_name,
    username,
    class_name,
    password,
  }));
}
