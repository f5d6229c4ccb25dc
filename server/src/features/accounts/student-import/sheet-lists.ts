import { type ImportField, importTextLength } from '@lop-xanh/contract/student-import';
import { mapInSlices } from '../../../tables/map-in-slices.ts';
import { toPlainNumber } from '../../../tables/parse-table.ts';
import type { CellValue, Row, Sheet } from '../../../tables/read-table.ts';
import { findClassInText } from './class-names.ts';
import { findField, isSubHeading, namesParents, toWords } from './find-field.ts';

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

/** Without what cannot be stored. Longer texts are cut to save time, to more than any field allows. */
export function toText(cell: CellValue | undefined): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') {
    const text = cell.slice(0, importTextLength);
    return text.replaceAll(/(?![\n\t])[\p{Control}\p{Surrogate}]/gu, '').trim();
  }
  if ('number' in cell) return toPlainNumber(cell.number.slice(0, importTextLength));
  const [year, month, date] = cell.day.toISOString().slice(0, 10).split('-');
  return `${date}/${month}/${year}`;
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
      { index, lines: 1 as const, headings: row.map(toText) },
      ...(next && isSubHeadingRow(next)
        ? [{ index, lines: 2 as const, headings: joinHeadings(row, next) }]
        : []),
    ];
    for (const candidate of candidates) {
      const score = scoreFields(candidate.headings.map(findField));
      if (score > (best?.score ?? 1)) best = { ...candidate, score };
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

const endWords =
  /^(tong|cong|si so|an dinh|danh sach (nay )?(co|gom)|nguoi lap|hieu truong|p hieu truong|giao vien|gvcn|ky ten|xac nhan|lap bieu)\b/;
const maxCellsOfEndRow = 3;

/** 'Hà Nội, ngày … tháng … năm …' stands above a signature. */
function isDated(words: string): boolean {
  const parts = words.split(' ');
  const day = parts.indexOf('ngay');
  const month = parts.indexOf('thang', day);
  return day !== -1 && month !== -1 && parts.includes('nam', month);
}

/** Leaves out blank lines, headings repeated on a new page, numbers of columns, totals and signatures. */
async function dropOtherRows(rows: SheetList['rows'], headingCells: Row) {
  const fields = new Map(
    headingCells.map(toText).map((heading) => [heading, findField(heading)] as const),
  );
  const students: SheetList['rows'] = [];
  let endRows = 0;
  let hasEnded = false;
  await mapInSlices(rows, (row) => {
    const texts = row.cells.map(toText).filter(Boolean);
    if (texts.length === 0 || isColumnNumbers(texts)) return;
    if (scoreFields(texts.map((text) => fields.get(text))) >= 2) return;
    const isShort = texts.length <= maxCellsOfEndRow;
    hasEnded =
      isShort &&
      (hasEnded || texts.map(toWords).some((words) => endWords.test(words) || isDated(words)));
    if (hasEnded) endRows += 1;
    else students.push(row);
  });
  return { students, endRows };
}

/** '(1) (2) (3)' below the headings. */
function isColumnNumbers(texts: string[]): boolean {
  return (
    texts.length > 2 &&
    texts.every((text, index) => text.replaceAll(/[()]/g, '') === String(index + 1))
  );
}
