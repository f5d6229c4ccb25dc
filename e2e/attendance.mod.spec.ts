import { readFile } from 'node:fs/promises';
import type { AttendanceGrid } from '@lop-xanh/contract/attendance';
import { messages } from '@lop-xanh/contract/messages';
import { openAs, phone } from './login.ts';
import { expectPaper } from './print.ts';
import { expect, type Locator, type Page, test } from './test.ts';

const { classes, attendance } = messages;

/** Changes the real response, for cases that the demo does not have. */
async function modifyResponse(page: Page, url: RegExp, change: (body: object) => unknown) {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

// A response may still be pending when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }));

test('a Mod finds a class by its grade and reads its weeks, saved or not', async ({ page }) => {
  await openAs(page, 'mod', '/classes');
  await page.getByLabel('Grades').selectOption('Khối 2');
  await expect(page.getByLabel('Classes').getByRole('option')).toHaveText(['Lớp 2A', 'Lớp 2B']);
  await page.getByLabel('Classes').selectOption('Lớp 2B');
  const info = page.getByRole('region', { name: 'Thông tin lớp' });
  await expect(info.getByRole('heading', { name: 'Lớp 2B' })).toBeVisible();
  await expect(info.getByText('2B', { exact: true })).toBeVisible();

  await page.getByLabel('Tuần', { exact: true }).selectOption('4');
  await expect(page.getByRole('heading', { name: 'Lớp 2B · Tuần 4' })).toBeVisible();
  await expect(page.getByText('10 có mặt')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Có mặt' })).toHaveCount(0);
  const age = page.getByText(/^· .*(trước|hôm qua|vừa xong)$/);
  await expect(age).toBeVisible();
  await expectPaper(page, 'portrait');

  // A phone prints the same paper: two columns, without the app around them.
  await page.setViewportSize(phone);
  const bars = [page.getByRole('banner'), page.getByRole('navigation', { name: 'Thanh dưới' })];
  const rows = page.getByRole('main').locator('ol > li');
  const getLeft = async (row: Locator) => (await row.boundingBox())?.x ?? Number.NaN;
  const measureColumnGap = async () => (await getLeft(rows.last())) - (await getLeft(rows.first()));
  for (const bar of bars) await expect(bar).toBeVisible();
  expect(await measureColumnGap()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  for (const hidden of [...bars, info, age]) await expect(hidden).toBeHidden();
  expect(await measureColumnGap()).toBeGreaterThan(phone.width / 3);
  await page.emulateMedia({ media: 'screen' });

  await page.getByLabel('Tuần', { exact: true }).selectOption('30');
  await expect(page.getByText(attendance.none)).toBeVisible();
  await page.reload();
  await expect(page.getByText(attendance.none)).toBeVisible();
  await expect(info.getByRole('heading', { name: 'Lớp 2B' })).toBeVisible();
});

test("a class's year is a grid with rates that can be downloaded as a spreadsheet", async ({
  page,
}) => {
  await openAs(page, 'mod', '/classes');
  await page.getByText('Cả năm').click();
  const grid = page.getByRole('table');
  await expect(grid.getByRole('row')).toHaveCount(14);
  await expect(grid.getByRole('columnheader')).toHaveCount(37);
  // Week 4 of the first class: two of twelve were absent.
  await expect(grid.getByRole('row').last().getByRole('cell').nth(3)).toHaveText('83');
  const absentRows = grid.getByRole('row').filter({ hasText: 'V' });
  await expect(absentRows.first().getByRole('cell').last()).toHaveText('89');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Tải .xlsx' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^Điểm danh 1A .*\.xlsx$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
});

test('45 students with long names fit on one landscape A4 page', async ({ page }) => {
  await modifyResponse(page, /attendance\/grid$/, (body) => ({
    ...body,
    students: Array.from({ length: 45 }, (_, index) => ({
      ...(body as AttendanceGrid).students[index % 12],
      id: index + 1,
      full_name: `Nguyễn Hoàng Phương Thảo Nguyên ${index + 1}`,
    })),
  }));
  await openAs(page, 'mod', '/classes?view=year');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(47);
  await expectPaper(page, 'landscape');
});

test('each failed request has its own message and can be retried', async ({ page }) => {
  await page.route(/api\/classes$/, (route) => route.abort());
  await openAs(page, 'mod', '/classes');
  await expect(page.getByText(classes.loadFailed)).toBeVisible();
  await page.unroute(/api\/classes$/);
  await page.route(/attendance\/weeks$/, (route) => route.abort());
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(page.getByText(classes.dataFailed)).toBeVisible();
  await page.unroute(/attendance\/weeks$/);
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(page.getByRole('heading', { name: /^Lớp 1A · Tuần/ })).toBeVisible();
});

test('each empty screen has its own message', async ({ page }) => {
  await modifyResponse(page, /attendance\/weeks$/, (body) => ({ ...body, weeks: [] }));
  await openAs(page, 'mod', '/classes');
  await expect(page.getByText(attendance.noWeek)).toBeVisible();
  await page.getByLabel('Tuần', { exact: true }).selectOption('1');
  await expect(page.getByText(attendance.none)).toBeVisible();
});

test('a teacher without a class and a class without students each see a message', async ({
  page,
}) => {
  await modifyResponse(page, /\/students$/, () => ({ students: [] }));
  await openAs(page, 'teacher', '/classes');
  await expect(page.getByText('Lớp chưa có học sinh')).toBeVisible();
  await modifyResponse(page, /api\/classes$/, (body) => ({ ...body, classes: [] }));
  await page.reload();
  await expect(page.getByText('Bạn chưa được phân công lớp')).toBeVisible();
  await expect(page.getByText(attendance.noWeek)).toHaveCount(0);
});

test('an Admin sees the classes of all schools', async ({ page }) => {
  await openAs(page, 'admin', '/classes');
  await expect(page.getByRole('heading', { name: classes.list })).toBeVisible();
  await page.getByRole('button', { name: 'Lớp 5A TH Lê Văn Tám' }).click();
  const info = page.getByRole('region', { name: 'Thông tin lớp' });
  await expect(info).toContainText('TH Lê Văn Tám');
  await expect(page.getByRole('heading', { name: /^Lớp 5A · Tuần/ })).toBeVisible();
});
