import { type AttendanceGrid, attendance } from '@lop-xanh/contract/attendance';
import { strFromU8, unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { getI18n } from '../../language/i18n.ts';
import { addClassWithStudents, makeSheetInput, thisSchoolYear } from '../../testing/attendance.ts';
import { addTwoSchools, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { toSpreadsheet } from './grid-spreadsheet.ts';

const i18n = getI18n({ language: null }, { language: 'default' });
const formulaNames = ['=1+1', '+84912', '-2', '@SUM(A1)', '=HYPERLINK("http://x","y")'];
const makeGrid = (names: string[], className = '3A'): AttendanceGrid => ({
  class_id: 1,
  class_name: className,
  school_name: 'TH Kim Đồng',
  teacher_full_name: 'Nguyễn Thị Hoa',
  school_year: 2026,
  weeks: [{ week: 1, date: '2026-09-07', present: 1, total: 2 }],
  students: names.map((full_name, index) => ({
    id: index + 1,
    full_name,
    marks: (index % 2 ? 'A' : 'P').padEnd(35, '-'),
    excused: [],
    unknown: [],
    corrected: [],
    present: index % 2 ? 0 : 1,
    total: 1,
  })),
});

/** Returns the parts of the file as text, and its cell values row by row. */
function openFile(bytes: Uint8Array, sheetNumber = 1) {
  const parts = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]),
  );
  const strings = [...(parts['xl/sharedStrings.xml'] ?? '').matchAll(/<t[^>]*>([^<]*)<\/t>/g)];
  const sheet = parts[`xl/worksheets/sheet${sheetNumber}.xml`] ?? '';
  const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c [^>]*?(?:t="(\w)"[^>]*)?(?:\/>|><v>([^<]*)<\/v><\/c>)/g)].map(
      ([, type, value = '']) => (type === 's' ? unescapeXml(strings[Number(value)]?.[1]) : value),
    ),
  );
  return { parts, sheet, rows };
}

const unescapeXml = (text = '') =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

test('names that look like formulas are written as text', async () => {
  const { rows, sheet } = openFile((await toSpreadsheet(makeGrid(formulaNames), [], i18n)).bytes);
  const names = rows.map((row) => row[1]).filter((name) => formulaNames.includes(name ?? ''));
  expect(names).toEqual(formulaNames);
  expect(sheet).not.toMatch(/<f[ >]|t="str"/);
});

test('characters that XML does not allow are left out', async () => {
  const names = ['Lê \u0001\ufffe\ud800Ân', 'A & <B> "C"', 'Trần 👩‍🏫 Ý'];
  const { rows, parts } = openFile(
    (await toSpreadsheet(makeGrid(names, '3/1 "A"'), [], i18n)).bytes,
  );
  expect(rows.map((row) => row[1])).toEqual(
    expect.arrayContaining(['Lê Ân', 'A & <B> "C"', 'Trần 👩‍🏫 Ý']),
  );
  expect(Object.keys(parts)).toEqual(
    expect.arrayContaining(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml']),
  );
  for (const text of Object.values(parts)) {
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0008\ufffe\uffff]/);
  }
});

test('the file has the weeks, marks and rates of the class, and is named after it', async () => {
  const database = await makeTestDatabase(onTestFinished);
  const app = await makeTestApp(database, {}, onTestFinished);
  const { ours } = await addTwoSchools(database);
  const { classId, teacher, students } = await addClassWithStudents(database, {
    schoolId: ours.schoolId,
  });
  const absent = [(students[1] as TestUser).id];
  for (const week of [1, 2, 3]) {
    await request(app, attendance.save, {
      token: teacher.token,
      params: { id: classId },
      body: makeSheetInput(students, { week, isExcused: week === 3, ...(week > 1 && { absent }) }),
    });
  }
  const { status, body, headers } = await request(app, attendance.gridFile, {
    token: ours.mod.token,
    params: { id: classId },
  });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe(attendance.gridFile.file);
  expect(headers['content-disposition']).toBe(
    `attachment; filename*=UTF-8''diem-danh-5C-${thisSchoolYear}-${thisSchoolYear + 1}.xlsx`,
  );
  const { rows, sheet } = openFile(body);
  expect(rows.find((row) => row[1] === 'Nguyễn Thị Hoa 2')).toEqual([
    '2',
    'Nguyễn Thị Hoa 2',
    'x',
    'V',
    'P',
    ...Array(32).fill(''),
    '1',
    '1',
    '1',
    String(1 / 3),
  ]);
  const rates = rows.at(-1) as string[];
  expect(rates.slice(1, 4)).toEqual(['Tỉ lệ có mặt', '1', String(2 / 3)]);
  expect(sheet).toContain('<pageSetUpPr fitToPage="1"/>');
  expect(sheet).toContain('orientation="landscape"');
});

test('absences that may be with leave or not are counted as absences', async () => {
  const grid = makeGrid(['Lê Ân', 'Trần Bình']);
  const students = grid.students.map((student, index) => ({
    ...student,
    unknown: index === 1 ? [1] : [],
  }));
  const read = async (content: AttendanceGrid) =>
    openFile((await toSpreadsheet(content, [], i18n)).bytes).rows;
  const findTitles = (rows: string[][]) => rows.find(([first]) => first === 'STT')?.slice(-3);
  expect(findTitles(await read(grid))).toEqual(['Có phép', 'Không phép', 'Tỉ lệ']);
  const rows = await read({ ...grid, students });
  expect(rows.flat()).toContain('x: có mặt, V: vắng, P: vắng có phép');
  expect(findTitles(rows)).toEqual(['Có phép', 'Vắng', 'Tỉ lệ']);
});

test('a corrected record has a star, and a second sheet lists the corrections', async () => {
  const grid = makeGrid(['Lê Ân', 'Trần Bình']);
  const corrected = grid.students.map((student, index) =>
    index === 0 ? { ...student, corrected: [1] } : student,
  );
  const change = {
    week: 1,
    full_name: 'Lê Ân',
    from: { status: 'absent', note: 'Sốt', isExcused: true },
    to: { status: 'present', note: '', isExcused: false },
    reason: '=Đánh nhầm',
    by: 'Nguyễn Thị Hoa',
    at: '2026-09-08T01:00:00.000Z',
  } as const;
  const { bytes } = await toSpreadsheet({ ...grid, students: corrected }, [change], i18n);
  const { rows } = openFile(bytes);
  expect(rows.find((row) => row[1] === 'Lê Ân')?.[2]).toBe('x*');
  expect(rows.find((row) => row[1] === 'Trần Bình')?.[2]).toBe('V');
  expect(rows.flat()).toContain('*: đã sửa, xem trang “Các lần sửa”');
  const { rows: listed, sheet } = openFile(bytes, 2);
  expect(listed[1]).toEqual([
    '1',
    'Lê Ân',
    'Vắng có phép (Sốt)',
    'Có mặt',
    '=Đánh nhầm',
    'Nguyễn Thị Hoa',
    '08:00 08/09/2026',
  ]);
  expect(sheet).not.toMatch(/<f[ >]|t="str"/);
  const plain = openFile((await toSpreadsheet(grid, [], i18n)).bytes);
  expect(plain.rows.flat().join()).not.toContain('*');
  expect(Object.keys(plain.parts)).not.toContain('xl/worksheets/sheet2.xml');
});
