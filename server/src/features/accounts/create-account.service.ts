import type { Account, AccountInput } from '@lop-xanh/contract/accounts';
import { parseRole, type Role } from '@lop-xanh/contract/rules/roles';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { assignClasses } from '../classes/memberships.service.ts';
import { resolveSchoolId } from '../schools/own-school.service.ts';
import { assertNoIssues, emptyFields, mergeFields, validateFields } from './account-fields.ts';
import {
  assertHardToGuess,
  assertStudents,
  assignCode,
  lockExistingSchool,
  writeAccountAuditEntry,
} from './account-writes.service.ts';
import { canHaveClass, listManageableRoles } from './accounts.rules.ts';
import { readAccount } from './accounts.service.ts';
import { replaceChildren } from './families.queries.ts';
import { hashForActor } from './reset-passwords.service.ts';
import { insertAccounts } from './write-accounts.queries.ts';

/** Validates a new account and hashes its password before the transaction begins. */
export async function prepareAccount(db: Db, actor: Actor, input: AccountInput) {
  const role = parseRole(input.role) as Role;
  if (!listManageableRoles(actor).includes(role)) throw new AppError('forbidden');
  const schoolId = role === 'Admin' ? null : resolveSchoolId(actor, input.school_id);
  const fields = mergeFields({ ...emptyFields, username: input.username }, input, {
    role,
    schoolId,
  });
  const childIds = role === 'Parent' ? (input.student_ids ?? []) : undefined;
  assertNoIssues(validateFields(fields));
  if (childIds?.length === 0) throw fieldError('child_required', 'student_ids');
  await assertHardToGuess(db, input.password, fields);

  const classId = canHaveClass(role) ? input.class_id : null;
  return {
    fields,
    childIds,
    classId,
    passwordHash: await hashForActor(actor, input.password),
  };
}
type PreparedAccount = Awaited<ReturnType<typeof prepareAccount>>;

export async function createAccount(
  db: Db,
  actor: Actor,
  { fields, childIds, classId, passwordHash }: PreparedAccount,
): Promise<Account> {
  const { role, school_id: schoolId } = fields;
  await lockExistingSchool(db, schoolId);
  await assignCode(db, fields, null);
  const [id] = (await insertAccounts(db, [{ ...fields, password_hash: passwordHash }])) as [number];
  if (childIds) await assertStudents(db, schoolId, childIds);
  if (childIds) await replaceChildren(db, { parentId: id, childIds });
  if (classId) await assignClasses(db, actor, [{ userId: id, classId }]);
  await writeAccountAuditEntry(db, actor, { action: 'created', id, details: { role } });
  return readAccount(db, actor, id);
}
