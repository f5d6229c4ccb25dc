import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import type { ImportField } from '@lop-xanh/contract/student-import';
import { normalizeText } from '../../../lib/normalize-text.ts';
import type { Row } from '../../../tables/read-table.ts';
import { readBirthDate, toText } from './cell-values.ts';
import { readClassName } from './class-names.ts';
import { findField, isRowNumber, toWords } from './find-field.ts';

/** Words of totals, with their marks: a student may be called Tống or Công. */
const totalWords =
  /^(tổng|cộng|tong (cong|so)( hs| hoc sinh)?(?=[\s:.\d]*$)|sĩ số|si so)(?!\p{L})/u;
const endWords =
  /^(an dinh|danh sach (nay )?(co|gom)|nguoi lap|hieu truong|p hieu truong|giao vien|gvcn|ky ten|xac nhan|lap bieu)\b/;
const maxCellsOfEndRow = 3;
const nameFields: readonly (ImportField | undefined)[] = ['full_name', 'last_name', 'first_name'];

/** Finds the rows that end a list, and those after them until the list goes on. */
export function createEndFinder(headings: string[]): (cells: Row) => boolean {
  const fields = headings.map(findField);
  const today = getVietnamDate(new Date());
  const numberColumn = headings.findIndex(isRowNumber);
  const nameColumns = fields.flatMap((field, column) => (nameFields.includes(field) ? column : []));
  const birthColumn = fields.indexOf('birth_date');
  const classColumn = fields.indexOf('class_name');
  /** A number, a date of birth or a class beside a name; signatures and totals have none. */
  const isStudent = (cells: Row) => {
    const name = nameColumns
      .map((column) => toText(cells[column]))
      .join(' ')
      .trim();
    if (!/\p{L}/u.test(name) || isEnd(name)) return false;
    return (
      /^\d+\.?$/.test(toText(cells[numberColumn])) ||
      readBirthDate(cells[birthColumn] ?? '', today) !== undefined ||
      readClassName(toText(cells[classColumn])) !== undefined
    );
  };
  let hasEnded = false;
  return (cells) => {
    const texts = cells.map(toText).filter(Boolean);
    const canEnd = texts.length <= maxCellsOfEndRow && !isStudent(cells);
    hasEnded = canEnd && (hasEnded || texts.some(isEnd));
    return hasEnded;
  };
}

function isEnd(text: string): boolean {
  const words = toWords(text);
  const marked = normalizeText(text).toLocaleLowerCase('vi');
  return totalWords.test(marked) || endWords.test(words) || isDated(words);
}

/** 'Hà Nội, ngày … tháng … năm …' stands above a signature. */
function isDated(words: string): boolean {
  const parts = words.split(' ');
  const day = parts.indexOf('ngay');
  const month = parts.indexOf('thang', day);
  return day !== -1 && month !== -1 && parts.includes('nam', month);
}

/** '(1) (2) (3)' below the headings. */
export function isColumnNumbers(texts: string[]): boolean {
  return (
    texts.length > 2 &&
    texts.every((text, index) => text.replaceAll(/[()]/g, '') === String(index + 1))
  );
}
