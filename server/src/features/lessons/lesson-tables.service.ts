import type { I18n } from '@lingui/core';
import type { CellProblem } from '@lop-xanh/contract/account-tables';
import { describeProblem, type FieldProblem } from '@lop-xanh/contract/field-errors';
import { type TableWeek, weekEntryInput } from '@lop-xanh/contract/lessons';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import { validate } from '../../http/validation.ts';
import {
  type ParsedRow,
  parseTable,
  translateColumns,
  truncateProblems,
} from '../../tables/parse-table.ts';
import type { Row } from '../../tables/read-table.ts';
import { fileNamePart } from '../../tables/spreadsheet.ts';
import { toXlsx } from '../../tables/write-table.ts';
import { parseSlide } from './lesson-input.ts';
import {
  type ColumnName,
  findStatus,
  format,
  headings,
  toLessonTable,
} from './lesson-table-format.ts';
import { findLesson } from './lessons.queries.ts';

export async function exportLesson(
  db: Db,
  id: number,
  i18n: I18n,
): Promise<{ name: string; bytes: Buffer }> {
  const lesson = await findLesson(db, id);
  if (!lesson) throw new AppError('lesson_not_found');
  return {
    name: `${fileNamePart(lesson.title)}.xlsx`,
    bytes: await toXlsx(toLessonTable(lesson.entries, i18n)),
  };
}

interface ReadSettings {
  /** Allowed by the operator, in addition to the built-in ones. */
  slideHosts: readonly string[];
  i18n: I18n;
}

/** Reads the weeks of a table, the invalid ones too, and names every problem that saving them would have. */
export async function readLessonTable(
  table: Row[],
  { slideHosts, i18n }: ReadSettings,
): Promise<{ weeks: TableWeek[]; problems: CellProblem[] }> {
  const { rows, columns, headingRowNumber, problems } = await parseTable(table, format);
  const report = (row: number, column: ColumnName, problem: FieldProblem) =>
    problems.push({ row, column: headings[column], ...problem });
  for (const column of ['week', 'title', 'summary'] as const) {
    if (!columns.includes(column)) {
      report(headingRowNumber, column, describeProblem('missing_column'));
    }
  }
  const firstTooMany = rows[limits.maxLessonEntries];
  if (firstTooMany) {
    const { maxLessonEntries: max } = limits;
    report(firstTooMany.rowNumber, 'week', describeProblem('too_many_lines', { max }));
  }
  const weeks = rows.slice(0, limits.maxLessonEntries).map((row) => {
    const week = toTableWeek(row);
    const addProblem = (column: ColumnName, problem: FieldProblem) =>
      report(row.rowNumber, column, problem);
    if (!isKnownStatus(row)) addProblem('status', describeProblem('invalid_choice'));
    for (const { path, ...problem } of validateWeek(week)) {
      addProblem(path.split('.')[0] as ColumnName, problem);
    }
    parseSlide(week, slideHosts, (_, problem) => addProblem('canva_link', problem));
    return week;
  });
  const sorted = problems.toSorted((a, b) => a.row - b.row);
  return { weeks, problems: translateColumns(truncateProblems(sorted), i18n) };
}

function validateWeek({ week, ...fields }: TableWeek) {
  const number = /^\d+$/.test(week) ? Number(week) : week;
  return validate(weekEntryInput, { ...fields, week: number }).issues ?? [];
}

const isKnownStatus = ({ cells: { status = '' } }: ParsedRow<ColumnName>) =>
  status === '' || findStatus(status) !== undefined;

/** A week without a status is shown, as in the form. One with an unknown status is not. */
function toTableWeek({ rowNumber, cells }: ParsedRow<ColumnName>): TableWeek {
  const { week = '', title = '', summary = '', canva_link = '', status = '' } = cells;
  return {
    row: rowNumber,
    week,
    title,
    summary,
    canva_link,
    status: status === '' ? 'active' : (findStatus(status) ?? 'inactive'),
    outline: splitLines(cells.outline),
    items: splitLines(cells.items),
  };
}

function splitLines(text = ''): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
