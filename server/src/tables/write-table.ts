import { stringify } from 'csv-stringify/sync';
import { toWorkbook } from './write-workbook.ts';

/** A table for export, with text cells only. */
export interface Table {
  /** The name of the file and of its sheet. */
  title: string;
  headings: string[];
  /** In characters, for a workbook of long texts: their lines are wrapped. */
  columnWidths?: readonly number[];
  rows: Iterable<string[]> | AsyncIterable<string[]>;
}

/** Makes Excel read the file as UTF-8. */
const byteOrderMark = '\ufeff';
/** Text rows of an empty template, so that no program turns the class 3/1 into a date. */
const templateRows = 300;
const batchRows = 200;
const newline = '\r\n';
/** The library quotes only cells with the line break of the records, but Excel ends a row at any. */
const lineBreak = /[\r\n]/;

export async function toCsv({ headings, rows }: Table): Promise<Buffer> {
  const chunks: string[] = [];
  let batch = [headings];
  const flush = () => {
    const escaped = batch.map((row) => row.map(escapeFormula));
    chunks.push(stringify(escaped, { record_delimiter: newline, quoted_match: lineBreak }));
    batch = [];
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === batchRows) flush();
  }
  if (batch.length > 0) flush();
  return Buffer.from(byteOrderMark + chunks.join(''));
}

/** Puts an apostrophe before text that looks like a formula; `readSheets` removes it again. */
function escapeFormula(value: string): string {
  return /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

/** A text cell is never a formula, so only values with a leading apostrophe are escaped. */
export async function toXlsx({ rows, ...sheet }: Table): Promise<Buffer> {
  return toWorkbook({ ...sheet, rows: escapeRows(rows, sheet.headings.length) });
}

async function* escapeRows(rows: Table['rows'], columns: number): AsyncGenerator<string[]> {
  let isEmpty = true;
  for await (const row of rows) {
    isEmpty = false;
    yield row.map((value) => (value.startsWith("'") ? escapeFormula(value) : value));
  }
  const empty = Array.from({ length: columns }, () => '');
  if (isEmpty) yield* Array.from({ length: templateRows }, () => empty);
}
