import { readFile } from 'node:fs/promises';
import type { AttendanceGrid } from '@lop-xanh/contract/attendance';
import { messages } from '@lop-xanh/contract/messages';
import { expect, type Page, test } from '@playwright/test';
import { enterAs } from './people.ts';
import { expectOneSheet } from './print.ts';

const { classes, attendance } = messages;

/** Lets the real answer pass with a change, for what the demo does not have. */
async function reshape(page: Page, url: RegExp, change: (answer: object) => unknown) {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

// An answer may still be on its way when a test has seen enough.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }));

test('a Mod finds a class by its grade and reads its weeks, taken or not', async ({ page }) => {
  await enterAs(page, 'mod', '/classes');
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
  await expectOneSheet(page, 'portrait');

  await page.getByLabel('Tuần', { exact: true }).selectOption('30');
  await expect(page.getByText(attendance.none)).toBeVisible();
  await page.reload();
  await expect(page.getByText(attendance.none)).toBeVisible();
  await expect(info.getByRole('heading', { name: 'Lớp 2B' })).toBeVisible();
});

test("a class's year stands in a grid with rates, which is also a spreadsheet", async ({
  page,
}) => {
  await enterAs(page, 'mod', '/classes');
  await page.getByText('Cả năm').click();
  const grid = page.getByRole('table');
  await expect(grid.getByRole('row')).toHaveCount(14);
  await expect(grid.getByRole('columnheader')).toHaveCount(37);
  // Week 4 of the first class: two of twelve were away.
  await expect(grid.getByRole('row').last().getByRole('cell').nth(3)).toHaveText('83');
  const away = grid.getByRole('row').filter({ hasText: 'V' });
  await expect(away.first().getByRole('cell').last()).toHaveText('89');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Tải .xlsx' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^Điểm danh 1A .*\.xlsx$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
});

test('45 students with long names fit on one page of A4, landscape', async ({ page }) => {
  await reshape(page, /attendance\/grid$/, (answer) => ({
    ...answer,
    students: Array.from({ length: 45 }, (_, place) => ({
      ...(answer as AttendanceGrid).students[place % 12],
      id: place + 1,
      full_name: `Nguyễn Hoàng Phương Thảo Nguyên ${place + 1}`,
    })),
  }));
  await enterAs(page, 'mod', '/classes?view=year');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(47);
  await expectOneSheet(page, 'landscape');
});

test('what cannot be loaded is told in its own words, and can be tried again', async ({ page }) => {
  await page.route(/api\/classes$/, (route) => route.abort());
  await enterAs(page, 'mod', '/classes');
  await expect(page.getByText(classes.loadFailed)).toBeVisible();
  await page.unroute(/api\/classes$/);
  await page.route(/attendance\/weeks$/, (route) => route.abort());
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(page.getByText(classes.dataFailed)).toBeVisible();
  await page.unroute(/attendance\/weeks$/);
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(page.getByRole('heading', { name: /^Lớp 1A · Tuần/ })).toBeVisible();
});

test('each empty screen has its own words', async ({ page }) => {
  await reshape(page, /attendance\/weeks$/, (answer) => ({ ...answer, weeks: [] }));
  await enterAs(page, 'mod', '/classes');
  await expect(page.getByText(attendance.noWeek)).toBeVisible();
  await page.getByLabel('Tuần', { exact: true }).selectOption('1');
  await expect(page.getByText(attendance.none)).toBeVisible();
});

test('a teacher without a class, and a class without students, are told so', async ({ page }) => {
  await reshape(page, /\/students$/, () => ({ students: [] }));
  await enterAs(page, 'teacher', '/classes');
  await expect(page.getByText('Lớp chưa có học sinh')).toBeVisible();
  await reshape(page, /api\/classes$/, (answer) => ({ ...answer, classes: [] }));
  await page.reload();
  await expect(page.getByText('Bạn chưa được phân công lớp')).toBeVisible();
  await expect(page.getByText(attendance.noWeek)).toHaveCount(0);
});

test('an Admin has the List of Classes of all schools', async ({ page }) => {
  await enterAs(page, 'admin', '/classes');
  await expect(page.getByRole('heading', { name: classes.list })).toBeVisible();
  await page.getByRole('button', { name: 'Lớp 5A TH Lê Văn Tám' }).click();
  const info = page.getByRole('region', { name: 'Thông tin lớp' });
  await expect(info).toContainText('TH Lê Văn Tám');
  await expect(page.getByRole('heading', { name: /^Lớp 5A · Tuần/ })).toBeVisible();
});
