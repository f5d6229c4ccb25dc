import type { CellProblem } from '@lop-xanh/contract/account-tables';
import { accountLengths } from '@lop-xanh/contract/rules/account-form';
import { limits } from '@lop-xanh/contract/rules/limits';
import { AppError } from '../../http/app-error.ts';
import { mapInSlices } from '../../tables/map-in-slices.ts';
import type { Content, Row } from '../../tables/read-table.ts';
import { tidy } from './account-fields.ts';
import { type ColumnName, columnBy, headings } from './account-table.ts';

/** A row of a person, its cells by column; a column that the file has not got is not there. */
export interface PersonRow {
  /** As the spreadsheet program counts. */
  row: number;
  cells: Partial<Record<ColumnName, string>>;
  /** What a class may have been called before a program made a day of it. */
  classNames: string[];
}

export interface ReadRows {
  rows: PersonRow[];
  problems: CellProblem[];
}

/** One more than the longest field takes: a longer text is refused just the same, but checked much faster. */
const charactersRead = Math.max(...Object.values(accountLengths)) + 1;

/** A title may stand above the headings. */
const rowsWithHeadings = 10;

/** Finds the headings and takes the rows under them apart. */
export async function readRows(table: Row[]): Promise<ReadRows> {
  const at = table
    .slice(0, rowsWithHeadings)
    .findIndex((row) => row.filter((cell) => columnOf(cell)).length >= 2);
  const found = table[at];
  if (!found) throw new AppError('table_unreadable', { words: noHeadings });
  const named = found.map(columnOf);
  const columns = named.map((name, place) => (named.indexOf(name) === place ? name : undefined));
  const problems: CellProblem[] = [];
  const doubled = named.find((name, place) => name && !columns[place]);
  if (doubled) problems.push({ row: at + 1, column: headings[doubled], message: 'Cột bị lặp lại' });
  if (!columns.includes('first_name') && !columns.includes('full_name')) {
    problems.push({ row: at + 1, column: headings.first_name, message: 'Thiếu cột này' });
  }

  const read = await mapInSlices(table.slice(at + 1), (cells, under) => {
    const isEmpty = cells.every((cell) => typeof cell === 'string' && cell.trim() === '');
    return isEmpty ? [] : [readRow(at + under + 2, cells, columns, problems)];
  });
  const rows = read.flat();
  if (rows.length > limits.tableRowsMax) throw new AppError('table_too_long');
  return { rows, problems };
}

const noHeadings = `Không tìm thấy dòng tiêu đề (${headings.first_name}, ${headings.class_name}, ${headings.email}…)`;

function columnOf(cell: Content): ColumnName | undefined {
  return typeof cell === 'string' ? columnBy(cell.slice(0, charactersRead)) : undefined;
}

function readRow(
  row: number,
  cells: Row,
  columns: (ColumnName | undefined)[],
  problems: CellProblem[],
): PersonRow {
  const read: PersonRow = { row, cells: {}, classNames: [] };
  for (const [place, column] of columns.entries()) {
    if (!column) continue;
    const content = cells[place] ?? '';
    if (typeof content === 'string') {
      const text = tidy(content.slice(0, charactersRead));
      const kept = text.replaceAll(/[\p{Control}\p{Surrogate}]/gu, '');
      if (kept !== text) {
        problems.push({ row, column: headings[column], message: 'Có ký tự không hợp lệ' });
      }
      read.cells[column] = kept;
    } else if ('number' in content) read.cells[column] = numberAsText(content.number, column);
    else if (column === 'class_name') {
      read.classNames = namesOfDay(content.day);
      read.cells[column] = read.classNames[0] as string;
    } else {
      const message = 'Excel đã đổi ô này thành ngày tháng, hãy định dạng cột là Văn bản';
      problems.push({ row, column: headings[column], message });
    }
  }
  return read;
}

/** A code of digits stays one, and a telephone number gets back the zero that a number cannot have. */
function numberAsText(number: string, column: ColumnName): string {
  const value = Number(number);
  const text = Number.isSafeInteger(value) ? String(value) : number;
  return column === 'phone' && /^\d{9}$/.test(text) ? `0${text}` : text;
}

/** The class 3/1 becomes the third of January or the first of March, by the language of the program. */
function namesOfDay(day: Date): string[] {
  const [one, other] = [day.getUTCDate(), day.getUTCMonth() + 1];
  return ['/', '-', '.'].flatMap((mark) => [`${one}${mark}${other}`, `${other}${mark}${one}`]);
}
