import type { CellProblem } from '@lop-xanh/contract/account-tables';
import { describeProblem } from '@lop-xanh/contract/field-errors';
import { maxAccountFieldLengths } from '@lop-xanh/contract/rules/account-form';
import { limits } from '@lop-xanh/contract/rules/limits';
import { AppError } from '../../http/app-error.ts';
import { mapInSlices } from '../../tables/map-in-slices.ts';
import type { CellValue, Row } from '../../tables/read-table.ts';
import { normalizeText } from './account-fields.ts';
import { type ColumnName, findColumn, headings } from './account-table-format.ts';

export interface ImportRow {
  /** As numbered by the spreadsheet program. */
  rowNumber: number;
  /** Only the columns that the file has. */
  cells: Partial<Record<ColumnName, string>>;
  /** If the spreadsheet program turned a class name into a date: the names that the user may have typed. */
  classNames: string[];
}

export interface ParsedTable {
  rows: ImportRow[];
  problems: CellProblem[];
}

/** One more than the longest field allows: longer texts are cut to save time, and are still rejected. */
const maxCellLength = Math.max(...Object.values(maxAccountFieldLengths)) + 1;

/** There may be a title above the headings. */
const maxHeadingRowNumber = 10;

export async function parseAccountTable(table: Row[]): Promise<ParsedTable> {
  const headingIndex = table
    .slice(0, maxHeadingRowNumber)
    .findIndex((row) => row.filter((cell) => parseHeading(cell)).length >= 2);
  const headingRow = table[headingIndex];
  if (!headingRow)
    throw new AppError('table_without_headings', { values: { headings: exampleHeadings } });
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
  if (!columns.includes('first_name') && !columns.includes('full_name')) {
    problems.push({
      row: headingRowNumber,
      column: headings.first_name,
      ...describeProblem('missing_column'),
    });
  }

  const body = table.slice(headingIndex + 1);
  const parsedRows = await mapInSlices(body, (cells, index) => {
    const isEmpty = cells.every((cell) => typeof cell === 'string' && cell.trim() === '');
    return isEmpty ? [] : [parseRow(headingIndex + index + 2, cells, columns, problems)];
  });
  const rows = parsedRows.flat();
  if (rows.length > limits.maxTableRows) throw new AppError('table_too_long');
  return { rows, problems };
}

const exampleHeadings = [headings.first_name, headings.class_name, headings.email].join(', ');

function parseHeading(cell: CellValue): ColumnName | undefined {
  return typeof cell === 'string' ? findColumn(cell.slice(0, maxCellLength)) : undefined;
}

function parseRow(
  rowNumber: number,
  cells: Row,
  columns: (ColumnName | undefined)[],
  problems: CellProblem[],
): ImportRow {
  const parsed: ImportRow = { rowNumber, cells: {}, classNames: [] };
  for (const [index, column] of columns.entries()) {
    if (!column) continue;
    const content = cells[index] ?? '';
    if (typeof content === 'string') {
      const text = normalizeText(content.slice(0, maxCellLength));
      const cleaned = text.replaceAll(/[\p{Control}\p{Surrogate}]/gu, '');
      if (cleaned !== text) {
        problems.push({
          row: rowNumber,
          column: headings[column],
          ...describeProblem('invalid_characters'),
        });
      }
      parsed.cells[column] = cleaned;
    } else if ('number' in content) parsed.cells[column] = formatNumber(content.number, column);
    else if (column === 'class_name') {
      parsed.classNames = toClassNames(content.day);
      parsed.cells[column] = parsed.classNames[0] as string;
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

/** Restores the leading zero of a phone number, which is lost in a number cell. */
function formatNumber(number: string, column: ColumnName): string {
  const value = Number(number);
  const text = Number.isSafeInteger(value) ? String(value) : number;
  return column === 'phone' && /^\d{9}$/.test(text) ? `0${text}` : text;
}

/** A spreadsheet program turns class 3/1 into 3 January or 1 March, depending on its language. */
function toClassNames(date: Date): string[] {
  const [day, month] = [date.getUTCDate(), date.getUTCMonth() + 1];
  return ['/', '-', '.'].flatMap((separator) => [
    `${day}${separator}${month}`,
    `${month}${separator}${day}`,
  ]);
}
