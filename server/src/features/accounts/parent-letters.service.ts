import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type { families, ParentLetter } from '@lop-xanh/contract/families';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { generateTemporaryPassword, hashPasswords } from '../auth/passwords.service.ts';
import { readVisibleClass } from '../classes/classes.service.ts';
import {
  listParentsWithoutPassword,
  lockParents,
  type ParentOfClass,
  readSchoolName,
} from './families.queries.ts';
import { applyPasswordResets } from './reset-passwords.service.ts';

type Letters = ResponseOf<typeof families.letters>;
type NewPasswords = Map<number, { password: string; passwordHash: string }>;

/** Generates and hashes the passwords before the transaction begins. */
export async function prepareLetters(db: Db, actor: Actor, classId: number): Promise<NewPasswords> {
  await readVisibleClass(db, actor, classId);
  const parents = await listParentsWithoutPassword(db, classId);
  const passwords = parents.map(() => generateTemporaryPassword());
  const hashes = await hashPasswords(passwords);
  return new Map(
    parents.map(({ id }, index) => [
      id,
      { password: passwords[index] as string, passwordHash: hashes[index] as string },
    ]),
  );
}

/** Leaves out parents who have chosen a password since, or who are no longer parents of the class. */
export async function issueLetters(
  db: Db,
  actor: Actor,
  { classId, passwords }: { classId: number; passwords: NewPasswords },
): Promise<Letters> {
  await lockParents(db, [...passwords.keys()]);
  const { letters, ...names } = await listLetters(db, actor, classId);
  const issued = letters.flatMap((letter) => {
    const newPassword = passwords.get(letter.id);
    return newPassword ? { letter, ...newPassword } : [];
  });
  if (issued.length > 0) {
    await applyPasswordResets(
      db,
      actor,
      issued.map(({ letter: { id }, passwordHash }) => ({
        id,
        passwordHash,
        isChangeRequired: true,
      })),
    );
  }
  return { ...names, letters: issued.map(({ letter, password }) => ({ ...letter, password })) };
}

/** The letters without passwords, which a retry returns: passwords are shown only once. */
export async function listLetters(db: Db, actor: Actor, classId: number): Promise<Letters> {
  const { name, school_id } = await readVisibleClass(db, actor, classId);
  const parents = await listParentsWithoutPassword(db, classId);
  return {
    class_name: name,
    school_name: await readSchoolName(db, school_id),
    letters: parents.map((parent) => toLetter(parent, name)),
  };
}

function toLetter(parent: ParentOfClass, class_name: string): ParentLetter {
  return { ...parent, class_name, password: '' };
}
