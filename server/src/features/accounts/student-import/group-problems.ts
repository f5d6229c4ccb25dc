import type { CellProblem } from '@lop-xanh/contract/account-tables';
import { describeProblem } from '@lop-xanh/contract/field-errors';
import {
  type HandledGroup,
  handledKinds,
  type ImportField,
  type ProblemGroup,
} from '@lop-xanh/contract/student-import';
import { type ColumnName, headings } from '../account-table-format.ts';
import { getFullName } from './find-doubles.ts';
import type { StudentRow } from './read-students.ts';

/** Enough to fix; the rest comes once these are fixed. */
const maxItems = 50;
const maxHandledItems = 20;

const columnByHeading = new Map(
  (Object.keys(headings) as ColumnName[]).map((column) => [headings[column], column]),
);

/** A value that cannot be imported. */
export interface RowProblem extends ReturnType<typeof describeProblem> {
  row: StudentRow;
  /** In which a value can be typed in its place, if there is one. */
  field: ImportField | null;
}

/** What could not be read, and what the plan says against the rest. */
export function listProblems(rows: StudentRow[], planned: CellProblem[]): RowProblem[] {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const unreadable = rows.flatMap((row) =>
    row.problems.map(({ field, reason }) => ({ row, field, ...describeProblem(reason) })),
  );
  const refused = planned.flatMap(({ row: number, column, ...problem }) => {
    const row = byNumber.get(number);
    if (!row) return [];
    const field = toField(columnByHeading.get(column), row);
    return [{ row, field, ...renumber(problem, byNumber) }];
  });
  return [...unreadable, ...refused];
}

/** One group for each kind of problem and field, the largest first. */
export function groupProblems(problems: RowProblem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const { row, field, reason, message, values } of problems) {
    const key = `${reason} ${field}`;
    const group = groups.get(key) ?? { reason, message, field, count: 0, items: [] };
    groups.set(key, group);
    group.count += 1;
    if (group.items.length < maxItems) {
      const value = field ? getText(row, field) : '';
      group.items.push({ ...toPerson(row), value, message, values });
    }
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count);
}

export function groupHandled(rows: StudentRow[]): HandledGroup[] {
  return handledKinds.flatMap((kind) => {
    const items = rows.flatMap((row) =>
      row.handled
        .filter((handled) => handled.kind === kind)
        .map(({ before, after }) => ({ ...toPerson(row), before, after })),
    );
    if (items.length === 0) return [];
    return { kind, count: items.length, items: items.slice(0, maxHandledItems) };
  });
}

function toPerson(row: StudentRow) {
  const { sheet, cells } = row;
  return { sheet, row: row.row, full_name: getFullName(row), class_name: cells.class_name ?? null };
}

/** The field in which a value can be typed; a name may be in one column. */
function toField(column: ColumnName | undefined, { cells, texts }: StudentRow): ImportField | null {
  if (!column || column === 'parent_name') return null;
  const isName = column === 'first_name' || column === 'last_name';
  return isName && (cells.full_name !== undefined || !texts.has(column)) ? 'full_name' : column;
}

function getText({ cells, texts }: StudentRow, field: ImportField): string {
  return texts.get(field) ?? (field in cells ? (cells[field as ColumnName] ?? '') : '');
}

/** The plan counts rows from the first sheet to the last; the user sees those of the sheet. */
function renumber(
  problem: ReturnType<typeof describeProblem>,
  byNumber: ReadonlyMap<number, StudentRow>,
) {
  if (problem.reason !== 'duplicate_of_row') return problem;
  const other = byNumber.get(Number(problem.values?.row));
  const row = other?.sheet ? `${other.sheet}:${other.row}` : String(other?.row ?? '');
  return describeProblem('duplicate_of_row', { row });
}
