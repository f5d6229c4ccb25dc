import { limits } from '@lop-xanh/contract/rules/limits';
import { parse } from 'csv-parse/sync';
import { unzipSync, zipSync } from 'fflate';
import readWorkbookSheets from 'read-excel-file/universal';
import { decodeText, refuseOldLetters } from './decode-text.ts';
import { TableError, type TableErrorName } from './table-error.ts';

/** Text, a number as it was written, or a date that the spreadsheet program made of the input. */
export type CellValue = string | { number: string } | { day: Date };
export type Row = CellValue[];

/** A CSV file is one sheet without a name. */
export interface Sheet {
  name: string;
  rows: Row[];
}

/** Leaves room for a title, a few blank lines and extra columns. */
const maxRows = limits.maxTableRows + 100;
const maxColumns = 100;
const maxNameLength = 100;
const maxRecordBytes = 64 * 1024;
/** A sheet has up to four XML parts: relations, comments, drawings. */
const archiveLimits = { xmlParts: 1_000, bytes: 20 * 1024 * 1024 };

/**
 * Reads every sheet of a CSV or XLSX file, detected by its first bytes. A hostile file can make the libraries use any
 * amount of time and memory, so call this only in the table worker.
 */
export async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
  refuseOldFiles(bytes);
  const sheets = startsWith(bytes, zipSignature)
    ? await readWorkbook(bytes)
    : [{ name: '', rows: readCsv(bytes) }];
  checkSize(sheets.flatMap(({ rows }) => rows));
  // A spreadsheet program allows 31 characters.
  if (sheets.some(({ name }) => name.length > maxNameLength)) {
    throw new TableError('table_too_complex');
  }
  refuseOldLetters(sheets);
  return sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => row.map(cleanCell)) }));
}

const zipSignature = Buffer.from('PK\x03\x04');
/** Of the container that Excel 97–2003 wrote, and that an encrypted workbook still is. */
const oleSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le');

const startsWith = (bytes: Uint8Array, signature: Buffer) =>
  signature.equals(bytes.subarray(0, signature.length));

/** There is no well-kept library for the old format, but Excel itself saves it as a new one. */
function refuseOldFiles(bytes: Uint8Array): void {
  if (!startsWith(bytes, oleSignature)) return;
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(
    encryptedPart,
  );
  throw new TableError(isEncrypted ? 'table_encrypted' : 'table_old_excel');
}

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
  const text = decodeText(bytes);
  // Some school systems call a web page or the XML of Excel 2003 '.xls'.
  if (/^\s*<(?:\?xml|!doctype|html|table|meta)/i.test(text))
    throw new TableError('table_old_excel');
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

async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    const sheets = await readWorkbookSheets(repack(bytes).buffer, {
      parseNumber: (number): { number: string } => ({ number }),
    });
    return sheets.map(({ sheet, data }) => ({
      name: sheet,
      rows: data.map((row) => row.map(toCellValue)),
    }));
  } catch (cause) {
    throw cause instanceof TableError ? cause : new TableError('table_unreadable', { cause });
  }
}

/**
 * Decompresses the XML of an archive within limits, and packs it again without compression. So the XLSX library
 * sees only what was measured here, whatever it would have found in a malformed archive.
 */
function repack(archive: Uint8Array): Uint8Array<ArrayBuffer> {
  let count = 0;
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
    // Pictures and printer settings are never decompressed.
    if (!/\.(xml|rels)$/.test(name)) return false;
    count += 1;
    // A part takes the declared size, or its own if it is stored uncompressed.
    bytes += Math.max(size, originalSize);
    if (count > archiveLimits.xmlParts || bytes > archiveLimits.bytes) {
      throw new TableError('table_too_complex');
    }
    return true;
  };
  const parts = Object.entries(unzipSync(archive, { filter: isXmlPart }));
  return zipSync(
    Object.fromEntries(parts.map(([name, part]) => [name, dropCellsOutside(part)] as const)),
    { level: 0 },
  );
}

/** Formatted, but without a value. */
const emptyCells = /<c(?=\s)[^<>]*(?:\/>|>\s*<\/c>)/g;
const emptyRows = /<row(?=\s)[^<>]*(?:\/>|>\s*<\/row>)/g;

/**
 * Rejects values far outside before the library creates all the empty rows in between: a coloured column has a cell in
 * row 1,048,576, which is dropped. This is only a friendlier error, as XML has many ways to write a number; the limits
 * on memory and time protect the server.
 */
function dropCellsOutside(part: Uint8Array): Uint8Array {
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1');
  if (!findPositionError(text)) return part;
  const values = text.replaceAll(emptyCells, '').replaceAll(emptyRows, '');
  const error = findPositionError(values);
  if (error) throw new TableError(error);
  return Buffer.from(values, 'latin1');
}

function findPositionError(text: string): TableErrorName | undefined {
  for (const [, position = ''] of text.matchAll(/<(?:row|c)(?=\s)[^<>]*?\sr\s*=\s*["']([^"']*)/g)) {
    const [, letters = '', row] = /^([A-Z]*)(\d+)$/.exec(position) ?? [];
    if (!row) return 'table_unreadable';
    if (Number(row) > maxRows) return 'table_too_long';
    if (columnNumber(letters) > maxColumns) return 'table_too_wide';
  }
  return undefined;
}

/** A is 1, Z is 26, AA is 27. */
function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function toCellValue(cell: unknown): CellValue {
  if (cell === null || cell === undefined) return '';
  // A number too large for a day is left as a text, which is reported as one.
  if (cell instanceof Date && !Number.isNaN(cell.getTime())) return { day: cell };
  if (typeof cell === 'object' && 'number' in cell) return { number: String(cell.number) };
  return String(cell);
}
