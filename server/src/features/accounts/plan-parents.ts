import type { CellProblem, ImportReport } from '@lop-xanh/contract/account-tables';
import { describeProblem, type FieldProblem } from '@lop-xanh/contract/field-errors';
import { maxAccountFieldLengths } from '@lop-xanh/contract/rules/account-form';
import { splitFullName } from './account-fields.ts';
import { type ColumnName, headings } from './account-table-format.ts';
import type { SchoolParent } from './families.queries.ts';
import type { ImportRow } from './parse-account-table.ts';
import { isPhoneNumber, normalizePhone } from './phone-numbers.ts';
import type { PlannedRow } from './plan-import.ts';

export type SamePhoneChoice = 'link' | 'separate';

/** A parent to whom the import links students. */
export interface PlannedParent {
  /** Undefined for a new parent. */
  id: number | undefined;
  full_name: string;
  phone: string;
  /** Those of the school, and those in the file. */
  children: { id?: number | undefined; full_name: string }[];
}

export interface ParentPlan {
  newParents: PlannedParent[];
  links: { rowNumber: number; column: ColumnName; parent: PlannedParent }[];
  samePhone: ImportReport['parents']['samePhone'];
  samePhoneCount: number;
  problems: CellProblem[];
}

export const emptyParentPlan: ParentPlan = {
  newParents: [],
  links: [],
  samePhone: [],
  samePhoneCount: 0,
  problems: [],
};

/** A file with one number in every row would fill hundreds of megabytes. */
const maxQuestions = 100;
const maxChildren = 5;

const parentColumns = [
  { name: 'parent1_name', phone: 'parent1_phone' },
  { name: 'parent2_name', phone: 'parent2_phone' },
] as const satisfies Record<'name' | 'phone', ColumnName>[];
type ParentColumns = (typeof parentColumns)[number];

export function hasParentCells({ rows }: { rows: ImportRow[] }): boolean {
  return rows.some(({ cells }) =>
    parentColumns.some(({ name, phone }) => cells[name] || cells[phone]),
  );
}

interface ParentContext {
  parents: SchoolParent[];
  samePhoneChoice: SamePhoneChoice | undefined;
  isDryRun: boolean;
}

interface StudentRow {
  row: PlannedRow;
  full_name: string;
  cells: ImportRow['cells'];
}

/** Plans who becomes a parent of whom. Empty cells say nothing: an import unlinks nobody. */
export function planParents(rows: StudentRow[], context: ParentContext): ParentPlan {
  return new ParentPlanner(context).plan(rows);
}

class ParentPlanner {
  readonly #context;
  /** By phone number, then by name. */
  readonly #parentsByPhone = new Map<string, Map<string, PlannedParent>>();
  readonly #parentsByStudent = new Map<number, SchoolParent[]>();
  readonly #plan: ParentPlan = {
    newParents: [],
    links: [],
    samePhone: [],
    samePhoneCount: 0,
    problems: [],
  };

  constructor(context: ParentContext) {
    this.#context = context;
    for (const parent of context.parents) {
      const phone = normalizePhone(parent.phone ?? '');
      if (phone) this.#addParent({ ...parent, phone, children: [...parent.children] });
      for (const { id } of parent.children) push(this.#parentsByStudent, id, parent);
    }
  }

  plan(rows: StudentRow[]): ParentPlan {
    for (const row of rows) {
      const parents = new Set<PlannedParent>();
      for (const columns of parentColumns) {
        const parent = this.#planParent(row, columns);
        // Both columns may name one person.
        if (!parent || parents.has(parent)) continue;
        parents.add(parent);
        const { rowNumber, account } = row.row;
        this.#plan.links.push({ rowNumber, column: columns.name, parent });
        parent.children.push({ id: account?.id, full_name: row.full_name });
      }
    }
    return this.#plan;
  }

  /** Undefined if the cells name no parent, one who is linked already, or an invalid one. */
  #planParent({ row, cells }: StudentRow, columns: ParentColumns): PlannedParent | undefined {
    const full_name = cells[columns.name] ?? '';
    const phoneText = cells[columns.phone] ?? '';
    if (!full_name && !phoneText) return undefined;
    // Before the problems: an export also has parents without a phone number, or with an invalid one.
    if (this.#isLinked(row, full_name, phoneText)) return undefined;
    const problem = findProblem(full_name, phoneText);
    if (problem) {
      const { field, ...description } = problem;
      this.#reportProblem(row, columns[field], description);
      return undefined;
    }
    const phone = normalizePhone(phoneText);
    const others = this.#parentsByPhone.get(phone);
    const other = others?.get(full_name) ?? others?.values().next().value;
    if (other) {
      const { samePhoneChoice, isDryRun } = this.#context;
      this.#askAbout(row, { full_name, phone, other });
      if (!samePhoneChoice && !isDryRun) {
        this.#reportProblem(row, columns.phone, describeProblem('same_phone'));
      }
      if (samePhoneChoice !== 'separate') return other;
    }
    const parent: PlannedParent = { id: undefined, full_name, phone, children: [] };
    this.#plan.newParents.push(parent);
    this.#addParent(parent);
    return parent;
  }

  #addParent(parent: PlannedParent): void {
    const { phone, full_name } = parent;
    const parents = this.#parentsByPhone.get(phone) ?? new Map<string, PlannedParent>();
    this.#parentsByPhone.set(phone, parents);
    if (!parents.has(full_name)) parents.set(full_name, parent);
  }

  #isLinked({ account }: PlannedRow, full_name: string, phoneText: string): boolean {
    const linked = this.#parentsByStudent.get(account?.id ?? 0) ?? [];
    return linked.some((parent) =>
      phoneText
        ? normalizePhone(parent.phone ?? '') === normalizePhone(phoneText)
        : !parent.phone && parent.full_name === full_name,
    );
  }

  #askAbout(
    { rowNumber }: PlannedRow,
    { full_name, phone, other }: { full_name: string; phone: string; other: PlannedParent },
  ): void {
    this.#plan.samePhoneCount += 1;
    if (this.#plan.samePhone.length === maxQuestions) return;
    const children = other.children.slice(0, maxChildren).map((child) => child.full_name);
    this.#plan.samePhone.push({
      row: rowNumber,
      full_name,
      phone,
      other: { full_name: other.full_name, children, childCount: other.children.length },
    });
  }

  #reportProblem({ rowNumber }: PlannedRow, column: ColumnName, problem: FieldProblem): void {
    this.#plan.problems.push({ row: rowNumber, column: headings[column], ...problem });
  }
}

function findProblem(
  full_name: string,
  phoneText: string,
): (FieldProblem & { field: keyof ParentColumns }) | undefined {
  if (!full_name) return { field: 'name', ...describeProblem('required') };
  if (!phoneText) return { field: 'phone', ...describeProblem('required') };
  const { first_name, last_name } = splitFullName(full_name);
  const max = maxAccountFieldLengths.first_name;
  if (first_name.length > max || last_name.length > max) {
    return { field: 'name', ...describeProblem('too_long', { max }) };
  }
  if (isPhoneNumber(normalizePhone(phoneText))) return undefined;
  return { field: 'phone', ...describeProblem('invalid_phone') };
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
