import type { I18n } from '@lingui/core';
import type { CellProblem } from '@lop-xanh/contract/account-tables';
import { describeProblem } from '@lop-xanh/contract/field-errors';
import { limits } from '@lop-xanh/contract/rules/limits';
import { AppError } from '../http/app-error.ts';
import { normalizeText } from '../lib/normalize-text.ts';
import { mapInSlices } from './map-in-slices.ts';
import type { CellValue, Row } from './read-table.ts';

/** How the columns of an imported table are recognized and read. */
export interface TableFormat<Column extends string> {
  headings: Record<Column, string>;
  findColumn: (heading: string) => Column | undefined;
  /** An error names these if the table has no headings. */
  exampleColumns: Column[];
  /** A spreadsheet program may turn the names in this column into dates. */
  classColumn?: Column;
  /** A date in this column is meant as one; it is read as 'YYYY-MM-DD'. */
  dayColumn?: Column;
  /** Texts in these columns keep their spaces and lines. */
  proseColumns?: readonly Column[];
  /** Longer texts are cut to save time; it is more than any field allows, so that they are still rejected. */
  maxCellLength: number;
  formatNumber?: (text: string, column: Column) => string;
}

export interface ParsedRow<Column extends string> {
  /** As numbered by the spreadsheet program. */
  rowNumber: number;
  /** Only the columns that the file has. */
  cells: Partial<Record<Column, string>>;
  /** If the spreadsheet program turned a class name into a date: the names that the user may have typed. */
  classNames: string[];
}

export interface ParsedTable<Column extends string> {
  headingRowNumber: number;
  columns: (Column | undefined)[];
  rows: ParsedRow<Column>[];
  problems: CellProblem[];
}

/** There may be a title above the headings. */
const maxHeadingRowNumber = 10;

export async function parseTable<Column extends string>(
  table: Row[],
  format: TableFormat<Column>,
): Promise<ParsedTable<Column>> {
  const { headings, findColumn, exampleColumns, maxCellLength } = format;
  const parseHeading = (cell: CellValue) =>
    typeof cell === 'string' ? findColumn(cell.slice(0, maxCellLength)) : undefined;
  const headingIndex = table
    .slice(0, maxHeadingRowNumber)
    .findIndex((row) => row.filter((cell) => parseHeading(cell)).length >= 2);
  const headingRow = table[headingIndex];
  if (!headingRow) {
    const examples = exampleColumns.map((column) => headings[column]).join(', ');
    throw new AppError('table_without_headings', { values: { headings: examples } });
  }
  const headingColumns = headingRow.map(parseHeading);
  const columns = headingColumns.map((column, index) =>
    headingColumns.indexOf(column) === index ? column : undefined,
  );
  const headingRowNumber = headingIndex + 1;
  const problems: CellProblem[] = [];
  const duplicate = headingColumns.find((column, index) => column && !columns[index]);
  if (duplicate)
    problems.push({
      row: headingRowNumber,
      column: headings[duplicate],
      ...describeProblem('duplicate_column'),
    });

  const body = table.slice(headingIndex + 1);
  const parsedRows = await mapInSlices(body, (cells, index) => {
    const isEmpty = cells.every((cell) => typeof cell === 'string' && cell.trim() === '');
    return isEmpty
      ? []
      : [parseRow(headingIndex + index + 2, cells, { columns, format, problems })];
  });
  const rows = parsedRows.flat();
  if (rows.length > limits.maxTableRows) throw new AppError('table_too_long');
  return { headingRowNumber, columns, rows, problems };
}

function parseRow<Column extends string>(
  rowNumber: number,
  cells: Row,
  {
    columns,
    format: { headings, classColumn, dayColumn, proseColumns, maxCellLength, formatNumber },
    problems,
  }: {
    columns: (Column | undefined)[];
    format: TableFormat<Column>;
    problems: CellProblem[];
  },
): ParsedRow<Column> {
  const parsed: ParsedRow<Column> = { rowNumber, cells: {}, classNames: [] };
  for (const [index, column] of columns.entries()) {
    if (!column) continue;
    const content = cells[index] ?? '';
    if (typeof content === 'string') {
      const typed = content.slice(0, maxCellLength);
      const isProse = proseColumns?.includes(column);
      const text = isProse ? typed.replaceAll(/\r\n?/g, '\n').trim() : normalizeText(typed);
      const cleaned = text.replaceAll(/(?![\n\t])[\p{Control}\p{Surrogate}]/gu, '');
      if (cleaned !== text) {
        problems.push({
          row: rowNumber,
          column: headings[column],
          ...describeProblem('invalid_characters'),
        });
      }
      parsed.cells[column] = cleaned;
    } else if ('number' in content) {
      const text = toPlainNumber(content.number);
      parsed.cells[column] = formatNumber?.(text, column) ?? text;
    } else if (column === classColumn) {
      parsed.classNames = toClassNames(content.day);
      parsed.cells[column] = parsed.classNames[0] as string;
    } else if (column === dayColumn) {
      parsed.cells[column] = content.day.toISOString().slice(0, 10);
    } else {
      problems.push({
        row: rowNumber,
        column: headings[column],
        ...describeProblem('cell_became_date'),
      });
    }
  }
  return parsed;
}

export function toPlainNumber(number: string): string {
  const value = Number(number);
  return Number.isSafeInteger(value) ? String(value) : number;
}

/** A spreadsheet program turns class 3/1 into 3 January or 1 March, depending on its language. */
export function toClassNames(date: Date): string[] {
  const [day, month] = [date.getUTCDate(), date.getUTCMonth() + 1];
  return ['/', '-', '.'].flatMap((separator) => [
    `${day}${separator}${month}`,
    `${month}${separator}${day}`,
  ]);
}

const maxProblems = 1_000;

/** A file can have tens of thousands of problems; no user reads them all. */
export function truncateProblems(problems: CellProblem[]): CellProblem[] {
  const firstOmitted = problems[maxProblems];
  if (!firstOmitted) return problems;
  const notice = { row: firstOmitted.row, column: '', ...describeProblem('more_problems') };
  return [...problems.slice(0, maxProblems), notice];
}

/** Names the columns as a file in the user's language does. */
export function translateColumns(problems: CellProblem[], i18n: I18n): CellProblem[] {
  return problems.map((problem) => ({ ...problem, column: i18n._(problem.column) }));
}

/** Throws if there is any problem: an import is all or nothing. */
export function assertNoProblems({ problems }: { problems: CellProblem[] }): void {
  if (problems.length === 0) return;
  const issues = problems.map(({ row, column, ...problem }) => ({
    path: `${row}.${column}`,
    ...problem,
  }));
  throw new AppError('table_has_problems', { issues });
}
