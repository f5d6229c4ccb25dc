import type { Sex } from '@lop-xanh/contract/account-fields';
import { day } from '@lop-xanh/contract/fields';
import { importTextLength } from '@lop-xanh/contract/student-import';
import { toPlainNumber } from '../../../tables/parse-table.ts';
import type { CellValue } from '../../../tables/read-table.ts';
import { isPhoneNumber, normalizePhone } from '../phone-numbers.ts';
import { toWords } from './find-field.ts';

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

/** Day 0 of a spreadsheet program. */
const spreadsheetEpoch = Date.UTC(1899, 11, 30);
const dayMs = 24 * 60 * 60_000;
/** From 1954 to 2064: no year, and no day and month, is such a number. */
const isSerial = (number: number) => number > 20_000 && number < 60_000;
const maxAge = 25;

/** '13/2/2018', '13-02-18', '13 tháng 2 năm 2018', '2018-02-13' or 43144; undefined for anything else, such as a year. */
export function readBirthDate(cell: CellValue, today: string): string | undefined {
  const text = toText(cell);
  const [, d = '', m = '', y = ''] =
    /^(\d{1,2})(?:[\s./-]|tháng|,)+(\d{1,2})(?:[\s./-]|năm|,)+(\d{4}|\d{2})$/iu.exec(text) ?? [];
  const year = y.length === 2 ? `20${y}` : y;
  const written = year ? `${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : text;
  const number = Number(text);
  const iso = isSerial(number)
    ? new Date(spreadsheetEpoch + Math.floor(number) * dayMs).toISOString().slice(0, 10)
    : written;
  const isPlausible = iso <= today && Number(iso.slice(0, 4)) > Number(today.slice(0, 4)) - maxAge;
  return isPlausible ? day.safeParse(iso).data : undefined;
}

const sexes: Record<string, Sex> = {
  nam: 'male',
  trai: 'male',
  m: 'male',
  male: 'male',
  nu: 'female',
  gai: 'female',
  f: 'female',
  female: 'female',
  // In a column of girls.
  x: 'female',
};

export function readSex(text: string): Sex | undefined {
  return sexes[toWords(text)];
}

/** The numbers of a cell such as '912345412 / 0987.654.220', as they are dialled; those that are none are left out. */
export function readPhones(text: string): string[] {
  return text
    .split(/[/,;\n]|\s-\s|\s{2,}/)
    .map(normalizePhone)
    .filter(isPhoneNumber);
}

/** 'Nam / Diệp', 'Nam và Diệp' or 'Nam - Diệp'. */
export function readParentNames(text: string): string[] {
  return text
    .split(/[/;,\n&]|\s-\s|\svà\s/u)
    .map((name) => name.trim())
    .filter(Boolean);
}

/** 'TRẦN GIA HÂN' and 'trần gia hân' become 'Trần Gia Hân'; every other spelling is the family's own. */
export function readName(text: string): string {
  const isOneCase = text === text.toLocaleUpperCase('vi') || text === text.toLocaleLowerCase('vi');
  if (!isOneCase) return text;
  return text
    .toLocaleLowerCase('vi')
    .replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toLocaleUpperCase('vi'));
}

/** What people write into a cell to leave it empty. */
export function isPlaceholder(text: string): boolean {
  return (
    /^[-–—._?]+$/.test(text) ||
    /^(khong|khong co|ko|ko co|chua co|na|n a|null)$/.test(toWords(text))
  );
}
