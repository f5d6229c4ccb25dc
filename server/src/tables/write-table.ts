import { stringify } from 'csv-stringify/sync';
import { toWorkbook } from './write-workbook.ts';

/** A list for people: the headings, then a row of texts for each. */
export interface Table {
  /** What it is called in the file and as a file. */
  title: string;
  headings: string[];
  rows: Iterable<string[]> | AsyncIterable<string[]>;
}

/** The mark tells Excel that the letters are Vietnamese. */
const byteOrderMark = '\ufeff';
/** Rows of an empty table that are set to text, so that no program makes a day of the class 3/1. */
const rowsToFill = 300;
const rowsAtOnce = 200;
const newline = '\r\n';

export async function toCsv({ headings, rows }: Table): Promise<Buffer> {
  const texts: string[] = [];
  let waiting = [headings];
  const write = () => {
    const guarded = waiting.map((row) => row.map(guard));
    texts.push(stringify(guarded, { record_delimiter: newline }));
    waiting = [];
  };
  for await (const row of rows) {
    waiting.push(row);
    if (waiting.length === rowsAtOnce) write();
  }
  if (waiting.length > 0) write();
  return Buffer.from(byteOrderMark + texts.join(''));
}

/** What begins like a formula gets an apostrophe, which `readTable` takes off again. */
function guard(value: string): string {
  return /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

/** A text cell is no formula; only what would be taken for a guard needs one. */
export async function toXlsx({ title, headings, rows }: Table): Promise<Buffer> {
  return toWorkbook({ title, headings, rows: guardedRows(rows, headings.length) });
}

async function* guardedRows(rows: Table['rows'], columns: number): AsyncGenerator<string[]> {
  let isEmpty = true;
  for await (const row of rows) {
    isEmpty = false;
    yield row.map((value) => (value.startsWith("'") ? guard(value) : value));
  }
  const empty = Array.from({ length: columns }, () => '');
  if (isEmpty) yield* Array.from({ length: rowsToFill }, () => empty);
}
