import type { ImportReport, TabledPeople } from '@lop-xanh/contract/account-tables';
import { fullName } from '@lop-xanh/contract/rules/names';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import { type Actor, closeAllSessions } from '../../http/authentication.ts';
import { hashPasswords, temporaryPassword } from '../../http/passwords.ts';
import { noteActs } from '../audit/audit.service.ts';
import { findClasses } from '../classes/classes.service.ts';
import { moveToClasses } from '../history/class-moves.service.ts';
import { holdSchools } from '../schools/schools.service.ts';
import { findNamed } from './accounts.queries.ts';
import { thisYear } from './accounts.service.ts';
import {
  findFormerNames,
  freeCodes,
  holdNumbering,
  nextNumber,
  setNextNumber,
} from './codes.queries.ts';
import { numberAfter } from './codes.rules.ts';
import { type Plan, type PlannedRow, planImport } from './plan-import.ts';
import type { ReadRows } from './read-rows.ts';
import { insertAccounts, updateAccounts } from './write-accounts.queries.ts';

/** A file that was read, and the school it is for. */
export interface ReadFile {
  people: TabledPeople;
  schoolId: number;
  read: ReadRows;
}

/** What the file would do now. */
export async function tryImport(db: Db, actor: Actor, file: ReadFile): Promise<Plan> {
  const { people, schoolId, read } = file;
  const usernames = read.rows.flatMap(({ cells }) => cells.username || cells.identifier_code || []);
  const codes = read.rows.flatMap(({ cells }) => cells.identifier_code || []);
  const { classes } = await findClasses(db, actor, { school_id: schoolId, limit: 100 });
  const newCodes = await freeCodes(db, {
    from: numberAfter(codes, await nextNumber(db, thisYear())),
    count: people === 'students' ? read.rows.length - codes.length : 0,
    except: [...usernames, ...codes],
  });
  const accounts = await findNamed(db, { usernames, codes });
  const formerNames = await findFormerNames(db, { usernames, codes });
  return planImport(people, read, { schoolId, accounts, formerNames, classes, newCodes });
}

export function reportOf(plan: Plan, isDryRun: boolean): ImportReport {
  const count = (outcome: PlannedRow['outcome']) =>
    plan.rows.filter((row) => row.outcome === outcome).length;
  return {
    dry_run: isDryRun,
    total: plan.rows.length,
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    problems: plan.problems,
    rows: plan.rows.map(({ row, outcome, fields, className, changes }) => ({
      row,
      outcome,
      full_name: fullName(fields.last_name, fields.first_name),
      username: fields.username,
      class_name: className,
      changes,
    })),
    accounts: [],
  };
}

/** A commit is all rows or none: what is wrong is told by row and column. */
export function refuseProblems({ problems }: Plan): void {
  if (problems.length === 0) return;
  const issues = problems.map(({ row, column, message }) => ({
    path: `${row}.${column}`,
    message,
  }));
  throw new AppError('table_wrong', { issues });
}

/** Temporary passwords for so many new accounts, hashed before any transaction begins. */
export async function passwordsForNew(plan: Plan) {
  const isNew = plan.rows.filter(({ outcome }) => outcome === 'created');
  const passwords = isNew.map(() => temporaryPassword());
  const hashes = await hashPasswords(passwords);
  return passwords.map((password, at) => ({ password, hash: hashes[at] as string }));
}
type Prepared = Awaited<ReturnType<typeof passwordsForNew>>;

export async function importAccounts(
  db: Db,
  actor: Actor,
  file: ReadFile,
  passwords: Prepared,
): Promise<ImportReport> {
  const { people, schoolId } = file;
  if ((await holdSchools(db, [schoolId])).length === 0) throw new AppError('not_found');
  const nextCode = await holdNumbering(db, thisYear());
  const plan = await tryImport(db, actor, file);
  refuseProblems(plan);
  const added = plan.rows.filter(({ outcome }) => outcome === 'created');
  const changed = plan.rows.filter(({ outcome }) => outcome === 'changed');
  // Somebody deleted an account since the passwords were made: it is to be tried again.
  if (added.length > passwords.length) throw new AppError('unavailable');

  const newIds = await insertAccounts(
    db,
    added.map(({ fields }, at) => ({ ...fields, password_hash: passwords[at]?.hash as string })),
  );
  const rewritten = changed.filter((row) => Object.keys(row.changed).length > 0);
  await updateAccounts(
    db,
    rewritten.map((row) => ({ id: row.account?.id as number, fields: row.changed })),
  );
  const codes = plan.rows.map(({ fields }) => fields.identifier_code);
  await setNextNumber(db, numberAfter(codes, nextCode));
  const idOf = new Map<PlannedRow, number>([
    ...changed.map((row) => [row, row.account?.id as number] as const),
    ...added.map((row, at) => [row, newIds[at] as number] as const),
  ]);
  const moves = [...idOf].map(([{ classId }, userId]) => ({ userId, classId }));
  await moveToClasses(db, actor, moves);
  const stopped = changed.filter(
    ({ account, fields }) => account?.status === 'active' && fields.status === 'inactive',
  );
  await closeAllSessions(
    db,
    stopped.map((row) => idOf.get(row) as number),
  );
  const report = reportOf(plan, false);
  const { total, created, unchanged } = report;
  await noteActs(
    db,
    actor,
    {
      action: 'imported',
      subject: people,
      name: '',
      schoolId,
      details: { rows: total, created, changed: changed.length, unchanged },
    },
    ...[...idOf].map(([{ outcome, fields, changes }, id]) => ({
      action: outcome === 'created' ? ('created' as const) : ('changed' as const),
      subject: 'account' as const,
      id,
      name: fullName(fields.last_name, fields.first_name),
      schoolId,
      details: outcome === 'created' ? { role: fields.role } : { fields: changes },
    })),
  );
  const accounts = added.map(({ fields, className }, at) => ({
    id: newIds[at] as number,
    full_name: fullName(fields.last_name, fields.first_name),
    username: fields.username,
    class_name: className,
    password: passwords[at]?.password as string,
  }));
  return { ...report, accounts };
}
