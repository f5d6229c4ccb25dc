import type {
  AccountTableKind,
  CellProblem,
  ImportOutcome,
} from '@lop-xanh/contract/account-tables';
import type { ConsentDecision } from '@lop-xanh/contract/consent';
import { describeProblem, type FieldProblem } from '@lop-xanh/contract/field-errors';
import { formatFullName } from '@lop-xanh/contract/rules/names';
import { mapInSlices } from '../../tables/map-in-slices.ts';
import { truncateProblems } from '../../tables/parse-table.ts';
import type { GuardianAnswer } from '../consent/consent.service.ts';
import { emptyFields, mergeFields, splitFullName } from './account-fields.ts';
import {
  type ColumnName,
  headings,
  parseDay,
  parseSex,
  parseStatus,
  roleByKind,
} from './account-table-format.ts';
import type { StoredAccount } from './accounts.queries.ts';
import type { SchoolParent } from './families.queries.ts';
import type { FormerIdentifier } from './identifier-codes.queries.ts';
import {
  checkFields,
  findClass,
  findNewConsent,
  parseCell,
  type SchoolClass,
} from './import-cells.ts';
import { ImportIdentifiers, type ReportProblem } from './import-identifiers.ts';
import type { ImportRow, ParsedTable } from './parse-account-table.ts';
import {
  emptyParentPlan,
  type ParentPlan,
  planParents,
  type SamePhoneChoice,
} from './plan-parents.ts';
import type { AccountFields } from './write-accounts.queries.ts';

/** What the plan needs from the database. */
export interface ImportContext {
  schoolId: number;
  /** Accounts of all schools whose username or code is in the file. */
  accounts: StoredAccount[];
  /** Usernames and codes in the file that belonged to an account before, and do not now. */
  formerIdentifiers: FormerIdentifier[];
  classes: SchoolClass[];
  /** New students without a code get these, in this order. */
  newCodes: string[];
  /** The guardian's latest answer about photos, by student. */
  photoConsents: Map<number, GuardianAnswer>;
  /** The parents of the school. */
  parents: SchoolParent[];
  samePhoneChoice: SamePhoneChoice | undefined;
  isDryRun: boolean;
}

export interface PlannedRow {
  rowNumber: number;
  outcome: ImportOutcome;
  /** Undefined for a new account. */
  account: StoredAccount | undefined;
  fields: AccountFields;
  changedFields: Partial<AccountFields>;
  classId: number | null;
  className: string | null;
  gradeId: number | null;
  /** The guardian's answer about photos, if it is a new one. */
  newConsent: ConsentDecision | undefined;
  /** The headings of the columns that change. */
  changedHeadings: string[];
}

export interface ImportPlan {
  rows: PlannedRow[];
  parents: ParentPlan;
  problems: CellProblem[];
}

const comparedFields = [
  'identifier_code',
  'username',
  'last_name',
  'first_name',
  'email',
  'phone',
  'parent_name',
  'birth_date',
  'sex',
  'status',
] as const satisfies (keyof AccountFields & ColumnName)[];

/** Plans what an import would change and collects every problem in the file. Writes nothing. */
export async function planImport(
  kind: AccountTableKind,
  table: ParsedTable,
  context: ImportContext,
): Promise<ImportPlan> {
  return new Planner(kind, context).plan(table);
}

class Planner {
  readonly #kind;
  readonly #context;
  readonly #identifiers;
  readonly #problems: CellProblem[] = [];
  readonly #newCodes;

  constructor(kind: AccountTableKind, context: ImportContext) {
    this.#kind = kind;
    this.#context = context;
    this.#newCodes = context.newCodes.values();
    this.#identifiers = new ImportIdentifiers(context, (account) => this.#isImportable(account));
  }

  async plan({ rows, problems }: ParsedTable): Promise<ImportPlan> {
    this.#problems.push(...problems);
    const plannedRows = await mapInSlices(rows, (row) => this.#planRow(row));
    if (this.#kind === 'teachers') this.#checkTeachers(plannedRows);
    const parents = this.#planParents(rows, plannedRows);
    const sortedProblems = [...this.#problems, ...parents.problems].toSorted(
      (a, b) => a.row - b.row,
    );
    return {
      rows: addParentChanges(plannedRows, parents),
      parents,
      problems: truncateProblems(sortedProblems),
    };
  }

  #planParents(rows: ImportRow[], plannedRows: PlannedRow[]): ParentPlan {
    if (this.#kind !== 'students') return emptyParentPlan;
    const students = plannedRows.map((row, index) => ({
      row,
      full_name: formatFullName(row.fields.last_name, row.fields.first_name),
      cells: rows[index]?.cells ?? {},
    }));
    return planParents(students, this.#context);
  }

  #planRow({ rowNumber, cells, classNames }: ImportRow): PlannedRow {
    const reportProblem = (column: ColumnName, problem: FieldProblem) =>
      this.#problems.push({ row: rowNumber, column: headings[column], ...problem });
    const account = this.#identifiers.findAccount(cells, reportProblem);
    const role = roleByKind[this.#kind];
    const code =
      cells.identifier_code ||
      (account ? account.identifier_code : this.#assignNextCode()) ||
      undefined;
    const current = account
      ? { ...account, must_change_password: account.isChangePass }
      : { ...emptyFields, must_change_password: true, username: '' };
    // A list of teachers may have columns of these names, too.
    const studentCells = this.#kind === 'students' ? cells : {};
    const names =
      cells.first_name === undefined && cells.full_name ? splitFullName(cells.full_name) : {};
    const fields = mergeFields(
      current,
      {
        ...cells,
        ...names,
        full_name: undefined,
        username: cells.username || account?.username || code || '',
        identifier_code: code,
        // The lists of a school show it.
        parent_name: cells.parent_name ?? (account ? undefined : studentCells.parent1_name),
        birth_date: parseCell(studentCells.birth_date, parseDay, () =>
          reportProblem('birth_date', describeProblem('invalid_date')),
        ),
        sex: parseCell(studentCells.sex, parseSex, () =>
          reportProblem('sex', describeProblem('invalid_sex')),
        ),
        status: this.#parseStatus(cells.status, reportProblem),
      },
      { role, schoolId: this.#context.schoolId },
    );
    checkFields(fields, cells, (column, problem) => {
      // An invalid value that is already stored must not block the import of an unchanged export.
      const isUnchanged =
        column in fields && account?.[column as 'email'] === fields[column as 'email'];
      if (!isUnchanged) reportProblem(column, problem);
    });
    this.#identifiers.check(rowNumber, { fields, account }, reportProblem);
    const { id: classId, name: className } = findClass(
      { className: cells.class_name, classNames, account },
      this.#context.classes,
      reportProblem,
    );
    if (account?.departure) {
      if (fields.status === 'active') reportProblem('status', describeProblem('student_has_left'));
      if (classId) reportProblem('class_name', describeProblem('student_has_left'));
    }
    const changedFieldNames = comparedFields.filter(
      (field) => account && account[field] !== fields[field],
    );
    const changedFields = Object.fromEntries(
      changedFieldNames.map((field) => [field, fields[field]]),
    );
    const newConsent = findNewConsent(
      studentCells.photo_consent,
      account && this.#context.photoConsents.get(account.id),
      reportProblem,
    );
    const changedHeadings = [
      ...changedFieldNames,
      ...(account && newConsent ? (['photo_consent'] as const) : []),
      ...(account && account.class_id !== classId ? (['class_name'] as const) : []),
    ].map((column) => headings[column]);
    const outcome = account ? (changedHeadings.length > 0 ? 'changed' : 'unchanged') : 'created';
    return {
      rowNumber,
      outcome,
      account,
      fields,
      changedFields,
      classId,
      className,
      gradeId: this.#context.classes.find(({ id }) => id === classId)?.grade_id ?? null,
      newConsent,
      changedHeadings,
    };
  }

  #isImportable({ school_id, role }: StoredAccount): boolean {
    return school_id === this.#context.schoolId && role === roleByKind[this.#kind];
  }

  #assignNextCode(): string | undefined {
    return this.#newCodes.next().value;
  }

  #parseStatus(text: string | undefined, reportProblem: ReportProblem) {
    if (!text) return undefined;
    const status = parseStatus(text);
    if (!status) reportProblem('status', describeProblem('invalid_status'));
    return status;
  }

  /** Reports classes that would have two teachers after the import. */
  #checkTeachers(rows: PlannedRow[]): void {
    const teacherIdsInFile = new Set(rows.flatMap(({ account }) => account?.id ?? []));
    const takenClassIds = new Set<number>();
    for (const { rowNumber, classId } of rows) {
      if (classId === null) continue;
      const teacherId = this.#context.classes.find(({ id }) => id === classId)?.teacher_id ?? null;
      const isTaken =
        takenClassIds.has(classId) || (teacherId !== null && !teacherIdsInFile.has(teacherId));
      if (isTaken) {
        this.#problems.push({
          row: rowNumber,
          column: headings.class_name,
          ...describeProblem('class_has_teacher'),
        });
      }
      takenClassIds.add(classId);
    }
  }
}

/** A student who gets a parent changes, too. */
function addParentChanges(rows: PlannedRow[], { links }: ParentPlan): PlannedRow[] {
  const changedRows = new Map(rows.map((row) => [row.rowNumber, row]));
  for (const { rowNumber, column } of links) {
    const row = changedRows.get(rowNumber);
    if (!row?.account) continue;
    const changedHeadings = [...row.changedHeadings, headings[column]];
    changedRows.set(rowNumber, { ...row, outcome: 'changed', changedHeadings });
  }
  return [...changedRows.values()];
}
