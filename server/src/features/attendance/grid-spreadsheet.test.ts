import { type AttendanceGrid, attendance } from '@lop-xanh/contract/attendance';
import { strFromU8, unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { addTwoSchools, type TestUser } from '../../testing/people.ts';
import { addClassWithStudents, rollOf, thisSchoolYear } from '../../testing/roll-call.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { toSpreadsheet } from './grid-spreadsheet.ts';

const dangerous = ['=1+1', '+84912', '-2', '@SUM(A1)', '=HYPERLINK("http://x","y")'];
const grid = (names: string[], className = '3A'): AttendanceGrid => ({
  class_id: 1,
  class_name: className,
  school_name: 'TH Kim Đồng',
  teacher_full_name: 'Nguyễn Thị Hoa',
  school_year: 2026,
  weeks: [{ week: 1, date: '2026-09-07', present: 1, total: 2 }],
  students: names.map((full_name, at) => ({
    id: at + 1,
    full_name,
    marks: (at % 2 ? 'A' : 'P').padEnd(35, '-'),
    present: at % 2 ? 0 : 1,
    total: 1,
  })),
});

/** The parts of the file as text, and what its cells show, row by row. */
function opened(bytes: Uint8Array) {
  const parts = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]),
  );
  const strings = [...(parts['xl/sharedStrings.xml'] ?? '').matchAll(/<t[^>]*>([^<]*)<\/t>/g)];
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
  const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c [^>]*?(?:t="(\w)"[^>]*)?(?:\/>|><v>([^<]*)<\/v><\/c>)/g)].map(
      ([, type, value = '']) => (type === 's' ? unescaped(strings[Number(value)]?.[1]) : value),
    ),
  );
  return { parts, sheet, rows };
}

const unescaped = (text = '') =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

test('names that begin like a formula are text, and no cell is a formula', async () => {
  const { rows, sheet } = opened((await toSpreadsheet(grid(dangerous))).bytes);
  const names = rows.map((row) => row[1]).filter((name) => dangerous.includes(name ?? ''));
  expect(names).toEqual(dangerous);
  expect(sheet).not.toMatch(/<f[ >]|t="str"/);
});

test('what XML cannot hold is left out, and the rest stays as it is', async () => {
  const names = ['Lê \u0001\ufffe\ud800Ân', 'A & <B> "C"', 'Trần 👩‍🏫 Ý'];
  const { rows, parts } = opened((await toSpreadsheet(grid(names, '3/1 "A"'))).bytes);
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

test('the file of a class holds its weeks, marks and rates, under a name of its own', async () => {
  const database = await makeTestDatabase(onTestFinished);
  const app = await makeTestApp(database, {}, onTestFinished);
  const { ours } = await addTwoSchools(database);
  const { classId, teacher, students } = await addClassWithStudents(database, {
    schoolId: ours.schoolId,
  });
  const absent = [(students[1] as TestUser).id];
  for (const week of [1, 2]) {
    await request(app, attendance.save, {
      token: teacher.token,
      params: { id: classId },
      body: rollOf(students, { week, ...(week === 2 && { absent }) }),
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
  const { rows, sheet } = opened(body);
  expect(rows.find((row) => row[1] === 'Nguyễn Thị Hoa 2')).toEqual([
    '2',
    'Nguyễn Thị Hoa 2',
    'x',
    'V',
    ...Array(33).fill(''),
    '1',
    '1',
    '0.5',
  ]);
  const rates = rows.at(-1) as string[];
  expect(rates.slice(1, 4)).toEqual(['Tỉ lệ có mặt', '1', String(2 / 3)]);
  expect(sheet).toContain('<pageSetUpPr fitToPage="1"/>');
  expect(sheet).toContain('orientation="landscape"');
});
