import type { AccountStatus } from '@lop-xanh/contract/account-fields';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { endAllSessions } from '../auth/sessions.service.ts';
import { findAccountByUsername, findAccounts, type StoredAccount } from './accounts.queries.ts';
import { canManageParents, canSeeAccount } from './accounts.rules.ts';
import { readAccountForUpdate } from './accounts.service.ts';
import {
  deleteLink,
  findChildlessParents,
  insertLinks,
  lockParents,
  moveParents,
} from './families.queries.ts';
import { updateAccounts } from './write-accounts.queries.ts';

/** The parent is named by an id that the actor sees in a list, or by the exact username. */
interface NamedParent {
  parent_id?: number | undefined;
  username?: string | undefined;
}

type LinkedStudent = Pick<StoredAccount, 'id' | 'full_name' | 'school_id'>;

/** A parent who was inactive because of having no child left becomes active again. */
export async function linkParent(
  db: Db,
  actor: Actor,
  { studentId, ...named }: NamedParent & { studentId: number },
): Promise<void> {
  const student = await readStudentForUpdate(db, actor, studentId);
  const { id, student_ids } = await findNamedParent(db, actor, named);
  if (!student_ids.includes(studentId)) await linkFamilies(db, actor, [{ parentId: id, student }]);
}

/** Every link to an existing parent goes through this function. */
export async function linkFamilies(
  db: Db,
  actor: Actor,
  links: { parentId: number; student: LinkedStudent }[],
): Promise<void> {
  const ids = [...new Set(links.map(({ parentId }) => parentId))];
  // Another request has deleted a parent since: the client retries.
  if ((await lockParents(db, ids)).length < ids.length) throw new AppError('unavailable');
  const parents = new Map((await findAccounts(db, ids)).map((parent) => [parent.id, parent]));
  const childlessIds = new Set(await findChildlessParents(db, ids));
  await insertLinks(
    db,
    links.map(({ parentId, student }) => ({ parentId, studentId: student.id })),
  );
  const inactiveIds = [...childlessIds].filter((id) => parents.get(id)?.status === 'inactive');
  await updateAccounts(
    db,
    inactiveIds.map((id) => ({ id, fields: { status: 'active' } })),
  );
  await moveParents(db, ids);
  await writeAuditEntries(
    db,
    actor,
    ...links.map(({ parentId, student }) =>
      toAuditEntry({
        action: 'linked',
        student,
        parent: parents.get(parentId) as StoredAccount,
        ...(inactiveIds.includes(parentId) && { newStatus: 'active' }),
      }),
    ),
  );
}

/** A parent without another child becomes inactive. */
export async function unlinkParent(
  db: Db,
  actor: Actor,
  { studentId, parentId }: { studentId: number; parentId: number },
): Promise<void> {
  const student = await readStudentForUpdate(db, actor, studentId);
  await lockParents(db, [parentId]);
  const [parent] = await findAccounts(db, [parentId]);
  if (!parent || (await deleteLink(db, { parentId, studentId })) === 0) {
    throw new AppError('not_found');
  }
  const isChildless = (await findChildlessParents(db, [parentId])).length > 0;
  const isDeactivated = isChildless && parent.status === 'active';
  if (isDeactivated) {
    await updateAccounts(db, [{ id: parentId, fields: { status: 'inactive' } }]);
    await endAllSessions(db, [parentId]);
  }
  await moveParents(db, [parentId]);
  const entry = { action: 'unlinked', student, parent } as const;
  await writeAuditEntries(
    db,
    actor,
    toAuditEntry({ ...entry, ...(isDeactivated && { newStatus: 'inactive' }) }),
  );
}

async function readStudentForUpdate(db: Db, actor: Actor, id: number): Promise<StoredAccount> {
  const account = await readAccountForUpdate(db, actor, { id });
  if (account.role !== 'Student') throw new AppError('not_found');
  if (!canManageParents(actor, account)) throw new AppError('forbidden');
  return account;
}

/** The error is the same for a username that does not exist and for one that is not a parent's. */
async function findNamedParent(
  db: Db,
  actor: Actor,
  { parent_id, username = '' }: NamedParent,
): Promise<StoredAccount> {
  const id = parent_id ?? (await findAccountByUsername(db, username))?.id ?? 0;
  const [account] = await findAccounts(db, [id]);
  const isKnown =
    account?.role === 'Parent' && (parent_id === undefined || canSeeAccount(actor, account));
  if (!isKnown) throw fieldError('unknown_parent', parent_id ? 'parent_id' : 'username');
  return account;
}

/** The entry belongs to the student's school, whose Mod decides. */
function toAuditEntry({
  action,
  student,
  parent,
  newStatus,
}: {
  action: 'linked' | 'unlinked';
  student: LinkedStudent;
  parent: StoredAccount;
  newStatus?: AccountStatus;
}) {
  const statusChange = newStatus && {
    fields: ['status'],
    old: { status: parent.status },
    new: { status: newStatus },
  };
  return {
    action,
    subject: 'account' as const,
    id: parent.id,
    name: parent.full_name,
    schoolId: student.school_id,
    details: { student_id: student.id, student: student.full_name, ...statusChange },
  };
}
