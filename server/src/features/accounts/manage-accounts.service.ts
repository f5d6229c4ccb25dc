import type { Account, AccountEdit } from '@lop-xanh/contract/accounts';
import { parseRole, type Role } from '@lop-xanh/contract/rules/roles';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { endAllSessions } from '../auth/sessions.service.ts';
import { assignClasses, endSubstitutionsOfTeacher } from '../classes/memberships.service.ts';
import { compareAccounts } from './account-changes.ts';
import { assertNoIssues, mergeFields, validateFields } from './account-fields.ts';
import {
  assertHardToGuess,
  assertStudents,
  assignCode,
  lockExistingSchool,
  writeAccountAuditEntry,
} from './account-writes.service.ts';
import type { StoredAccount } from './accounts.queries.ts';
import {
  canEditAccount,
  canHaveClass,
  canSetRolesAndSchools,
  findDeletionError,
  findPasswordResetError,
  isSelf,
} from './accounts.rules.ts';
import {
  listChildrenInSchool,
  readAccount,
  readAccountForUpdate,
  readVisibleAccount,
} from './accounts.service.ts';
import { endDeparture } from './departures.queries.ts';
import { moveParentsOf, replaceChildren, unlinkFamily } from './families.queries.ts';
import { applyPasswordResets, hashForActor } from './reset-passwords.service.ts';
import {
  type AccountFields,
  countOtherActiveAdmins,
  softDeleteAccount,
  updateAccounts,
} from './write-accounts.queries.ts';

/** Hashes the new password, if there is one and the actor may set it, before the transaction begins. */
export async function hashNewPassword(
  db: Db,
  actor: Actor,
  { id, password, ...edit }: AccountEdit & { id: number },
): Promise<string | undefined> {
  if (!password) return undefined;
  const account = await readVisibleAccount(db, actor, id);
  if (findPasswordResetError(actor, account)) return undefined;
  const { role, school_id: schoolId } = account;
  await assertHardToGuess(db, password, mergeFields(toFields(account), edit, { role, schoolId }));
  return hashForActor(actor, password);
}

/**
 * If `requiredRole` is set and the account has another role, throws `not_found`. `passwordHash` comes from
 * `hashNewPassword`.
 */
export async function editAccount(
  db: Db,
  actor: Actor,
  {
    id,
    requiredRole,
    passwordHash,
    ...edit
  }: AccountEdit & { id: number; requiredRole?: Role; passwordHash: string | undefined },
): Promise<Account> {
  const account = await readAccountForUpdate(db, actor, { id, nextSchoolId: edit.school_id });
  if (requiredRole && account.role !== requiredRole) throw new AppError('not_found');
  if (!canEditAccount(actor, account)) throw new AppError('forbidden');
  if (edit.version !== undefined && edit.version !== account.version) {
    throw new AppError('account_changed');
  }
  const role = edit.role === undefined ? account.role : (parseRole(edit.role) as Role);
  const schoolId = role === 'Admin' ? null : (edit.school_id ?? account.school_id);
  const hasNewRoleOrSchool = role !== account.role || schoolId !== account.school_id;
  if (hasNewRoleOrSchool && !canSetRolesAndSchools(actor)) throw new AppError('forbidden');
  // `readAccountForUpdate` has usually locked it; this also rejects a school that does not exist.
  await lockExistingSchool(db, schoolId);
  const fields = mergeFields(toFields(account), edit, { role, schoolId });
  const hasNewSchool = schoolId !== null && schoolId !== account.school_id;
  // Whoever left one school and comes to another is a student again.
  if (account.departure && hasNewSchool) fields.status = edit.status ?? 'active';
  assertNoIssues(
    validateFields(fields).filter(
      // An invalid email that is already stored must not block an edit of other fields.
      ({ path }) => role !== account.role || path !== 'email' || edit.email !== undefined,
    ),
  );
  await assertCanChangeRoleOrStatus(db, actor, account, fields);
  await assignCode(db, fields, account.identifier_code);

  const changedFieldNames = findChangedFieldNames(toFields(account), fields);
  const classId = chooseClassId(account, edit, { role, hasNewRoleOrSchool });
  if (account.departure && !hasNewRoleOrSchool) {
    if (fields.status === 'active') throw fieldError('student_has_left', 'status');
    if (classId) throw fieldError('student_has_left', 'class_id');
  }
  if (hasNewRoleOrSchool) {
    // A membership belongs to the old role and school, so it ends before the update.
    await assignClasses(db, actor, [{ userId: id, classId: null }]);
    await endSubstitutionsOfTeacher(db, actor, id);
    if (role !== account.role) await unlinkFamily(db, id);
    if (account.departure) await endDeparture(db, id);
  }
  if (changedFieldNames.length > 0) {
    const changedFields = Object.fromEntries(changedFieldNames.map((name) => [name, fields[name]]));
    await updateAccounts(db, [{ id, fields: changedFields }]);
  }
  if (hasNewSchool) await moveParentsOf(db, [id]);
  if (role === 'Parent' && edit.student_ids) {
    await editChildren(db, actor, { ...account, school_id: schoolId }, edit.student_ids);
  }
  await assignClasses(db, actor, [{ userId: id, classId }]);
  if (fields.status === 'inactive' && account.status === 'active') await endAllSessions(db, [id]);
  const details = compareAccounts(account, await readVisibleAccount(db, actor, id));
  if (details) await writeAccountAuditEntry(db, actor, { action: 'changed', id, details });
  if (edit.password) {
    const error = findPasswordResetError(actor, account);
    if (error) throw fieldError(error, 'password');
    // The actor could not set this password before the transaction, but can now.
    if (!passwordHash) throw new AppError('account_changed');
    const isChangeRequired = fields.must_change_password;
    await applyPasswordResets(db, actor, [{ id, passwordHash, isChangeRequired }]);
  }
  return readAccount(db, actor, id);
}

/** Soft delete: posts and records keep the user's name. */
export async function deleteAccount(
  db: Db,
  actor: Actor,
  { id, requiredRole }: { id: number; requiredRole?: Role },
): Promise<void> {
  const account = await readAccountForUpdate(db, actor, { id });
  if (requiredRole && account.role !== requiredRole) throw new AppError('not_found');
  const error = findDeletionError(actor, account);
  if (error) throw new AppError(error);
  if (account.role === 'Admin') await assertNotLastAdmin(db, account);
  const details = { role: account.role };
  await writeAccountAuditEntry(db, actor, { action: 'deleted', id, details });
  // Delete first, so that `assignClasses` does not notify the user.
  await softDeleteAccount(db, id);
  await unlinkFamily(db, id);
  await assignClasses(db, actor, [{ userId: id, classId: null }]);
  await endSubstitutionsOfTeacher(db, actor, id);
  await endAllSessions(db, [id]);
}

/** Users cannot deactivate themselves or change their own role, and one active Admin must remain. */
async function assertCanChangeRoleOrStatus(
  db: Db,
  actor: Actor,
  account: StoredAccount,
  { role, status }: AccountFields,
): Promise<void> {
  const isDeactivated = status === 'inactive' && account.status === 'active';
  const hasNewRole = role !== account.role;
  if (!isDeactivated && !hasNewRole) return;
  if (isSelf(actor, account)) throw new AppError('own_account_protected');
  if (account.role === 'Admin') await assertNotLastAdmin(db, account);
}

async function assertNotLastAdmin(db: Db, { id }: StoredAccount): Promise<void> {
  if ((await countOtherActiveAdmins(db, id)) === 0) throw new AppError('last_admin');
}

/** A user with a new role or school has no class, unless the edit names one. */
function chooseClassId(
  account: StoredAccount,
  { class_id }: AccountEdit,
  { role, hasNewRoleOrSchool }: { role: Role; hasNewRoleOrSchool: boolean },
): number | null {
  if (!canHaveClass(role)) return null;
  return class_id === undefined ? (hasNewRoleOrSchool ? null : account.class_id) : class_id;
}

/**
 * Adds children of the parent's own school and removes others. A Mod neither sees nor removes the children in
 * other schools, whose Mods link them.
 */
async function editChildren(
  db: Db,
  actor: Actor,
  parent: StoredAccount,
  childIds: number[],
): Promise<void> {
  if (childIds.length === 0) throw fieldError('child_required', 'student_ids');
  const editableIds =
    actor.role === 'Admin' ? parent.student_ids : listChildrenInSchool(parent, actor.school_id);
  if (isSameSet(childIds, editableIds)) return;
  const newIds = childIds.filter((childId) => !editableIds.includes(childId));
  await assertStudents(db, parent.school_id, newIds);
  const keptIds = parent.student_ids.filter((childId) => !editableIds.includes(childId));
  await replaceChildren(db, { parentId: parent.id, childIds: [...childIds, ...keptIds] });
}

function toFields(account: StoredAccount): AccountFields {
  const { role, school_id, username, first_name, last_name, identifier_code, email } = account;
  const { phone, parent_name, birth_date, sex, status, isChangePass } = account;
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
    birth_date,
    sex,
    status,
    must_change_password: isChangePass,
  };
}

function findChangedFieldNames(
  before: AccountFields,
  after: AccountFields,
): (keyof AccountFields)[] {
  const names = Object.keys(after) as (keyof AccountFields)[];
  return names.filter((name) => before[name] !== after[name]);
}

function isSameSet(a: number[], b: number[]): boolean {
  const set = new Set(a);
  return set.size === b.length && b.every((id) => set.has(id));
}
