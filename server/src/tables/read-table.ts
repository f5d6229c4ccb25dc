import { limits } from '@lop-xanh/contract/rules/limits';
import { parse } from 'csv-parse/sync';
import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { TableError } from './table-error.ts';

/** Text, a number as it was written, or a date that the spreadsheet program made of the input. */
export type CellValue = string | { number: string } | { day: Date };
export type Row = CellValue[];

/** Leaves room for a title, a few blank lines and extra columns. */
const maxRows = limits.maxTableRows + 100;
const maxColumns = 100;
const maxRecordBytes = 64 * 1024;
const archiveLimits = { parts: 200, bytes: 20 * 1024 * 1024 };

/**
 * Reads a CSV or XLSX file, detected by its first bytes. A hostile file can make the libraries use any amount of time
 * and memory, so call this only in the table worker.
 */
export async function readTable(bytes: Uint8Array): Promise<Row[]> {
  const isArchive = zipSignature.equals(bytes.subarray(0, zipSignature.length));
  const rows = isArchive ? await readWorkbook(bytes) : readCsv(bytes);
  checkSize(rows);
  return rows.map((row) => row.map(cleanCell));
}

const zipSignature = Buffer.from('PK\x03\x04');

/** A small file can hold a large table: empty cells, or one text shared by every cell. */
function checkSize(rows: Row[]): void {
  if (rows.length > maxRows) throw new TableError('table_too_long');
  let characters = 0;
  for (const row of rows) {
    if (row.length > maxColumns) throw new TableError('table_too_wide');
    for (const content of row) if (typeof content === 'string') characters += content.length;
  }
  if (characters > limits.maxTableBytes) throw new TableError('table_too_complex');
}

/**
 * Normalizes to NFC and removes the apostrophe that `toCsv` puts before text that looks like a formula. A cell that
 * already began with an apostrophe had got a second one.
 */
function cleanCell(content: CellValue): CellValue {
  if (typeof content !== 'string') return content;
  const text = content.normalize('NFC');
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

function readCsv(bytes: Uint8Array): Row[] {
  const text = decode(bytes);
  try {
    return parse(text, {
      delimiter: detectDelimiter(text),
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: maxRecordBytes,
      to: maxRows + 1,
    });
  } catch (cause) {
    const isTooLong = (cause as { code?: string }).code === 'CSV_MAX_RECORD_SIZE';
    throw new TableError(isTooLong ? 'table_too_complex' : 'table_unreadable', { cause });
  }
}

/** The most frequent candidate at the beginning: a Vietnamese Excel uses semicolons. */
function detectDelimiter(text: string): string {
  const beginning = text.slice(0, 5_000).replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => beginning.split(delimiter).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] as string;
}

/** Decodes UTF-8, with or without a byte order mark, or the UTF-16 that Excel calls Unicode text. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TableError('table_not_unicode');
  }
}

async function readWorkbook(bytes: Uint8Array): Promise<Row[]> {
  try {
    const data = await readSheet(repack(bytes).buffer, {
      parseNumber: (number): { number: string } => ({ number }),
    });
    return data.map((row) => row.map(toCellValue));
  } catch (cause) {
    throw cause instanceof TableError ? cause : new TableError('table_unreadable', { cause });
  }
}

/**
 * Decompresses the XML of an archive within limits, and packs it again without compression. So the XLSX library
 * sees only what was measured here, whatever it would have found in a malformed archive.
 */
function repack(archive: Uint8Array): Uint8Array<ArrayBuffer> {
  let parts = 0;
  let bytes = 0;
  const isXmlPart = ({
    name,
    size,
    originalSize,
  }: {
    name: string;
    size: number;
    originalSize: number;
  }) => {
    parts += 1;
    // A part takes the declared size, or its own if it is stored uncompressed.
    bytes += Math.max(size, originalSize);
    if (parts > archiveLimits.parts || bytes > archiveLimits.bytes) {
      throw new TableError('table_too_complex');
    }
    return /\.(xml|rels)$/.test(name);
  };
  const xmlParts = unzipSync(archive, { filter: isXmlPart });
  for (const part of Object.values(xmlParts)) checkCellPositions(part);
  return zipSync(xmlParts, { level: 0 });
}

/**
 * Rejects cells far outside before the library creates all the empty ones in between: a coloured column has a cell
 * in row 1,048,576. This is only a friendlier error, as XML has many ways to write a number; the limits on memory
 * and time protect the server.
 */
function checkCellPositions(part: Uint8Array): void {
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1');
  for (const [, position = ''] of text.matchAll(/<(?:row|c)(?=\s)[^<>]*?\sr\s*=\s*["']([^"']*)/g)) {
    const [, letters = '', row] = /^([A-Z]*)(\d+)$/.exec(position) ?? [];
    if (!row) throw new TableError('table_unreadable');
    if (Number(row) > maxRows) throw new TableError('table_too_long');
    if (columnNumber(letters) > maxColumns) throw new TableError('table_too_wide');
  }
}

/** A is 1, Z is 26, AA is 27. */
function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function toCellValue(cell: unknown): CellValue {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return { day: cell };
  if (typeof cell === 'object' && 'number' in cell) return { number: String(cell.number) };
  return String(cell);
}
