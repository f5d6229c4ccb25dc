import type { ImportField } from '@lop-xanh/contract/student-import';
import { mapInSlices } from '../../../tables/map-in-slices.ts';
import type { Row, Sheet } from '../../../tables/read-table.ts';
import { toText } from './cell-values.ts';
import { findClassInText } from './class-names.ts';
import { findField, isSubHeading, namesParents, toWords } from './find-field.ts';
import { createEndFinder, isColumnNumbers } from './other-rows.ts';

/** The list of students in a sheet. */
export interface SheetList {
  sheet: string;
  /** As the sheet or a title above the headings names it. */
  className: string | undefined;
  titleRows: number;
  endRows: number;
  hasTwoLineHeadings: boolean;
  /** By column; empty for a column without one. */
  headings: string[];
  rows: { rowNumber: number; cells: Row }[];
}

/** Title, address, date and a few blank lines. */
const maxTitleRows = 20;

/** Undefined for a cover, an empty sheet, or anything else without headings. */
export async function findList({ name, rows }: Sheet): Promise<SheetList | undefined> {
  const found = findHeadings(rows);
  if (!found) return undefined;
  const { index, lines } = found;
  const body = rows.slice(index + lines);
  const headings = nameSplitColumns(found.headings, body);
  const titles = rows.slice(0, index).flat().map(toText);
  const numbered = body.map((cells, offset) => ({ rowNumber: index + lines + offset + 1, cells }));
  const { students, endRows } = await dropOtherRows(
    numbered,
    rows.slice(index, index + lines).flat(),
    headings,
  );
  return {
    sheet: name,
    className: [name, ...titles].map(findClassInText).find(Boolean),
    titleRows: index,
    endRows,
    hasTwoLineHeadings: lines === 2,
    headings,
    rows: students,
  };
}

const nameFields = new Set(['full_name', 'first_name', 'last_name']);

interface Headings {
  index: number;
  lines: 1 | 2;
  headings: string[];
}

/** The line, or two lines, in which most fields are recognized. */
function findHeadings(rows: Row[]): Headings | undefined {
  let best: (Headings & { score: number }) | undefined;
  for (const [index, row] of rows.slice(0, maxTitleRows).entries()) {
    const next = rows[index + 1];
    const candidates = [
      ...(next && isSubHeadingRow(next)
        ? [{ index, lines: 2 as const, headings: joinHeadings(row, next) }]
        : []),
      { index, lines: 1 as const, headings: row.map(toText) },
    ];
    for (const candidate of candidates) {
      const headings = nameBirthColumns(candidate.headings, rows.slice(index + candidate.lines));
      const score = scoreFields(headings.map(findField));
      if (score > (best?.score ?? 1)) best = { ...candidate, headings, score };
    }
  }
  return best;
}

/** How many different fields there are; a list without names is none. */
function scoreFields(found: (ImportField | undefined)[]): number {
  const fields = new Set(found.flatMap((field) => field ?? []));
  return [...fields].some((field) => nameFields.has(field)) ? fields.size : 0;
}

function isSubHeadingRow(row: Row): boolean {
  const filled = row.filter((cell) => toText(cell) !== '');
  return (
    filled.length > 0 &&
    filled.every((cell) => typeof cell === 'string' && isSubHeading(toText(cell)))
  );
}

/** A merged cell has its text in the first of its columns. */
function joinHeadings(upper: Row, lower: Row): string[] {
  let group = '';
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, column) => {
    const above = toText(upper[column]);
    const below = toText(lower[column]);
    if (above) group = above;
    if (!below) return above;
    return namesParents(group) || !findField(below) ? `${group} ${below}`.trim() : below;
  });
}

/** 'Họ và tên' over two columns, without a second line: family names in the first and given names in the second. */
function nameSplitColumns(headings: string[], body: Row[]): string[] {
  const column = headings.findIndex(
    (heading, index) => headings[index + 1] === '' && findField(heading) === 'full_name',
  );
  const heading = headings[column];
  if (heading === undefined) return headings;
  const filled = body.filter((row) => toText(row[column]));
  const both = filled.filter((row) => toText(row[column + 1]));
  if (both.length * 2 <= filled.length) return headings;
  return headings.with(column, `${heading} (họ đệm)`).with(column + 1, `${heading} (tên)`);
}

const birthHeadings = ['Ngày sinh (ngày)', 'Ngày sinh (tháng)', 'Ngày sinh (năm)'];
const partOfBirth = [/^ngay( sinh)?$/, /^thang( sinh)?$/, /^nam( sinh)?$/];

/** 'Ngày', 'Tháng' and 'Năm' beside each other, or 'Ngày sinh' over three columns of numbers. */
function nameBirthColumns(headings: string[], body: Row[]): string[] {
  const column = headings.findIndex((_, index) => {
    const words = headings.slice(index, index + 3).map(toWords);
    if (partOfBirth.every((pattern, part) => pattern.test(words[part] ?? ''))) return true;
    return words.length === 3 && isBirthOverThree(index);
  });
  return column === -1 ? headings : headings.toSpliced(column, 3, ...birthHeadings);

  function isBirthOverThree(index: number): boolean {
    const [first = '', ...others] = headings.slice(index, index + 3);
    if (findField(first) !== 'birth_date' || others.some(Boolean)) return false;
    const rows = body.map((row) => row.slice(index, index + 3).map(toText));
    const isDate = (parts: string[]) =>
      parts.length === 3 && parts.every((part) => /^\d{1,4}$/.test(part));
    return rows.filter(isDate).length * 2 > rows.filter((parts) => parts.some(Boolean)).length;
  }
}

/** Leaves out blank lines, headings repeated on a new page, numbers of columns, totals and signatures. */
async function dropOtherRows(rows: SheetList['rows'], headingCells: Row, headings: string[]) {
  const isBelowEnd = createEndFinder(headings);
  const fields = new Map(
    headingCells.map(toText).map((heading) => [heading, findField(heading)] as const),
  );
  const students: SheetList['rows'] = [];
  let endRows = 0;
  await mapInSlices(rows, (row) => {
    const texts = row.cells.map(toText).filter(Boolean);
    if (texts.length === 0 || isColumnNumbers(texts)) return;
    if (scoreFields(texts.map((text) => fields.get(text))) >= 2) return;
    if (isBelowEnd(row.cells)) endRows += 1;
    else students.push(row);
  });
  return { students, endRows };
}
