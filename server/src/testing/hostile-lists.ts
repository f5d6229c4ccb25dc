import { inlineCell, sheetXml, workbookOf } from './workbook.ts';

const rows = 5_000;
const headings = 'Họ và tên,Ngày sinh,Lớp';
const student = 'Nguyễn Văn An,13/2/2018,3A';
const kilobytes = 60;
const fill = (part: string) => part.repeat((kilobytes * 1024) / part.length);

/** A list whose texts, not its file, would keep the server busy. */
interface HostileList {
  name: string;
  content: () => string | Uint8Array<ArrayBuffer>;
}

const lines = (...texts: string[]) => texts.join('\n');
const repeat = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Of at most 5 MB, and read by the table worker in no time. */
export const hostileLists: HostileList[] = [
  {
    name: 'a heading of parents that no pattern can end',
    content: () => lines(`${headings},cha ${'ho '.repeat(40)}x`, student),
  },
  {
    name: 'long lines of words that begin a signature',
    content: () =>
      lines(
        headings,
        student,
        repeat(20, () => fill('ngay thang ')),
      ),
  },
  {
    name: 'long headings about parents',
    content: () => lines(fill('cha bo '), headings, student),
  },
  {
    name: 'titles of spaces after a class',
    content: () =>
      lines(
        repeat(10, () => `lớp${fill(' ')}x`),
        headings,
        student,
      ),
  },
  {
    name: 'titles of spaces and brackets',
    content: () =>
      lines(
        repeat(10, () => `x${fill(' (')}x`),
        headings,
        student,
      ),
  },
  {
    name: 'one name with many days of birth',
    content: () =>
      lines(
        headings,
        repeat(
          rows,
          (index) =>
            `Nguyễn Văn An,${1 + (index % 28)}/${1 + (Math.floor(index / 28) % 12)}/${2010 + Math.floor(index / 336)},3A`,
        ),
      ),
  },
  {
    name: 'wide rows of short texts',
    content: () =>
      lines(
        `${headings}${',x'.repeat(97)}`,
        repeat(rows, (index) => `${student}${',ê'.repeat(96)},${index}`),
      ),
  },
  {
    name: 'null characters',
    content: () => lines(`${headings},Mã học sinh`, 'Nguyễn \0 An,13/2/2018,3A,\0'),
  },
  {
    name: 'a date of no day',
    content: () =>
      makeWorkbook({
        rows: [
          [inlineCell('A1', 'Họ và tên'), inlineCell('B1', 'Ngày sinh')],
          [inlineCell('A2', 'Nguyễn Văn An'), '<c r="B2" s="1"><v>1e300</v></c>'],
        ],
      }),
  },
  {
    name: 'a sheet whose name is a book',
    content: () =>
      makeWorkbook({
        name: `a${'\u0301\u0323'.repeat(500_000)}`,
        rows: [[inlineCell('A1', 'Họ và tên'), inlineCell('B1', 'Lớp')]],
      }),
  },
  {
    name: 'other headings in each of many sheets',
    content: () => makeWorkbook(...Array.from({ length: 150 }, (_, sheet) => manyHeadings(sheet))),
  },
];

interface SheetContent {
  name?: string;
  /** The XML of the cells. */
  rows: string[][];
}

function makeWorkbook(...sheets: SheetContent[]): Uint8Array<ArrayBuffer> {
  const contents = sheets.map(({ name, rows: cells }, index) => ({
    name: name ?? `Lớp ${index + 1}`,
    xml: sheetXml(cells.map((row, at) => `<row r="${at + 1}">${row.join('')}</row>`).join('')),
  }));
  return new Uint8Array(workbookOf(contents));
}

/** A hundred headings that all mean one field. */
function manyHeadings(sheet: number): SheetContent {
  const cells = Array.from(
    { length: 98 },
    (_, at) => `<c t="inlineStr"><is><t>Email ${sheet}.${at}</t></is></c>`,
  );
  return { rows: [[inlineCell('A1', 'Họ và tên'), ...cells]] };
}
