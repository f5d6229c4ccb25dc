import type { AccountStatus } from '@lop-xanh/contract/account-fields';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { describeProblem } from '@lop-xanh/contract/field-errors';
import { compareByGivenName } from '@lop-xanh/contract/rules/names';
import type {
  SelectionOutcome,
  SkippedAccount,
  selectedAccounts,
} from '@lop-xanh/contract/selected-accounts';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { generateTemporaryPassword, hashPasswords } from '../auth/passwords.service.ts';
import { endAllSessions } from '../auth/sessions.service.ts';
import { issueCardsTo } from '../cards/cards.service.ts';
import { assignClasses } from '../classes/memberships.service.ts';
import { lockSchools } from '../schools/schools.service.ts';
import { compareAccounts } from './account-changes.ts';
import { findAccounts, type StoredAccount } from './accounts.queries.ts';
import { canSeeAccount, findPasswordResetError } from './accounts.rules.ts';
import { applyPasswordResets } from './reset-passwords.service.ts';
import {
  findCardError,
  findMoveError,
  findStatusError,
  type SelectionError,
} from './selected-accounts.rules.ts';
import { updateAccounts } from './write-accounts.queries.ts';

type FindError = (account: StoredAccount) => SelectionError | undefined;

/** Those for whom it can be done, and the others with the reasons. */
interface Selected {
  accounts: StoredAccount[];
  skipped: SkippedAccount[];
}

/** Also the answer to a retried request: what was done changes nothing about who may do it. */
async function judge(db: Db, actor: Actor, ids: number[], findError: FindError): Promise<Selected> {
  const found = new Map((await findAccounts(db, ids)).map((account) => [account.id, account]));
  const selected: Selected = { accounts: [], skipped: [] };
  for (const id of new Set(ids)) {
    const account = found.get(id);
    const isKnown = account && canSeeAccount(actor, account);
    const error = isKnown ? findError(account) : 'unknown_account';
    if (account && !error) selected.accounts.push(account);
    else if (error) {
      const full_name = isKnown ? account.full_name : null;
      selected.skipped.push({ id, full_name, ...describeProblem(error) });
    }
  }
  return selected;
}

/** Locks the schools before it reads the accounts; must run in a transaction. */
async function judgeForUpdate(db: Db, actor: Actor, ids: number[], findError: FindError) {
  const accounts = await findAccounts(db, ids);
  await lockSchools(db, [...new Set(accounts.map(({ school_id }) => school_id))]);
  return judge(db, actor, ids, findError);
}

const toOutcome = ({ accounts, skipped }: Selected): SelectionOutcome => ({
  done: accounts.length,
  skipped,
});

interface Move {
  ids: number[];
  class_id: number | null;
}

export async function moveSelected(
  db: Db,
  actor: Actor,
  { ids, class_id: classId }: Move,
): Promise<SelectionOutcome> {
  const selected = await judgeForUpdate(db, actor, ids, (account) => findMoveError(actor, account));
  const assignments = selected.accounts.map(({ id }) => ({ userId: id, classId }));
  await assignClasses(db, actor, assignments);
  await writeChanges(db, actor, selected.accounts);
  return toOutcome(selected);
}

export const repeatMove = async (db: Db, actor: Actor, { ids }: Move) =>
  toOutcome(await judge(db, actor, ids, (account) => findMoveError(actor, account)));

interface NewStatus {
  ids: number[];
  status: AccountStatus;
}

export async function setSelectedStatus(
  db: Db,
  actor: Actor,
  { ids, status }: NewStatus,
): Promise<SelectionOutcome> {
  const selected = await judgeForUpdate(db, actor, ids, (account) =>
    findStatusError(actor, account),
  );
  const changed = selected.accounts.filter((account) => account.status !== status);
  await updateAccounts(
    db,
    changed.map(({ id }) => ({ id, fields: { status } })),
  );
  if (status === 'inactive') {
    await endAllSessions(
      db,
      changed.map(({ id }) => id),
    );
  }
  await writeChanges(db, actor, changed);
  return toOutcome(selected);
}

export const repeatStatus = async (db: Db, actor: Actor, { ids }: NewStatus) =>
  toOutcome(await judge(db, actor, ids, (account) => findStatusError(actor, account)));

/** One entry in the audit log for each account that differs from what it was. */
async function writeChanges(db: Db, actor: Actor, before: StoredAccount[]): Promise<void> {
  const ids = before.map(({ id }) => id);
  const after = new Map((await findAccounts(db, ids)).map((account) => [account.id, account]));
  const entries = before.flatMap((account) => {
    const details = compareAccounts(account, after.get(account.id) ?? account);
    if (!details) return [];
    const { id, full_name: name, school_id: schoolId } = account;
    return [{ action: 'changed', subject: 'account', id, name, schoolId, details } as const];
  });
  await writeAuditEntries(db, actor, ...entries);
}

type ResetOutcome = ResponseOf<typeof selectedAccounts.resetPasswords>;
type NewPasswords = Map<number, { password: string; passwordHash: string }>;

/** Generates and hashes passwords before the transaction begins. */
export async function prepareSelectedReset(
  db: Db,
  actor: Actor,
  ids: number[],
): Promise<NewPasswords> {
  const { accounts } = await judge(db, actor, ids, (account) =>
    findPasswordResetError(actor, account),
  );
  const passwords = accounts.map(({ role, grade_id }) =>
    generateTemporaryPassword(role === 'Student' ? grade_id : null),
  );
  const hashes = await hashPasswords(passwords);
  return new Map(
    accounts.map(({ id }, index) => [
      id,
      { password: passwords[index] as string, passwordHash: hashes[index] as string },
    ]),
  );
}

export async function resetSelectedPasswords(
  db: Db,
  actor: Actor,
  { ids, passwords }: { ids: number[]; passwords: NewPasswords },
): Promise<ResetOutcome> {
  // Whoever became visible since then has no new password.
  const selected = await judgeForUpdate(db, actor, ids, (account) =>
    passwords.has(account.id) ? findPasswordResetError(actor, account) : 'unknown_account',
  );
  const resets = selected.accounts.flatMap(({ id }) => {
    const { passwordHash } = passwords.get(id) ?? {};
    return passwordHash ? [{ id, passwordHash, isChangeRequired: true }] : [];
  });
  await applyPasswordResets(db, actor, resets);
  const issued = selected.accounts.map((account) =>
    toIssuedPassword(account, passwords.get(account.id)?.password),
  );
  return { ...toOutcome(selected), accounts: issued };
}

/** Passwords are shown only once. */
export async function repeatReset(db: Db, actor: Actor, ids: number[]): Promise<ResetOutcome> {
  const selected = await judge(db, actor, ids, (account) => findPasswordResetError(actor, account));
  const accounts = selected.accounts.map((account) => toIssuedPassword(account));
  return { ...toOutcome(selected), accounts };
}

function toIssuedPassword(
  { id, full_name, username, class_name }: StoredAccount,
  password = '',
): IssuedPassword {
  return { id, full_name, username, class_name, password };
}

type CardsOutcome = ResponseOf<typeof selectedAccounts.issueCards>;

/** A sheet for each class. */
export async function issueSelectedCards(
  db: Db,
  actor: Actor,
  ids: number[],
): Promise<CardsOutcome> {
  const selected = await judgeForUpdate(db, actor, ids, (account) => findCardError(actor, account));
  const sheets: CardsOutcome['sheets'] = [];
  for (const [first, ...others] of groupByClass(selected.accounts)) {
    const { school_id, class_id, class_name, school_name } = first;
    if (school_id === null || class_id === null) continue;
    const studentIds = [first, ...others].map(({ id }) => id);
    const cards = await issueCardsTo(db, actor, { schoolId: school_id, studentIds });
    sheets.push({ class_id, class_name: class_name ?? '', school_name: school_name ?? '', cards });
  }
  return { ...toOutcome(selected), sheets };
}

/** Secrets are shown only once. */
export async function repeatCards(db: Db, actor: Actor, ids: number[]): Promise<CardsOutcome> {
  const selected = await judge(db, actor, ids, (account) => findCardError(actor, account));
  return { ...toOutcome(selected), sheets: [] };
}

/** In the order in which classes are listed: by grade and name. */
function groupByClass(accounts: StoredAccount[]): [StoredAccount, ...StoredAccount[]][] {
  const lists = new Map<number | null, [StoredAccount, ...StoredAccount[]]>();
  for (const account of accounts) {
    const list = lists.get(account.class_id);
    if (list) list.push(account);
    else lists.set(account.class_id, [account]);
  }
  return [...lists.values()].toSorted(
    ([a], [b]) =>
      (a.grade_id ?? 0) - (b.grade_id ?? 0) ||
      compareByGivenName(a.class_name ?? '', b.class_name ?? ''),
  );
}
