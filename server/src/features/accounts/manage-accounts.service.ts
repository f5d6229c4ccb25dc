import type { Account, AccountDraft, AccountEdit } from '@lop-xanh/contract/accounts';
import { parseRole, type Role } from '@lop-xanh/contract/rules/roles';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import { type Actor, closeAllSessions } from '../../http/authentication.ts';
import { schoolMeant } from '../../http/own-school.ts';
import { noteActs } from '../audit/audit.service.ts';
import { moveToClasses } from '../history/class-moves.service.ts';
import { holdSchools } from '../schools/schools.service.ts';
import { emptyAccount, mergeFields, problemsOf, refuse } from './account-fields.ts';
import type { StoredAccount } from './accounts.queries.ts';
import {
  canEditAccount,
  canPlaceAccounts,
  creatableRoles,
  hasClass,
  isOneself,
  problemOfDeletion,
  problemOfReset,
} from './accounts.rules.ts';
import { findVisible, readAccount, thisYear } from './accounts.service.ts';
import { freeCodes, holdNumbering, setNextNumber } from './codes.queries.ts';
import { numberAfter } from './codes.rules.ts';
import { givePasswords, hashFor } from './reset-passwords.service.ts';
import {
  type AccountFields,
  areStudentsOf,
  countOtherAdmins,
  cutFamily,
  hideAccount,
  holdAdmins,
  insertAccounts,
  replaceChildren,
  updateAccounts,
} from './write-accounts.queries.ts';

/** What is sent through either door; a student's door says the role itself. */
type Draft = AccountDraft & { role: string };

/** Checks a new account and hashes its password, before any transaction begins. */
export async function prepareAccount(actor: Actor, draft: Draft) {
  const role = parseRole(draft.role) as Role;
  if (!creatableRoles(actor).includes(role)) throw new AppError('forbidden');
  const schoolId = role === 'Admin' ? null : schoolMeant(actor, draft.school_id);
  const fields = mergeFields({ ...emptyAccount, username: draft.username }, draft, {
    role,
    schoolId,
  });
  const childIds = role === 'Parent' ? (draft.student_ids ?? []) : undefined;
  refuse(problemsOf(fields));
  if (childIds?.length === 0) throw fieldError('child_needed', 'student_ids');

  const classId = hasClass(role) ? draft.class_id : null;
  return { fields, childIds, classId, password_hash: await hashFor(actor, draft.password) };
}
type PreparedAccount = Awaited<ReturnType<typeof prepareAccount>>;

export async function createAccount(
  db: Db,
  actor: Actor,
  { fields, childIds, classId, password_hash }: PreparedAccount,
): Promise<Account> {
  const { role, school_id: schoolId } = fields;
  await holdSchool(db, schoolId);
  await giveCode(db, fields, null);
  const [id] = (await insertAccounts(db, [{ ...fields, password_hash }])) as [number];
  if (childIds) await linkChildren(db, { id, schoolId, childIds });
  if (classId) await moveToClasses(db, actor, [{ userId: id, classId }]);
  await note(db, actor, { action: 'created', id, details: { role } });
  return readAccount(db, actor, id);
}

/** Hashes the new password of an edit, if it has one and may set it, before any transaction begins. */
export async function prepareEdit(
  db: Db,
  actor: Actor,
  { id, password }: AccountEdit & { id: number },
): Promise<string | undefined> {
  if (!password || problemOfReset(actor, await findVisible(db, actor, id))) return undefined;
  return hashFor(actor, password);
}

/** `only` is the role whose door it came through, `hash` what `prepareEdit` made. */
export async function editAccount(
  db: Db,
  actor: Actor,
  { id, only, hash, ...edit }: AccountEdit & { id: number; only?: Role; hash: string | undefined },
): Promise<Account> {
  const known = await findVisible(db, actor, id);
  const wish = edit.school_id ?? known.school_id;
  const schools = await holdSchools(db, [known.school_id, wish]);
  if (known.role === 'Admin') await holdAdmins(db);
  const account = await findVisible(db, actor, id);
  if (only && account.role !== only) throw new AppError('not_found');
  if (!canEditAccount(actor, account)) throw new AppError('forbidden');
  if (edit.version !== undefined && edit.version !== account.version) {
    throw new AppError('account_changed');
  }
  const role = edit.role === undefined ? account.role : (parseRole(edit.role) as Role);
  const schoolId = role === 'Admin' ? null : wish;
  const isPlacedAnew = role !== account.role || schoolId !== account.school_id;
  if (isPlacedAnew && !canPlaceAccounts(actor)) throw new AppError('forbidden');
  if (schoolId !== null && !schools.includes(schoolId)) {
    throw fieldError('unknown_school', 'school_id');
  }
  const fields = mergeFields(asFields(account), edit, { role, schoolId });
  refuse(
    problemsOf(fields).filter(
      // What was amiss before and is not in this edit does not keep it from being saved.
      ({ path }) => role !== account.role || path !== 'email' || edit.email !== undefined,
    ),
  );
  await guardRights(db, actor, account, fields);
  await giveCode(db, fields, account.identifier_code);

  const changed = changedFields(asFields(account), fields);
  const told: string[] = [...changed];
  const classId = classAfter(account, edit, { role, isPlacedAnew });
  if (isPlacedAnew) {
    // They leave the class as who and where they were, and enter one as who and where they are.
    await moveToClasses(db, actor, [{ userId: id, classId: null }]);
    if (role !== account.role) await cutFamily(db, id);
  }
  if (changed.length > 0) {
    const written = changed.map((name) => [name, fields[name]] as const);
    await updateAccounts(db, [{ id, fields: Object.fromEntries(written) }]);
  }
  if (role === 'Parent' && edit.student_ids) {
    const childIds = edit.student_ids;
    if (childIds.length === 0) throw fieldError('child_needed', 'student_ids');
    if (!isSameSet(childIds, account.student_ids)) {
      await linkChildren(db, { id, schoolId, childIds });
      told.push('student_ids');
    }
  }
  const moved = await moveToClasses(db, actor, [{ userId: id, classId }]);
  if (moved.length > 0 || (isPlacedAnew && account.class_id !== null)) told.push('class_id');
  if (fields.status === 'inactive' && account.status === 'active') await closeAllSessions(db, [id]);
  if (told.length > 0) {
    await note(db, actor, { action: 'changed', id, details: { fields: told } });
  }
  if (edit.password) {
    const problem = problemOfReset(actor, account);
    if (problem) throw fieldError(problem, 'password');
    if (!hash) throw new AppError('account_changed');
    await givePasswords(db, actor, [{ id, hash, mustChange: fields.must_change_password }]);
  }
  return readAccount(db, actor, id);
}

/** Hidden, not gone: what they wrote stays under their name. */
export async function removeAccount(
  db: Db,
  actor: Actor,
  { id, only }: { id: number; only?: Role },
): Promise<void> {
  const known = await findVisible(db, actor, id);
  await holdSchools(db, [known.school_id]);
  if (known.role === 'Admin') await holdAdmins(db);
  const account = await findVisible(db, actor, id);
  if (only && account.role !== only) throw new AppError('not_found');
  const problem = problemOfDeletion(actor, account);
  if (problem) throw new AppError(problem);
  if (account.role === 'Admin') await guardLastAdmin(db, account);
  await note(db, actor, { action: 'deleted', id, details: { role: account.role } });
  // Hidden first: whoever is gone is not told that they left their class.
  await hideAccount(db, id);
  await cutFamily(db, id);
  await moveToClasses(db, actor, [{ userId: id, classId: null }]);
  await closeAllSessions(db, [id]);
}

async function holdSchool(db: Db, schoolId: number | null): Promise<void> {
  if (schoolId === null) return;
  const held = await holdSchools(db, [schoolId]);
  if (held.length === 0) throw fieldError('unknown_school', 'school_id');
}

/** A student has a code; the next free one where none was given. */
async function giveCode(db: Db, fields: AccountFields, before: string | null): Promise<void> {
  const isDue = fields.role === 'Student' && fields.identifier_code === null;
  if (!isDue && fields.identifier_code === before) return;
  const from = await holdNumbering(db, thisYear());
  if (isDue) {
    const [code] = (await freeCodes(db, { from, count: 1 })) as [string];
    fields.identifier_code = code;
    await setNextNumber(db, Number(code) + 1);
  } else await setNextNumber(db, numberAfter([fields.identifier_code], from));
}

/** Nobody takes their own rights away, nor the last Admin's. */
async function guardRights(
  db: Db,
  actor: Actor,
  account: StoredAccount,
  { role, status }: AccountFields,
): Promise<void> {
  const isDeactivated = status === 'inactive' && account.status === 'active';
  const isDemoted = role !== account.role;
  if ((isDeactivated || isDemoted) && isOneself(actor, account)) throw new AppError('not_oneself');
  if ((isDeactivated || isDemoted) && account.role === 'Admin') await guardLastAdmin(db, account);
}

async function guardLastAdmin(db: Db, { id }: StoredAccount): Promise<void> {
  if ((await countOtherAdmins(db, id)) === 0) throw new AppError('last_admin');
}

/** Whoever gets another role or school leaves the class, unless the form names a new one. */
function classAfter(
  account: StoredAccount,
  { class_id }: AccountEdit,
  { role, isPlacedAnew }: { role: Role; isPlacedAnew: boolean },
): number | null {
  if (!hasClass(role)) return null;
  return class_id === undefined ? (isPlacedAnew ? null : account.class_id) : class_id;
}

async function linkChildren(
  db: Db,
  { id, schoolId, childIds }: { id: number; schoolId: number | null; childIds: number[] },
): Promise<void> {
  const areKnown = schoolId !== null && (await areStudentsOf(db, schoolId, childIds));
  if (!areKnown) throw fieldError('unknown_child', 'student_ids');
  await replaceChildren(db, { parentId: id, schoolId, childIds });
}

function asFields(account: StoredAccount): AccountFields {
  const { role, school_id, username, first_name, last_name, identifier_code, email } = account;
  const { phone, parent_name, status, isChangePass } = account;
  return {
    role,
    school_id,
    username,
    first_name,
    last_name,
    identifier_code,
    email,
    phone,
    parent_name,
    status,
    must_change_password: isChangePass,
  };
}

function changedFields(before: AccountFields, after: AccountFields): (keyof AccountFields)[] {
  const names = Object.keys(after) as (keyof AccountFields)[];
  return names.filter((name) => before[name] !== after[name]);
}

function isSameSet(one: number[], other: number[]): boolean {
  const set = new Set(one);
  return set.size === other.length && other.every((id) => set.has(id));
}

async function note(
  db: Db,
  actor: Actor,
  act: { action: 'created' | 'changed' | 'deleted'; id: number; details: Record<string, unknown> },
): Promise<void> {
  const { full_name, school_id } = await findVisible(db, actor, act.id);
  await noteActs(db, actor, { ...act, subject: 'account', name: full_name, schoolId: school_id });
}
