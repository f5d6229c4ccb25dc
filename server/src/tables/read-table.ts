import { limits } from '@lop-xanh/contract/rules/limits';
import { AppError } from '../http/app-error.ts';
import { unfold } from './read-zip.ts';

/** What stands in a cell: text, a number as it was written, or a day that a program made of what was typed. */
export type Content = string | { number: string } | { day: Date };
export type Row = Content[];

const unfoldLimits = { parts: 200, bytes: 20 * 1024 * 1024 };
/** Room for a title above and a few blank lines, and for columns that are not ours. */
const rowsRead = limits.tableRowsMax + 100;
const columnsRead = 100;

/** The rows of a CSV or XLSX file, judged by its bytes; a file that could harm is refused unread. */
export async function readTable(bytes: Buffer): Promise<Row[]> {
  const isArchive = bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'));
  const rows = isArchive ? await readSpreadsheet(bytes) : await readCsv(bytes);
  return rows.map((row) => row.map(withoutGuard));
}

/**
 * A cell that begins like a formula is given out to CSV with an apostrophe before it, so that no
 * program runs it. Coming back it is taken off; a cell that had one of its own had got a second.
 */
function withoutGuard(content: Content): Content {
  return typeof content === 'string' && /^'+[=+\-@\t\r]/.test(content) ? content.slice(1) : content;
}

async function readCsv(bytes: Buffer): Promise<Row[]> {
  const { default: papa } = await import('papaparse');
  const text = decode(bytes);
  const { data } = papa.parse<string[]>(text, { delimiter: delimiterOf(text) });
  if (data.length > rowsRead) throw new AppError('table_too_long');
  if (data.some((row) => row.length > columnsRead)) throw new AppError('table_unreadable');
  return data;
}

/** A Vietnamese Excel divides by semicolons: what is most frequent at the beginning divides. */
function delimiterOf(text: string): string {
  const beginning = text.slice(0, 5_000).replaceAll(/"[^"]*"/g, '');
  const countOf = (mark: string) => beginning.split(mark).length;
  return [',', ';', '\t'].toSorted((one, other) => countOf(other) - countOf(one))[0] as string;
}

/** UTF-8 with or without its mark, or the UTF-16 that Excel calls Unicode text. */
function decode(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('table_not_unicode');
  }
}

async function readSpreadsheet(bytes: Buffer): Promise<Row[]> {
  await guardSpreadsheet(bytes);
  const { readSheet } = await import('read-excel-file/universal');
  try {
    const data = await readSheet(new Uint8Array(bytes).buffer, {
      parseNumber: (number): { number: string } => ({ number }),
    });
    return data.map((row) => row.map(contentOf));
  } catch (error) {
    throw new AppError('table_unreadable', { cause: error });
  }
}

/** Looks at what the library would unfold and lay out, before it does. */
async function guardSpreadsheet(bytes: Buffer): Promise<void> {
  const parts = await unfold(bytes, unfoldLimits).catch((error: unknown) => {
    throw new AppError('table_unreadable', { cause: error });
  });
  if (!parts) throw new AppError('table_too_large');
  for (const { name, content } of parts) {
    if (!/worksheets\/[^/]+\.xml$/.test(name)) continue;
    for (const [, letters = '', row = ''] of content
      .toString('latin1')
      .matchAll(/\br\s*=\s*["']([A-Za-z]*)(\d+)["']/g)) {
      if (Number(row) > rowsRead) throw new AppError('table_too_long');
      if (columnNumber(letters) > columnsRead) throw new AppError('table_unreadable');
    }
  }
}

/** A is 1, Z is 26, AA is 27. */
function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
}

function contentOf(cell: unknown): Content {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return { day: cell };
  if (typeof cell === 'object' && 'number' in cell) return { number: String(cell.number) };
  return String(cell);
}
