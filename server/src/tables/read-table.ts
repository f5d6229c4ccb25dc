import { limits } from '@lop-xanh/contract/rules/limits';
import { parse } from 'csv-parse/sync';
import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { RefusedTable } from './refused-table.ts';

/** What stands in a cell: text, a number as it was written, or a day that a program made of what was typed. */
export type Content = string | { number: string } | { day: Date };
export type Row = Content[];

/** Room for a title above and a few blank lines, and for columns that are not ours. */
const rowsMax = limits.tableRowsMax + 100;
const columnsMax = 100;
const recordBytesMax = 64 * 1024;
const archiveMax = { parts: 200, bytes: 20 * 1024 * 1024 };

/**
 * The rows of a CSV or XLSX file, told apart by its bytes. A hostile file can make the libraries below use any
 * amount of time and memory, so this runs in the process that `openTables` starts and ends, nowhere else.
 */
export async function readTable(bytes: Uint8Array): Promise<Row[]> {
  const isArchive = archiveMark.equals(bytes.subarray(0, archiveMark.length));
  const rows = isArchive ? await readWorkbook(bytes) : readCsv(bytes);
  checkSize(rows);
  return rows.map((row) => row.map(cleanContent));
}

const archiveMark = Buffer.from('PK\x03\x04');

/** A small file may still hold a large table: cells without content, or one text that every cell shares. */
function checkSize(rows: Row[]): void {
  if (rows.length > rowsMax) throw new RefusedTable('table_too_long');
  let characters = 0;
  for (const row of rows) {
    if (row.length > columnsMax) throw new RefusedTable('table_too_wide');
    for (const content of row) if (typeof content === 'string') characters += content.length;
  }
  if (characters > limits.tableBytesMax) throw new RefusedTable('table_too_heavy');
}

/**
 * One Unicode form, without the apostrophe that `toCsv` puts before what begins like a formula; a cell that had one
 * of its own had got a second.
 */
function cleanContent(content: Content): Content {
  if (typeof content !== 'string') return content;
  const text = content.normalize('NFC');
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

function readCsv(bytes: Uint8Array): Row[] {
  const text = decode(bytes);
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: recordBytesMax,
      to: rowsMax + 1,
    });
  } catch (cause) {
    const isTooLong = (cause as { code?: string }).code === 'CSV_MAX_RECORD_SIZE';
    throw new RefusedTable(isTooLong ? 'table_too_heavy' : 'table_unreadable', { cause });
  }
}

/** A Vietnamese Excel divides by semicolons: what is most frequent at the beginning divides. */
function delimiterOf(text: string): string {
  const beginning = text.slice(0, 5_000).replaceAll(/"[^"]*"/g, '');
  const countOf = (mark: string) => beginning.split(mark).length;
  return [',', ';', '\t'].toSorted((one, other) => countOf(other) - countOf(one))[0] as string;
}

/** UTF-8 with or without its mark, or the UTF-16 that Excel calls Unicode text. */
function decode(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RefusedTable('table_not_unicode');
  }
}

async function readWorkbook(bytes: Uint8Array): Promise<Row[]> {
  try {
    const data = await readSheet(repack(bytes).buffer, {
      parseNumber: (number): { number: string } => ({ number }),
    });
    return data.map((row) => row.map(contentOf));
  } catch (cause) {
    throw cause instanceof RefusedTable ? cause : new RefusedTable('table_unreadable', { cause });
  }
}

/**
 * Decompresses the XML of an archive within limits, and packs it again without compression: the reader sees what
 * was measured here and nothing else, whatever it would have found in a crooked archive.
 */
function repack(archive: Uint8Array): Uint8Array<ArrayBuffer> {
  let parts = 0;
  let bytes = 0;
  const isWanted = ({
    name,
    size,
    originalSize,
  }: {
    name: string;
    size: number;
    originalSize: number;
  }) => {
    parts += 1;
    // A part takes as much room as it declares, or as it has where it is not compressed.
    bytes += Math.max(size, originalSize);
    if (parts > archiveMax.parts || bytes > archiveMax.bytes) {
      throw new RefusedTable('table_too_heavy');
    }
    return /\.(xml|rels)$/.test(name);
  };
  const wanted = unzipSync(archive, { filter: isWanted });
  for (const part of Object.values(wanted)) checkPlaces(part);
  return zipSync(wanted, { level: 0 });
}

/**
 * Finds a cell far out before all the empty ones in between are laid out: who colours a whole column has one in row
 * 1,048,576. It is no guard, as XML has many ways to write a number; memory and time are.
 */
function checkPlaces(part: Uint8Array): void {
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1');
  for (const [, place = ''] of text.matchAll(/<(?:row|c)(?=\s)[^<>]*?\sr\s*=\s*["']([^"']*)/g)) {
    const [, letters = '', row] = /^([A-Z]*)(\d+)$/.exec(place) ?? [];
    if (!row) throw new RefusedTable('table_unreadable');
    if (Number(row) > rowsMax) throw new RefusedTable('table_too_long');
    if (columnNumber(letters) > columnsMax) throw new RefusedTable('table_too_wide');
  }
}

/** A is 1, Z is 26, AA is 27. */
function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function contentOf(cell: unknown): Content {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return { day: cell };
  if (typeof cell === 'object' && 'number' in cell) return { number: String(cell.number) };
  return String(cell);
}
