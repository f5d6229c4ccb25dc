import { limits } from '@lop-xanh/contract/rules/limits';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { inlineCell, sheetXml, workbook, workbookOf } from '../testing/workbook.ts';
import { openTableReader } from './table-reader.ts';
import { toCsv, toXlsx } from './write-table.ts';

const reader = openTableReader();
afterAll(() => reader.close());
const readTable = async (bytes: Buffer) => (await reader.read(bytes))[0]?.rows ?? [];

const latin1 = (text: string) => Buffer.from(text, 'latin1');

const dangerous = ['=1+1', '+84912', '-2', '@SUM(A1)', "'=1", "''+1", "'", 'Lê; "An", Ân'];

test.each([
  ['CSV', toCsv],
  ['XLSX', toXlsx],
] as const)('a table written as %s is read back unchanged', async (_, write) => {
  const table = {
    title: 'Thử',
    headings: ['Tên', 'Lớp'],
    rows: dangerous.map((value) => [value, 'x']),
  };
  const rows = await readTable(await write(table));
  expect(rows).toEqual([table.headings, ...table.rows]);
  const word = fc
    .string({ unit: fc.constantFrom(...'=+-@\'"; ,ĐâễAn0') })
    .map((text) => `a${text}b`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.oneof(word, fc.constantFrom(...dangerous.slice(0, 7))), word), {
        minLength: 1,
        maxLength: 5,
      }),
      async (cells) => {
        expect((await readTable(await write({ ...table, rows: cells }))).slice(1)).toEqual(cells);
      },
    ),
    { seed: 20_261_115, numRuns: 15 },
  );
});

test('writing a workbook fails if reading its rows fails', async () => {
  async function* rows() {
    yield ['An'];
    throw new Error('database unavailable');
  }
  const writing = toXlsx({ title: 'Thử', headings: ['Tên'], rows: rows() });
  await expect(writing).rejects.toThrow('database unavailable');
});

test('no cell of a CSV looks like a formula', async () => {
  const rows = dangerous.map((value) => [value]);
  const text = (await toCsv({ title: '', headings: ['Tên'], rows })).toString();
  expect(text.startsWith('\ufeffTên\r\n')).toBe(true);
  for (const line of text.split('\r\n')) expect(line).not.toMatch(/^"?[=+\-@\t]/);
});

test.each([
  ['UTF-8', Buffer.from('Tên,Lớp\nÂn,3A\n')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffTên,Lớp\r\nÂn,3A')],
  ['semicolons, as in a Vietnamese Excel', Buffer.from('Tên;Lớp\nÂn;3A\n')],
  ['UTF-16', Buffer.from('\ufeffTên\tLớp\nÂn\t3A', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('Tên\tLớp\nÂn\t3A', 'utf16le')],
  ['UTF-16 of other machines', Buffer.from('\ufeffTên\tLớp\nÂn\t3A', 'utf16le').swap16()],
  [
    // The tone of 'Lớp' is a byte of its own.
    'Windows-1258',
    Buffer.from([...latin1('Tên,L'), 0xf5, 0xec, ...latin1('p\n'), 0xc2, ...latin1('n,3A')]),
  ],
])('a CSV in %s is read', async (_, bytes) => {
  expect((await readTable(bytes)).slice(0, 2)).toEqual([
    ['Tên', 'Lớp'],
    ['Ân', '3A'],
  ]);
});

test('numbers stay as written, and dates made by Excel are recognized', async () => {
  const rows = await readTable(
    workbook(
      `<row r="1">${inlineCell('A1', 'Mã')}${inlineCell('B1', 'Lớp')}</row>
       <row r="2"><c r="A2"><v>2026000001</v></c><c r="B2" s="1"><v>46082</v></c></row>`,
    ),
  );
  expect(rows[1]).toEqual([{ number: '2026000001' }, { day: new Date('2026-03-01') }]);
});

test.each([
  [
    'a cell in row 1,048,576',
    '<row r="1048576"><c r="A1048576"><v>1</v></c></row>',
    'Bảng dài hơn',
  ],
  ['a cell in column XFD', '<row r="1"><c r="XFD1"><v>1</v></c></row>', 'Bảng có quá nhiều cột'],
])('%s is rejected', async (_, data, message) => {
  await expect(readTable(workbook(data))).rejects.toThrow(message);
});

test('a format without a value far outside is ignored', async () => {
  const bytes = workbook(
    `<row r="1">${inlineCell('A1', 'Tên')}<c r="XFD1" s="1"/></row>
     <row r="9000" s="1"><c r="A9000" s="1"/></row><row r="1048576" s="1"/>`,
  );
  expect(await readTable(bytes)).toEqual([['Tên']]);
});

test('a workbook of 100 sheets with comments, drawings and printer settings is read', async () => {
  const sheets = Array.from({ length: 100 }, (_, index) => ({
    name: `${index}`,
    xml: sheetXml(`<row r="1">${inlineCell('A1', 'Tên')}</row>`),
  }));
  expect(await reader.read(workbookOf(sheets))).toHaveLength(100);
});

test('an XML entity in a workbook is neither fetched nor expanded', async () => {
  const sheet = `<!DOCTYPE worksheet [<!ENTITY file SYSTEM "file:///etc/passwd">
    <!ENTITY a "ha"><!ENTITY b "&a;&a;">]>
    <worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
    <row r="1">${inlineCell('A1', '&file;')}${inlineCell('B1', '&b;')}</row></sheetData></worksheet>`;
  const bytes = workbook('', { 'xl/worksheets/sheet1.xml': sheet });
  expect(await readTable(bytes)).toEqual([['&file;', '&b;']]);
});

test.each([
  ['a broken archive', Buffer.from('PK\x03\x04 và rồi không gì cả')],
  ['an archive without a workbook', Buffer.from(zipSync({ 'a.txt': strToU8('x') }))],
  ['text that is not Unicode', Buffer.from([0x54, 0xea, 0xea, 0x2c, 0x4c])],
])('%s is rejected', async (_, bytes) => {
  await expect(readTable(bytes)).rejects.toMatchObject({ status: 400 });
});

test.each([
  ['of Excel 97', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'table_old_excel'],
  [
    'that is a web page',
    Buffer.from('<html><table><tr><td>Tên</td></tr></table>'),
    'table_old_excel',
  ],
  [
    'with a password',
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
    'table_encrypted',
  ],
  ['in TCVN3', latin1('STT,Hä vµ tªn,Líp\n1,NguyÔn V¨n An,3A'), 'table_old_letters'],
  ['in VNI', latin1('STT,Hoï vaø teân,Lôùp\n1,Nguyeãn Vaên An,3A'), 'table_old_letters'],
  [
    'with the letters of a TCVN3 font',
    workbook(`<row r="1">${inlineCell('A1', 'Hä vµ tªn')}</row>`),
    'table_old_letters',
  ],
])('a file %s is refused in words that help', async (_, bytes, reason) => {
  await expect(readTable(bytes)).rejects.toMatchObject({ status: 400, reason });
});

test('every sheet of a workbook is read, in its order', async () => {
  const sheet = (text: string) => sheetXml(`<row r="1">${inlineCell('A1', text)}</row>`);
  const bytes = workbookOf([
    { name: '1A', xml: sheet('An') },
    { name: '1B', xml: sheet('Bình') },
  ]);
  expect(await reader.read(bytes)).toEqual([
    { name: '1A', rows: [['An']] },
    { name: '1B', rows: [['Bình']] },
  ]);
});

test('a table with too many rows is rejected', async () => {
  const lines = 'x,y\n'.repeat(limits.maxTableRows + 200);
  await expect(readTable(Buffer.from(lines))).rejects.toMatchObject({ status: 413 });
});
