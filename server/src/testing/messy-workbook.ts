import {
  type Cell,
  type ListedStudent,
  layOut,
  nameSheet,
  toSecondLayout,
} from './messy-layouts.ts';
import { inlineCell, sheetXml, workbookOf } from './workbook.ts';

/*
 * What real lists of schools are like; each kind is in the workbook at least once:
 * - title rows above the headings
 * - headings in two lines
 * - a name over two columns without a heading of its own
 * - the class only in the name of the sheet
 * - the class only in a title
 * - numbers of columns below the headings
 * - headings repeated on a new page
 * - empty lines and numbers without a name
 * - totals and signatures
 * - a cover without a list
 * - a birth date as a number of Excel
 * - a birth date with dashes and two digits
 * - a birth date that does not exist
 * - only a year of birth
 * - a phone without its zero
 * - a phone with dots or +84
 * - two phones in one cell
 * - a phone that is none
 * - a cross in the column of girls
 * - a class written in another way
 * - a name in capitals
 * - no email
 * - both parents in one cell
 * - a dash for nothing
 * - a student twice
 * - colours and borders far below and right of the list
 * - comments, drawings and printer settings
 */

export interface MessyWorkbook {
  bytes: Buffer;
  students: number;
  classes: string[];
  /** With a birth date or phone that nobody can read. */
  unreadable: { birth_date: number; phone: number };
  doubles: number;
  parents: number;
}

const families = ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Hoàng', 'Vũ', 'Đặng', 'Bùi', 'Đỗ', 'Hồ'];
const middles = [
  'Gia',
  'Minh',
  'Ngọc',
  'Thị',
  'Văn',
  'Đăng',
  'Phương',
  'Quốc',
  'Bảo',
  'Khánh',
  'Thu',
  'Hà',
];
const givens = [
  'Hân',
  'Khoa',
  'Đạt',
  'Thảo',
  'An',
  'Bình',
  'Chi',
  'Dũng',
  'Giang',
  'Hiếu',
  'Linh',
  'Mai',
  'Nam',
];
const letters = ['A', 'B', 'C', 'D', 'E', 'G', 'H'];

const pick = (list: string[], index: number) => list[index % list.length] as string;
/** No two of a workbook are the same. */
const nameOf = (index: number) =>
  [
    pick(families, index),
    pick(middles, Math.floor(index / 10)),
    pick(givens, Math.floor(index / 120)),
  ].join(' ');

interface Size {
  sheets: number;
  /** At least 8. */
  studentsPerSheet: number;
  /** Codes and phones are unique in all schools. */
  offset?: number;
}

/** A workbook of one sheet per class, as a school would send it. */
export function makeMessyWorkbook({ sheets, studentsPerSheet, offset = 0 }: Size): MessyWorkbook {
  const result = { students: 0, parents: 0, unreadable: { birth_date: 0, phone: 0 }, doubles: 0 };
  const classes = Array.from(
    { length: sheets },
    (_, index) => `${(index % 5) + 1}${pick(letters, Math.floor(index / 5))}`,
  );
  const lists = classes.map((className, index) => {
    const students = Array.from({ length: studentsPerSheet }, () => {
      const number = result.students++;
      result.parents += countParents(number, index);
      return makeStudent(number, className, offset);
    });
    return { name: nameSheet(index, className), rows: layOut(index, className, students) };
  });
  const [first] = lists;
  // Two birth dates and a phone that nobody can read, and a student who is in two lists.
  const spoil = (row: number, column: number, value: Cell) => {
    const cells = first?.rows[(first?.rows.findIndex(([cell]) => cell === 1) ?? 0) + row];
    if (cells) cells[column] = value;
  };
  spoil(1, 2, '31/2/18');
  spoil(2, 2, 2016);
  result.unreadable.birth_date = 2;
  spoil(3, 8, 'hỏi cô');
  result.unreadable.phone = 1;
  result.parents -= countParents(3, 0);
  const second = lists[1];
  const twin = first?.rows.find(([cell]) => cell === 1);
  const insertAt = second?.rows.findLastIndex(([cell]) => typeof cell === 'number') ?? 0;
  if (twin && second) {
    second.rows.splice(insertAt + 1, 0, toSecondLayout(twin));
    result.doubles = 1;
  }
  const cover = { name: 'Bìa', rows: [['TRƯỜNG TIỂU HỌC KIM ĐỒNG'], ['Năm học 2026-2027']] };
  const bytes = workbookOf(
    [cover, ...lists].map(({ name, rows }) => ({
      name,
      xml: sheetXml(rows.map(toRowXml).join('') + formattedRow),
    })),
  );
  return { ...result, bytes, classes };
}

/** Those with a phone: the second one of a cell belongs to the second name of a cell. */
const countParents = (number: number, sheet: number) =>
  sheet % 3 !== 1 && number % 4 === 3 ? 2 : 1;

function makeStudent(number: number, className: string, offset: number): ListedStudent {
  const day = (number % 28) + 1;
  const month = (number % 12) + 1;
  const year = 2026 - 5 - Number(className[0]);
  const serial = Math.round((Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / 86_400_000);
  const births: Cell[] = [
    `${day}/${month}/${year}`,
    `${day}-${month}-${String(year).slice(2)}`,
    serial,
  ];
  const phone = 912_000_000 + offset + number;
  const phones: Cell[] = [
    phone,
    `+84 ${phone}`,
    `0${phone}`.replace(/(\d{4})(\d{3})(\d{3})/, '$1.$2.$3'),
    `0${phone} / 0${phone + 50_000_000}`,
  ];
  const name = nameOf(number);
  return {
    name: number % 9 === 4 ? name.toLocaleUpperCase('vi') : name,
    birth: births[number % 3] as Cell,
    isGirl: number % 2 === 0,
    code: `79${String(10_000_000 + offset + number)}`,
    className: [
      className,
      `Lớp ${className[0]} ${className[1]}`,
      className.toLowerCase(),
      `${className[0]}/${className[1]}`,
    ][number % 4] as string,
    parents:
      number % 2
        ? `${pick(families, number)} Văn Hùng / ${pick(families, number + 3)} Thị Lan`
        : `${pick(families, number)} Thị Diệp`,
    phone: phones[number % 4] as Cell,
  };
}

/** A coloured column reaches the last row, and a coloured row the last column. */
const formattedRow =
  '<row r="1048576" s="1"><c r="A1048576" s="1"/><c r="XFD1048576" s="1"></c></row>';

const columnName = (index: number) => String.fromCharCode(65 + index);

function toRowXml(cells: Cell[], index: number): string {
  const row = index + 1;
  const content = cells.map((cell, column) => {
    const reference = `${columnName(column)}${row}`;
    if (cell === '') return '';
    return typeof cell === 'number'
      ? `<c r="${reference}"><v>${cell}</v></c>`
      : inlineCell(reference, cell.replaceAll('&', '&amp;'));
  });
  return `<row r="${row}">${content.join('')}</row>`;
}
