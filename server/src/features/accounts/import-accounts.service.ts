import type { I18n } from '@lingui/core';
import type { AccountTableKind, ImportReport } from '@lop-xanh/contract/account-tables';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { formatFullName } from '@lop-xanh/contract/rules/names';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { assertNoProblems, translateColumns } from '../../tables/parse-table.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import {
  generateTemporaryPassword,
  hashPasswords,
  noPasswordHash,
} from '../auth/passwords.service.ts';
import { endAllSessions } from '../auth/sessions.service.ts';
import { findClasses } from '../classes/classes.service.ts';
import { createClasses } from '../classes/manage-classes.service.ts';
import { assignClasses } from '../classes/memberships.service.ts';
import { findGuardianAnswers, type NewConsent, saveConsents } from '../consent/consent.service.ts';
import { lockSchools } from '../schools/schools.service.ts';
import { compareAccounts } from './account-changes.ts';
import { findAccountsByUsernameOrCode } from './accounts.queries.ts';
import { getCurrentYear } from './accounts.service.ts';
import { listParentsOfSchool } from './families.queries.ts';
import {
  findFormerIdentifiers,
  findFreeCodes,
  lockCodeNumbering,
  readNextCodeNumber,
  setNextCodeNumber,
} from './identifier-codes.queries.ts';
import { advanceCodeNumber } from './identifier-codes.rules.ts';
import { importParents, toParentReport } from './import-parents.service.ts';
import type { ParsedTable } from './parse-account-table.ts';
import { type ImportPlan, type PlannedRow, planImport } from './plan-import.ts';
import { hasParentCells, type SamePhoneChoice } from './plan-parents.ts';
import { insertAccounts, updateAccounts } from './write-accounts.queries.ts';

/** A parsed file and the school to import it into. */
export interface ImportInput {
  kind: AccountTableKind;
  schoolId: number;
  table: ParsedTable;
  /** Created with the import. */
  newClasses?: { name: string; grade_id: number }[];
  samePhoneChoice: SamePhoneChoice | undefined;
  isDryRun: boolean;
  /** Of the user who reads the report. */
  i18n: I18n;
}

/** Reads what the plan needs from the database, then plans. */
export async function createImportPlan(
  db: Db,
  actor: Actor,
  input: ImportInput,
): Promise<ImportPlan> {
  const { kind, schoolId, table, newClasses = [], samePhoneChoice, isDryRun, i18n } = input;
  const usernames = table.rows.flatMap(
    ({ cells }) => cells.username || cells.identifier_code || [],
  );
  const codes = table.rows.flatMap(({ cells }) => cells.identifier_code || []);
  const { classes } = await findClasses(db, actor, { school_id: schoolId, limit: 100 });
  const newCodes = await findFreeCodes(db, {
    from: advanceCodeNumber(codes, await readNextCodeNumber(db, getCurrentYear())),
    count: kind === 'students' ? table.rows.length - codes.length : 0,
    except: [...usernames, ...codes],
  });
  const accounts = await findAccountsByUsernameOrCode(db, { usernames, codes });
  const formerIdentifiers = await findFormerIdentifiers(db, { usernames, codes });
  const photoConsents = await findGuardianAnswers(
    db,
    accounts.map(({ id }) => id),
  );
  // They have no id yet.
  const plannedClasses = newClasses.map((newClass, index) => ({
    ...newClass,
    id: -index - 1,
    teacher_id: null,
  }));
  const parents = hasParentCells(table) ? await listParentsOfSchool(db, schoolId) : [];
  const { rows, problems, ...plan } = await planImport(kind, table, {
    schoolId,
    accounts,
    formerIdentifiers,
    classes: [...classes, ...plannedClasses],
    newCodes,
    photoConsents,
    parents,
    samePhoneChoice,
    isDryRun,
  });
  const translateHeadings = (row: PlannedRow) => ({
    ...row,
    changedHeadings: row.changedHeadings.map((heading) => i18n._(heading)),
  });
  return {
    ...plan,
    rows: rows.map(translateHeadings),
    problems: translateColumns(problems, i18n),
  };
}

export function toImportReport(
  plan: ImportPlan,
  { isDryRun }: { isDryRun: boolean },
): ImportReport {
  const count = (outcome: PlannedRow['outcome']) =>
    plan.rows.filter((row) => row.outcome === outcome).length;
  return {
    dry_run: isDryRun,
    total: plan.rows.length,
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    problems: plan.problems,
    rows: plan.rows.map(({ rowNumber, outcome, fields, className, changedHeadings }) => ({
      row: rowNumber,
      outcome,
      full_name: formatFullName(fields.last_name, fields.first_name),
      username: fields.username,
      class_name: className,
      changes: changedHeadings,
    })),
    accounts: [],
    parents: toParentReport(plan),
  };
}

/** Generates and hashes a temporary password for each new account before the transaction begins. */
export async function prepareNewPasswords(plan: ImportPlan) {
  const newRows = plan.rows.filter(({ outcome }) => outcome === 'created');
  const passwords = newRows.map(({ fields, gradeId }) =>
    generateTemporaryPassword(fields.role === 'Student' ? gradeId : null),
  );
  const hashes = await hashPasswords(passwords);
  return passwords.map((password, index) => ({
    password,
    passwordHash: hashes[index] as string,
  }));
}
type NewPasswords = Awaited<ReturnType<typeof prepareNewPasswords>>;

/** The passwords of new students or teachers, and of their new parents. */
interface ImportPasswords {
  accounts: NewPasswords;
  parents: NewPasswords;
}

interface ImportRun {
  /** Without them new accounts have no password until somebody issues one. */
  passwords?: ImportPasswords;
  /** Called with the number of accounts written so far. */
  onProgress?: (done: number) => Promise<void>;
}

const accountsPerStatement = 250;

export async function importAccounts(
  db: Db,
  actor: Actor,
  input: ImportInput,
  { passwords, onProgress }: ImportRun,
): Promise<ImportReport> {
  const { kind, schoolId, newClasses = [] } = input;
  if ((await lockSchools(db, [schoolId])).length === 0) throw new AppError('not_found');
  const nextNumber = await lockCodeNumbering(db, getCurrentYear());
  await createClasses(db, actor, schoolId, newClasses);
  const plan = await createImportPlan(db, actor, { ...input, newClasses: [] });
  assertNoProblems(plan);
  const createdRows = plan.rows.filter(({ outcome }) => outcome === 'created');
  const changedRows = plan.rows.filter(({ outcome }) => outcome === 'changed');
  // Another request has deleted an account since, so there are too few passwords: the client retries.
  if (passwords && createdRows.length > passwords.accounts.length) {
    throw new AppError('unavailable');
  }

  const newAccounts = createdRows.map(({ fields }, index) => ({
    ...fields,
    password_hash: passwords?.accounts[index]?.passwordHash ?? noPasswordHash,
  }));
  const newIds: number[] = [];
  while (newIds.length < newAccounts.length) {
    const batch = newAccounts.slice(newIds.length, newIds.length + accountsPerStatement);
    newIds.push(...(await insertAccounts(db, batch)));
    await onProgress?.(newIds.length);
  }
  const updates = changedRows
    .filter(({ changedFields }) => Object.keys(changedFields).length > 0)
    .map(({ account, changedFields }) => ({ id: account?.id as number, fields: changedFields }));
  await updateAccounts(db, updates);
  const codes = plan.rows.map(({ fields }) => fields.identifier_code);
  await setNextCodeNumber(db, advanceCodeNumber(codes, nextNumber));
  const userIds = new Map<PlannedRow, number>([
    ...changedRows.map((row) => [row, row.account?.id as number] as const),
    ...createdRows.map((row, index) => [row, newIds[index] as number] as const),
  ]);
  const assignments = [...userIds].map(([{ classId }, userId]) => ({ userId, classId }));
  await assignClasses(db, actor, assignments);
  await saveConsents(db, actor, toConsents(userIds));
  const letters = await importParents(db, actor, {
    plan,
    schoolId,
    passwords: passwords?.parents,
    studentIds: new Map([...userIds].map(([{ rowNumber }, id]) => [rowNumber, id])),
  });
  const deactivatedRows = changedRows.filter(
    ({ account, fields }) => account?.status === 'active' && fields.status === 'inactive',
  );
  await endAllSessions(
    db,
    deactivatedRows.map((row) => userIds.get(row) as number),
  );
  const report = toImportReport(plan, { isDryRun: false });
  const { total, created, unchanged } = report;
  await writeAuditEntries(
    db,
    actor,
    {
      action: 'imported',
      subject: kind,
      name: '',
      schoolId,
      details: { rows: total, created, changed: changedRows.length, unchanged },
    },
    ...[...userIds].flatMap(([{ account, fields, className }, id]) => {
      const details = account
        ? compareAccounts(account, { ...account, ...fields, class_name: className })
        : { role: fields.role };
      // Only the answer about photos changed, which has an entry of its own.
      if (!details) return [];
      return {
        action: account ? ('changed' as const) : ('created' as const),
        subject: 'account' as const,
        id,
        name: formatFullName(fields.last_name, fields.first_name),
        schoolId,
        details,
      };
    }),
  );
  const accounts = (passwords?.accounts ?? []).flatMap(({ password }, index) => {
    const row = createdRows[index];
    if (!row) return [];
    const { fields, className } = row;
    const full_name = formatFullName(fields.last_name, fields.first_name);
    const { username } = fields;
    return { id: newIds[index] as number, full_name, username, class_name: className, password };
  });
  return { ...report, accounts, parents: { ...report.parents, letters } };
}

/** What the guardians answered by the file. */
function toConsents(userIds: Map<PlannedRow, number>): NewConsent[] {
  const decided_on = getVietnamDate(new Date());
  return [...userIds].flatMap(([{ newConsent: decision, fields }, student_id]) =>
    decision
      ? {
          student_id,
          side: 'guardian',
          decision,
          evidence: 'import',
          guardian_name: fields.parent_name,
          decided_on,
        }
      : [],
  );
}
