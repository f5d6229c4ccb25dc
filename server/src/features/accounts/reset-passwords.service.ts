import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import { type Database, type Db, prepared, type Run, within } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { hashPasswords, inTurn, temporaryPassword } from '../../http/passwords.ts';
import { noteActs } from '../audit/audit.service.ts';
import { forgetLogins } from '../auth/login-memory.service.ts';
import { activeStudentsOf, findClass } from '../classes/classes.service.ts';
import { tellOfResets } from '../notifications/tell.service.ts';
import { holdSchools } from '../schools/schools.service.ts';
import { findAccounts } from './accounts.queries.ts';
import { problemOfReset } from './accounts.rules.ts';
import { findVisible } from './accounts.service.ts';
import { updatePasswords } from './write-accounts.queries.ts';

/**
 * The one way in which somebody gets a password from somebody else: it ends their sessions, makes
 * their devices and wrong tries forgotten, is told to them and is written down.
 */
export async function givePasswords(
  db: Db,
  actor: Actor,
  given: { id: number; hash: string; mustChange: boolean }[],
): Promise<void> {
  const ids = given.map(({ id }) => id);
  await updatePasswords(db, given);
  await tellOfResets(within(db), actor, ids);
  const accounts = await findAccounts(db, ids);
  await forgetLogins(db, accounts);
  const acts = accounts.map(({ id, full_name, school_id }) => ({
    action: 'reset' as const,
    subject: 'account' as const,
    id,
    name: full_name,
    schoolId: school_id,
  }));
  await noteActs(db, actor, ...acts);
}

/** Hashes one password that this actor gives to somebody. */
export function hashFor(actor: Actor, password: string): Promise<string> {
  return inTurn(`user ${actor.id}`, ({ hash }) => hash(password));
}

/** A temporary password for somebody, hashed before any transaction begins. */
export async function prepareReset(db: Db, actor: Actor, id: number) {
  const problem = problemOfReset(actor, await findVisible(db, actor, id));
  if (problem) throw new AppError(problem);
  const password = temporaryPassword();
  return { password, hash: await hashFor(actor, password) };
}

export async function resetPassword(
  db: Db,
  actor: Actor,
  { id, hash }: { id: number; hash: string },
): Promise<void> {
  const known = await findVisible(db, actor, id);
  await holdSchools(db, [known.school_id]);
  const account = await findVisible(db, actor, id);
  const problem = problemOfReset(actor, account);
  if (problem) throw new AppError(problem);
  await givePasswords(db, actor, [{ id, hash, mustChange: true }]);
}

/** New passwords for the active students of a class: hashed first, so that no transaction waits for it. */
export async function passwordsForClass(database: Database, actor: Actor, classId: number) {
  const { class_name, accounts } = await readStudents(prepared(database), actor, classId);
  const passwords = accounts.map(() => temporaryPassword());
  const hashes = await hashPasswords(passwords);
  const students = accounts.map((account, at) => ({
    ...account,
    password: passwords[at] as string,
    hash: hashes[at] as string,
  }));
  return { className: class_name, students };
}

/** The active students of a class, as a list of new passwords names them, without any password. */
export async function readStudents(
  run: Run,
  actor: Actor,
  classId: number,
): Promise<{ class_name: string; accounts: IssuedPassword[] }> {
  const { name } = await findClass(run, actor, classId);
  const students = await activeStudentsOf(run, classId);
  const accounts = students.map(({ id, full_name, username }) => ({
    id,
    full_name,
    username,
    class_name: name,
    password: '',
  }));
  return { class_name: name, accounts };
}

/** Those who left the class meanwhile keep the password they have. */
export async function resetClass(
  db: Db,
  actor: Actor,
  { students, classId }: { students: (IssuedPassword & { hash: string })[]; classId: number },
): Promise<IssuedPassword[]> {
  const accounts = await findAccounts(
    db,
    students.map(({ id }) => id),
  );
  const stillThere = new Set(
    accounts
      .filter((account) => account.class_id === classId && !problemOfReset(actor, account))
      .map(({ id }) => id),
  );
  const given = students.filter(({ id }) => stillThere.has(id));
  if (given.length > 0) {
    const hashes = given.map(({ id, hash }) => ({ id, hash, mustChange: true }));
    await givePasswords(db, actor, hashes);
  }
  return given.map(({ id, full_name, username, class_name, password }) => ({
    id,
    full_name,
    username,
    class_name,
    password,
  }));
}
