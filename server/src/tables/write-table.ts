import { text } from './spreadsheet.ts';

/** A list for people: the headings, then a row of texts for each. */
export interface Table {
  /** What it is called in the file and as a file. */
  title: string;
  headings: string[];
  rows: string[][];
}

/** The mark tells Excel that the letters are Vietnamese. */
const byteOrderMark = '\ufeff';
const heading = { fontWeight: 'bold', backgroundColor: '#E4F3E8' } as const;
/** Rows of an empty table that are set to text, so that no program makes a day of the class 3/1. */
const rowsToFill = 300;

export async function toCsv({ headings, rows }: Table): Promise<Buffer> {
  const { default: papa } = await import('papaparse');
  const guarded = [headings, ...rows].map((row) => row.map(guard));
  return Buffer.from(byteOrderMark + papa.unparse(guarded, { newline: '\r\n' }));
}

/** What begins like a formula gets an apostrophe, which `readTable` takes off again. */
function guard(value: string): string {
  return /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

export async function toXlsx({ title, headings, rows }: Table): Promise<Buffer> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const filled =
    rows.length > 0 ? rows : Array.from({ length: rowsToFill }, () => headings.map(() => ''));
  const cells = [
    headings.map((word) => text(word, heading)),
    // A text cell is no formula; only what would be taken for a guard needs one.
    ...filled.map((row) => row.map((value) => text(value.startsWith("'") ? guard(value) : value))),
  ];
  const sheet = {
    sheet: title,
    stickyRowsCount: 1,
    columns: headings.map((word) => ({ width: Math.max(14, word.length + 6) })),
  };
  return writeExcelFile(cells, sheet).toBuffer();
}
