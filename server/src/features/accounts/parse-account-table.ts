import { describeProblem } from '@lop-xanh/contract/field-errors';
import { maxAccountFieldLengths } from '@lop-xanh/contract/rules/account-form';
import {
  type ParsedRow,
  parseTable,
  type ParsedTable as Table,
  type TableFormat,
} from '../../tables/parse-table.ts';
import type { Row } from '../../tables/read-table.ts';
import { type ColumnName, findColumn, headings } from './account-table-format.ts';

export type ImportRow = ParsedRow<ColumnName>;
export type ParsedTable = Pick<Table<ColumnName>, 'rows' | 'problems'>;

const phoneColumns: ReadonlySet<ColumnName> = new Set(['phone', 'parent1_phone', 'parent2_phone']);

const format: TableFormat<ColumnName> = {
  headings,
  findColumn,
  exampleColumns: ['first_name', 'class_name', 'email'],
  classColumn: 'class_name',
  dayColumn: 'birth_date',
  maxCellLength: Math.max(...Object.values(maxAccountFieldLengths)) + 1,
  /** Restores the leading zero of a phone number, which is lost in a number cell. */
  formatNumber: (text, column) =>
    phoneColumns.has(column) && /^\d{9}$/.test(text) ? `0${text}` : text,
};

export async function parseAccountTable(table: Row[]): Promise<ParsedTable> {
  const { headingRowNumber, columns, rows, problems } = await parseTable(table, format);
  if (!columns.includes('first_name') && !columns.includes('full_name')) {
    problems.push({
      row: headingRowNumber,
      column: headings.first_name,
      ...describeProblem('missing_column'),
    });
  }
  return { rows, problems };
}
