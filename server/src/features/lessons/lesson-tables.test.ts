import { type Lesson, lessons, type TableWeek } from '@lop-xanh/contract/lessons';
import { limits } from '@lop-xanh/contract/rules/limits';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addUser } from '../../testing/fixtures.ts';
import { createLessonClient, week } from '../../testing/lesson-client.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database, { slideHosts: ['slides.example.edu.vn'] });
const admin = await addUser(database, { role: 'Admin' });
const { token } = admin;
const { add } = createLessonClient(app, admin);

const download = ({ id }: Lesson) => request(app, lessons.exportTable, { token, params: { id } });
const read = (content: string | Uint8Array<ArrayBuffer>) =>
  sendTable(app, lessons.readTable, { token, content });
const readRows = async (...rows: string[]) => (await read(rows.join('\n'))).body;

/** A lesson's entries as its table has them. */
const toTableWeeks = ({ content }: Lesson): TableWeek[] =>
  content.map(({ week: number, title, summary, canva_link, status, outline, items }, index) => ({
    row: index + 2,
    week: String(number),
    title,
    summary,
    canva_link: canva_link ?? '',
    status,
    outline,
    items,
  }));

// Also what spreadsheet programs take for a formula, a date or a number, and what our own escaping could lose.
const beginnings = ['', "'", "''", '=', "'=", '+', '-1', '@', '3/1', '007', '"', '<b>&amp;'];
const line = (maxLength: number) =>
  fc
    .record({ beginning: fc.constantFrom(...beginnings), rest: fc.string({ unit: 'grapheme' }) })
    .map(({ beginning, rest }) =>
      `${beginning}${rest}`
        .normalize('NFC')
        .replaceAll(/[\p{Control}\p{Surrogate}\uFFFE\uFFFF]/gu, '')
        .slice(0, maxLength)
        .trim(),
    );
const filled = (text: fc.Arbitrary<string>) => text.map((written) => written || 'Nước');
const lines = (count: number, maxLength: number) =>
  fc.array(filled(line(maxLength)), { maxLength: count });
const entry = fc.record({
  week: fc.integer({ min: 1, max: limits.teachingWeeks }),
  title: filled(line(limits.maxWeekTitleLength)),
  summary: fc.array(filled(line(80)), { minLength: 1 }).map((all) => all.join('\n')),
  canva_link: fc.constantFrom(
    null,
    'https://www.canva.com/design/DAF1/abc/view',
    'https://slides.example.edu.vn/nuoc?trang=1&x="2"',
  ),
  status: fc.constantFrom('active', 'inactive'),
  outline: lines(limits.maxOutlinePoints, limits.maxOutlinePointLength),
  items: lines(limits.maxSupplies, limits.maxSupplyLength),
});

test('an exported lesson is read back exactly', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 8 }), async (content) => {
      const { body: lesson } = await add({ content });
      const file = await download(lesson);
      const { body } = await read(file.body);
      expect(body).toEqual({ weeks: toTableWeeks(lesson), problems: [] });
    }),
    { numRuns: 12 },
  );
});

test('the file is named after the lesson, and has Vietnamese headings', async () => {
  const { body: lesson } = await add({ title: 'Nước: sạch/bẩn?' });
  const { headers, body } = await download(lesson);
  const name = encodeURIComponent('Nước-sạch-bẩn-.xlsx');
  expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${name}`);
  const { body: empty } = await read(body);
  expect(empty.weeks).toHaveLength(1);
  const missing = await request(app, lessons.exportTable, { token, params: { id: 999_999 } });
  expect(missing.status).toBe(404);
});

test('every problem is named with its row and column, and the row is read all the same', async () => {
  const { weeks, problems } = await readRows(
    'Tuần,Tên bài,Tóm tắt,Liên kết trình chiếu,Trạng thái,Dàn ý',
    '36,Nước,Nước sạch.,https://example.com/x,Có lẽ,',
    ',,,,,',
    'hai,,Rừng.,,,',
    `3,Đất,Đất.,,inactive,"${Array.from({ length: 21 }, () => 'ý').join('\n')}"`,
  );
  expect(problems.map(({ row, column, reason }: never) => [row, column, reason])).toEqual([
    [2, 'Trạng thái', 'invalid_choice'],
    [2, 'Tuần', 'invalid_week'],
    [2, 'Liên kết trình chiếu', 'invalid_slide_link'],
    [4, 'Tuần', 'invalid_week'],
    [4, 'Tên bài', 'week_title_required'],
    [5, 'Dàn ý', 'too_many_items'],
  ]);
  expect(weeks).toMatchObject([
    { row: 2, week: '36', title: 'Nước', canva_link: 'https://example.com/x', status: 'inactive' },
    { row: 4, week: 'hai', title: '', status: 'active' },
    { row: 5, week: '3', status: 'inactive', items: [] },
  ]);
  expect(weeks[2].outline).toHaveLength(21);
});

test('a table without the required columns, or with too many weeks, says so', async () => {
  const { problems } = await readRows('Tuần,Tên bài', '1,Nước');
  expect(problems).toContainEqual(
    expect.objectContaining({ row: 1, column: 'Tóm tắt', reason: 'missing_column' }),
  );
  const rows = Array.from({ length: limits.maxLessonEntries + 1 }, () => '1,Nước,Nước.');
  const long = await readRows('Tuần,Tên bài,Tóm tắt', ...rows);
  expect(long.weeks).toHaveLength(limits.maxLessonEntries);
  expect(long.problems).toMatchObject([
    { row: limits.maxLessonEntries + 2, reason: 'too_many_lines' },
  ]);
  expect((await read('Xin chào')).body.reason).toBe('table_without_headings');
});

test('reading a table saves nothing', async () => {
  await add({ content: [week] });
  const count = () =>
    database.db.values(
      z.string(),
      sql`select md5(array_agg(lesson_weeks)::text) from lesson_weeks`,
    );
  const before = await count();
  await readRows('Tuần,Tên bài,Tóm tắt', '1,Nước,Nước.');
  expect(await count()).toEqual(before);
});
