import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import {
  inlineCell,
  relationsXml,
  sharedStringsXml,
  sheetXml,
  stylesXml,
  workbook,
  workbookParts,
} from './workbook.ts';

const megabyte = 1024 * 1024;
/** Normalizing their order takes quadratic time. */
const accents = (count: number) => `a${'\u0301\u0323'.repeat(count)}`;
const endMark = Buffer.from('PK\x05\x06');
const entryMark = Buffer.from('PK\x01\x02');

interface HostileTable {
  name: string;
  bytes: () => Buffer;
  /** Keeps the table worker busy until it times out; the others are rejected within seconds. */
  isEndless?: true;
}

/** Tables of at most 5 MB that would take minutes or gigabytes to read. Each must quickly get 400 or 413. */
export const hostileTables: HostileTable[] = [
  {
    name: 'a row 1e9 that no regular expression finds',
    bytes: () => workbook('<row spans=">" r="1e9"/>'),
  },
  { name: 'a row 1e9', bytes: () => workbook('<row r="1e9"/>') },
  { name: 'a row number in an entity', bytes: () => workbook('<row r="&#49;0000000"/>') },
  {
    name: 'a last row',
    bytes: () => workbook('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'),
  },
  { name: 'a cell ZZZZZ2', bytes: () => workbook('<row r="2"><c r="ZZZZZ2"><v>1</v></c></row>') },
  {
    name: 'a cell ZZZZZ2 that no regular expression finds',
    bytes: () => workbook('<row r="2"><c cm=">" r="ZZZZZ2"><v>1</v></c></row>'),
  },
  { name: 'a cell in row 1e300', bytes: () => workbook('<row><c r="A1e300"><v>1</v></c></row>') },
  {
    name: 'a sheet outside worksheets',
    bytes: () =>
      workbook('', {
        'xl/_rels/workbook.xml.rels': relationsXml('elsewhere/sheet.xml'),
        'xl/elsewhere/sheet.xml': sheetXml('<row r="1000000000"/>'),
      }),
  },
  {
    name: 'a million columns in each of many rows',
    bytes: () =>
      workbook(
        Array.from(
          { length: 900 },
          (_, at) => `<row><c r="AAAAA${at + 1}"><v>1</v></c></row>`,
        ).join(''),
      ),
  },
  { name: 'two different entry counts', bytes: twoEntryCounts },
  {
    name: 'a bomb of 24 MB',
    bytes: () => archive([{ bytes: bomb(24), declared: 24 * megabyte }]),
  },
  {
    name: 'a bomb that declares ten bytes',
    bytes: () => archive([{ bytes: bomb(24), declared: 10 }]),
  },
  {
    name: 'a bomb that declares 4 GB',
    bytes: () => archive([{ bytes: bomb(1), declared: 0xffff_ffff }]),
  },
  { name: 'a hundred entries that share one bomb', bytes: () => overlapping(100, bomb(24)) },
  {
    name: 'entries that share their uncompressed bytes',
    bytes: () => overlapping(150, Buffer.alloc(4 * megabyte, '<'), 0),
  },
  { name: '65,535 entries', bytes: manyEntries },
  { name: 'four billion entries by ZIP64', bytes: zip64 },
  { name: 'an encrypted archive', bytes: encrypted },
  {
    name: 'shared strings of 24 MB',
    bytes: () =>
      archive([{ name: 'xl/sharedStrings.xml', bytes: bomb(24), declared: 24 * megabyte }]),
  },
  {
    name: 'a text of 1 MB shared by 4,000 cells',
    bytes: () =>
      workbook(
        Array.from(
          { length: 4_000 },
          (_, at) => `<row><c r="A${at + 1}" t="s"><v>0</v></c></row>`,
        ).join(''),
        { 'xl/sharedStrings.xml': sharedStringsXml('x'.repeat(megabyte)) },
      ),
  },
  {
    name: '300,000 shared strings',
    bytes: () =>
      workbook('', {
        'xl/sharedStrings.xml': sharedStringsXml('</t></si><si><t>'.repeat(300_000)),
      }),
  },
  { name: '300,000 levels of XML', bytes: () => workbook('<c>'.repeat(300_000)) },
  {
    name: 'a hundred thousand sheets',
    bytes: () =>
      workbook('', {
        'xl/workbook.xml': `<workbook><sheets>${'<sheet name="A" sheetId="1" r:id="rId9"/>'.repeat(100_000)}</sheets></workbook>`,
      }),
  },
  {
    name: 'a boundless dimension and a hundred thousand merged cells',
    bytes: () =>
      workbook('', {
        'xl/worksheets/sheet1.xml': sheetXml(
          '<row r="1"><c r="A1"><v>1</v></c></row>',
          `<dimension ref="A1:ZZZZZZ1e300"/><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(100_000)}</mergeCells>`,
        ),
      }),
  },
  {
    name: '200,000 cell formats',
    bytes: () =>
      workbook('', { 'xl/styles.xml': stylesXml('<xf numFmtId="164"/>'.repeat(200_000)) }),
  },
  {
    name: 'a number format of brackets',
    isEndless: true,
    bytes: () =>
      workbook('<row r="1"><c r="A1" s="0"><v>1</v></c></row>', {
        'xl/styles.xml': stylesXml(
          '<xf numFmtId="164"/>',
          `<numFmt numFmtId="164" formatCode="${'['.repeat(2 * megabyte)}"/>`,
        ),
      }),
  },
  {
    name: 'a name of half a million accents',
    isEndless: true,
    bytes: () => workbook(`<row r="1">${inlineCell('A1', accents(500_000))}</row>`),
  },
  {
    name: 'a CSV of 20,000 quotes',
    bytes: () => Buffer.from('"a",'.repeat(10_000) + 'ế'.repeat(megabyte / 3)),
  },
  { name: 'a CSV of an open quote', bytes: () => Buffer.from(`"${'a,\n'.repeat(1_600_000)}`) },
  { name: 'a CSV of quotes alone', bytes: () => Buffer.from('"'.repeat(4 * megabyte)) },
  { name: 'a CSV of a million lines', bytes: () => Buffer.from('x\n'.repeat(megabyte)) },
  { name: 'a CSV of commas alone', bytes: () => Buffer.from(','.repeat(megabyte)) },
  {
    name: 'a CSV of one long name',
    bytes: () => Buffer.from(`Tên,Email\n${accents(500_000)},x`),
  },
];

interface Part {
  name?: string;
  bytes: Buffer;
  declared: number;
}

const bombs = new Map<number, Buffer>();

/** Spaces that deflate to a thousandth of their size. */
function bomb(megabytes: number): Buffer {
  const bytes = bombs.get(megabytes) ?? deflateRawSync(Buffer.alloc(megabytes * megabyte, ' '));
  bombs.set(megabytes, bytes);
  return bytes;
}

/** A workbook with extra XML parts whose declared sizes may be wrong. */
function archive(parts: Part[]): Buffer {
  return writeForgedArchive(parts.map((part) => ({ ...part, method: 8 })));
}

/** `count` directory entries for the same bytes. */
function overlapping(count: number, bytes: Buffer, method = 8): Buffer {
  return writeForgedArchive([
    { bytes, method, entries: count, declared: method === 0 ? 1 : 24 * megabyte },
  ]);
}

interface ForgedPart extends Part {
  method: number;
  entries?: number;
}

/** Adds parts to a workbook by hand: no library writes an inconsistent archive. */
function writeForgedArchive(parts: ForgedPart[]): Buffer {
  const valid = workbook('');
  const end = valid.indexOf(endMark);
  const directoryAt = valid.readUInt32LE(end + 16);
  const pieces = [valid.subarray(0, directoryAt)];
  const directory = [valid.subarray(directoryAt, end)];
  let at = directoryAt;
  let count = valid.readUInt16LE(end + 10);
  for (const [number, { name, bytes, method, entries = 1, declared }] of parts.entries()) {
    const head = Buffer.alloc(30);
    head.write('PK\x03\x04', 'latin1');
    head.writeUInt16LE(method, 8);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt32LE(declared, 22);
    pieces.push(head, bytes);
    for (let entry = 0; entry < entries; entry++) {
      const filename = Buffer.from(name ?? `xl/part-${number}-${entry}.xml`);
      const record = Buffer.alloc(46);
      entryMark.copy(record);
      record.writeUInt16LE(method, 10);
      record.writeUInt32LE(bytes.length, 20);
      record.writeUInt32LE(declared, 24);
      record.writeUInt16LE(filename.length, 28);
      record.writeUInt32LE(at, 42);
      directory.push(record, filename);
      count += 1;
    }
    at += head.length + bytes.length;
  }
  const closing = Buffer.from(valid.subarray(end));
  closing.writeUInt16LE(count, 8);
  closing.writeUInt16LE(count, 10);
  closing.writeUInt32LE(Buffer.concat(directory).length, 12);
  closing.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, ...directory, closing]);
}

/** One count covers only the workbook, the other also the bomb. */
function twoEntryCounts(): Buffer {
  const bytes = overlapping(70, bomb(24));
  const end = bytes.lastIndexOf(endMark);
  bytes.writeUInt16LE(5, end + 10);
  return bytes;
}

function manyEntries(): Buffer {
  const names = Array.from({ length: 3_000 }, (_, at) => [`xl/${at}.xml`, new Uint8Array()]);
  const bytes = Buffer.from(
    zipSync({ ...workbookParts(''), ...Object.fromEntries(names) }, { level: 0 }),
  );
  const end = bytes.lastIndexOf(endMark);
  bytes.writeUInt16LE(0xffff, end + 8);
  bytes.writeUInt16LE(0xffff, end + 10);
  return bytes;
}

/** The ZIP64 records declare more entries than the file has bytes. */
function zip64(): Buffer {
  const valid = workbook('');
  const end = valid.lastIndexOf(endMark);
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  record.writeUInt32LE(0xffff_ffff, 24);
  record.writeUInt32LE(0xffff_ffff, 32);
  record.writeUInt32LE(valid.readUInt32LE(end + 16), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeUInt32LE(end, 8);
  return Buffer.concat([valid.subarray(0, end), record, locator, valid.subarray(end)]);
}

function encrypted(): Buffer {
  const bytes = Buffer.from(
    zipSync({ ...workbookParts('<row r="1"/>'), 'xl/x.xml': strToU8('x') }),
  );
  for (let at = bytes.indexOf(entryMark); at >= 0; at = bytes.indexOf(entryMark, at + 1)) {
    const head = bytes.readUInt32LE(at + 42);
    bytes.writeUInt16LE(1, at + 8);
    bytes.writeUInt16LE(1, head + 6);
    bytes.fill(0x5a, head + 30 + bytes.readUInt16LE(head + 26), head + 60);
  }
  return bytes;
}
