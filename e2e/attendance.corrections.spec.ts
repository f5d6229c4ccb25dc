import { readFile } from 'node:fs/promises';
import type { AttendanceRecord, AttendanceWeek } from '@lop-xanh/contract/attendance';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import {
  correctButton,
  correctedRow,
  openRoll,
  saveCorrection,
  savedRow,
  takeAttendance,
} from './attendance.ts';
import { desktop, openAs, phone } from './login.ts';
import { openOutbox, outboxSheet, unsentButton } from './outbox.ts';
import { createRequestAs, type RequestAs } from './requests.ts';
import { type Browser, expect, type Locator, type Page, test } from './test.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A saved sheet is final, so these tests have a server of their own. */
test.describe.configure({ mode: 'serial' });

let server: TestServer;
let requestAs: RequestAs;

test.beforeAll(async () => {
  server = await startTestServer();
  requestAs = createRequestAs(server.address);
});
test.afterAll(() => server.remove());

async function openAsUser(
  browser: Browser,
  username: string,
  { size = desktop, path = '/classes', serviceWorkers = 'block' as 'allow' | 'block' } = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    baseURL: server.address,
    serviceWorkers,
  });
  const page = await context.newPage();
  await openAs(page, username, path);
  return page;
}

async function fetchWeek(page: Page, username: string, week: number) {
  const fetchJson = async (path: string) =>
    (await requestAs(page.request, username, 'GET', path)).json();
  const { classes } = (await fetchJson('/api/classes')) as { classes: SchoolClass[] };
  const classId = classes[0]?.id as number;
  const { weeks } = await fetchJson(`/api/classes/${classId}/attendance/weeks`);
  const saved = (weeks as AttendanceWeek[]).find((sheet) => sheet.week === week) as AttendanceWeek;
  return { classId, ...saved };
}

test('a teacher corrects the wrong student, and the parent is told of both and sees it', async ({
  browser,
}) => {
  const teacher = await openAsUser(browser, 'teacher', { size: phone });
  await openRoll(teacher, 10);
  await takeAttendance(teacher, 10, [22]);
  await expect(savedRow(teacher, 'Phạm Nhật Minh')).toContainText('Vắng');
  const parent = await openAsUser(browser, 'parent', { size: phone, path: '/notifications' });
  await expect(parent.getByText('Phạm Nhật Minh vắng mặt ở lớp 3A, tuần 10')).toBeVisible();

  await correctButton(teacher).click();
  await expect(saveCorrection(teacher)).toBeDisabled();
  await correctedRow(teacher, 22).getByRole('button', { name: 'Có mặt' }).click();
  await expect(correctedRow(teacher, 22)).toContainText('Trước: Vắng');
  await correctedRow(teacher, 23).getByRole('button', { name: 'Vắng' }).click();
  await correctedRow(teacher, 23)
    .getByRole('button', { name: /^Ghi chú/ })
    .click();
  await correctedRow(teacher, 23).getByRole('textbox').fill('Bị ốm');
  await teacher.keyboard.press('Enter');
  await expect(teacher.getByText('2 thay đổi')).toBeVisible();
  await expect(saveCorrection(teacher)).toBeDisabled();
  // The marks survive a reload.
  await teacher.reload();
  await expect(teacher.getByText('2 thay đổi')).toBeVisible();
  await teacher.getByLabel('Lý do sửa').selectOption('Đánh dấu nhầm học sinh');
  await saveCorrection(teacher).click();
  await expect(teacher.getByText('Đã sửa điểm danh')).toBeVisible();
  const row = savedRow(teacher, 'Phạm Nhật Minh').first();
  await expect(row).toContainText('Đã sửa từ Vắng không phép thành Có mặt');
  await expect(row).toContainText('Đánh dấu nhầm học sinh · Nguyễn Thị Hoa');
  await teacher.emulateMedia({ media: 'print' });
  await expect(row.getByText('Đã sửa từ Vắng không phép thành Có mặt')).toBeVisible();
  await expect(correctButton(teacher)).toBeHidden();

  await parent.reload();
  const news = parent.getByText('Điểm danh tuần 10 của Phạm Nhật Minh đã được sửa: Có mặt');
  await expect(parent.getByText('Phạm Nhật Minh vắng mặt ở lớp 3A, tuần 10')).toBeVisible();
  await news.click();
  const week = parent.getByRole('button', { name: 'Tuần 10: Có mặt, đã sửa' });
  await week.click();
  await expect(parent.getByText('Đã sửa từ Vắng không phép thành Có mặt')).toBeVisible();
  await expect(parent.getByText('Bị ốm')).toHaveCount(0);
});

test('a Mod corrects an old sheet by keyboard alone, and the year, its print and its file show it', async ({
  browser,
}) => {
  const teacher = await openAsUser(browser, 'teacher', { path: '/classes?week=4' });
  await expect(teacher.getByRole('heading', { name: 'Lớp 3A · Tuần 4' })).toBeVisible();
  await expect(correctButton(teacher)).toHaveCount(0);

  const { classId, records } = await fetchWeek(teacher, 'teacher', 4);
  const mod = await openAsUser(browser, 'mod', { path: `/classes?class=${classId}&week=4` });
  const wasPresent = records[0]?.status === 'present';
  await correctButton(mod).focus();
  await mod.keyboard.press('Enter');
  await expect(correctedRow(mod, 1)).toBeFocused();
  await mod.keyboard.press(wasPresent ? 'a' : 'p');
  await expect(correctedRow(mod, 2)).toBeFocused();
  await mod.keyboard.press('Enter');
  await expect(mod.getByLabel('Lý do sửa')).toBeFocused();
  await mod.keyboard.press('End');
  await mod.keyboard.press('Tab');
  await mod.keyboard.type('Phụ huynh gọi điện');
  await mod.keyboard.press('Enter');
  await expect(mod.getByText('Đã sửa điểm danh')).toBeVisible();
  const name = records[0]?.full_name as string;
  await expect(savedRow(mod, name).first()).toContainText('Phụ huynh gọi điện');

  await mod.getByText('Cả năm').click();
  const firstRow = mod.getByRole('table').getByRole('row').nth(1);
  await expect(firstRow.getByRole('cell').nth(3)).toHaveText(/\*đã sửa$/);
  await expect(mod.getByText(/\* đã sửa$/)).toBeVisible();
  const list = mod.getByRole('region', { name: 'Các lần sửa' });
  await expect(list).toContainText(`Tuần 4 · ${name}`);
  await expect(list).toContainText('Phụ huynh gọi điện');
  await mod.emulateMedia({ media: 'print' });
  await expect(list).toBeVisible();
  await mod.emulateMedia({ media: 'screen' });
  const downloading = mod.waitForEvent('download');
  await mod.getByRole('button', { name: 'Tải .xlsx' }).click();
  const bytes = await readFile(await (await downloading).path());
  expect(bytes.toString('latin1')).toContain('xl/worksheets/sheet2.xml');

  const news = await openAsUser(browser, 'teacher', { path: '/notifications' });
  await expect(
    news.getByText(new RegExp(`^Điểm danh tuần 4 của ${name} đã được sửa`)),
  ).toBeVisible();
});

test('without a server a correction waits on the device and is sent once', async ({ browser }) => {
  const page = await openAsUser(browser, 'gv0001', { serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await takeAttendance(page, 10);
  await page.reload();
  await page.getByRole('button', { name: /Tuần 10/ }).click();
  await expect(correctButton(page)).toBeVisible();
  await server.stop();
  await correct(page, 3);
  await expect(page.getByText(messages.attendance.unreachable)).toBeVisible();
  const main = page.getByRole('main');
  const corrected = main.getByText('Đã sửa từ Có mặt thành Vắng không phép');
  await expect(corrected).toBeVisible();
  await expect(main.getByText('Chưa gửi').last()).toBeVisible();
  await expect(correctButton(page)).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: /Tuần 10/ }).click();
  await expect(corrected).toBeVisible();
  await server.start();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(main.getByText('Chưa gửi')).toHaveCount(0);
  const { records } = await fetchWeek(page, 'gv0001', 10);
  expect(records.map(({ corrections }) => corrections.length)).toEqual([
    0,
    0,
    1,
    ...Array(records.length - 3).fill(0),
  ]);
});

test('a teacher whose unsent correction comes too late is told its content and what happened', async ({
  browser,
}) => {
  const page = await openAsUser(browser, 'gv0026', { serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await takeAttendance(page, 10);
  const { classId, records } = await fetchWeek(page, 'gv0026', 10);
  const { student_id, full_name } = records[1] as AttendanceRecord;
  await page.context().setOffline(true);
  await correct(page, 2);
  await expect(page.getByText(messages.attendance.unreachable)).toBeVisible();
  const reopen = async (sheet: Locator) => {
    await sheet.getByRole('button', { name: 'Mở lại' }).click();
    await expect(correctedRow(page, 2)).toHaveAccessibleName(/Vắng/);
    await saveCorrection(page).click();
  };
  await reopen(await openOutbox(page));
  await expect(unsentButton(page)).toHaveText('1');
  const was = { status: 'present', note: '' };
  const other = { student_id, status: 'absent', note: 'Có phép', was };
  const path = `/api/classes/${classId}/attendance/weeks/10/corrections`;
  const data = { records: [other], reason: 'Có giấy xin phép' };
  expect((await requestAs(page.request, 'mod', 'POST', path, data)).status()).toBe(201);
  await page.context().setOffline(false);
  const told = page.getByRole('main').or(page.getByRole('dialog'));
  await expect(page.getByText('Điểm danh đã được người khác sửa').first()).toBeVisible();
  await expect(
    told.getByText(`Trên máy này: ${full_name}: Vắng không phép.`).first(),
  ).toBeVisible();
  await expect(savedRow(page, full_name).first()).toContainText('Có giấy xin phép');

  await reopen(outboxSheet(page));
  const readRecord = async () => (await fetchWeek(page, 'gv0026', 10)).records[1];
  await expect.poll(readRecord).toMatchObject({ status: 'absent', note: '' });
  expect((await readRecord())?.corrections).toHaveLength(2);
  await expect(unsentButton(page)).toHaveCount(0);
});

test('of two devices that correct at the same moment the second is told what the first did', async ({
  browser,
}) => {
  const page = await openAsUser(browser, 'gv0051');
  await takeAttendance(page, 10);
  const { classId, records } = await fetchWeek(page, 'gv0051', 10);
  const { student_id, full_name } = records[0] as AttendanceRecord;
  await correctButton(page).click();
  await correctedRow(page, 1).getByRole('button', { name: 'Vắng' }).click();
  const was = { status: 'present', note: '' };
  const other = { student_id, status: 'present', note: 'Đến muộn', was };
  const path = `/api/classes/${classId}/attendance/weeks/10/corrections`;
  const data = { records: [other], reason: 'Ghi chú sai' };
  expect((await requestAs(page.request, 'mod', 'POST', path, data)).status()).toBe(201);
  await page.getByLabel('Lý do sửa').selectOption('Đánh dấu nhầm học sinh');
  await saveCorrection(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Điểm danh đã được người khác sửa');
  await expect(dialog).toContainText(`Trên máy này: ${full_name}: Vắng không phép.`);
  await expect(dialog).toContainText(`Hiện nay: ${full_name}: Có mặt (Đến muộn)`);
  await page.keyboard.press('Escape');
  await expect(savedRow(page, full_name).first()).toContainText('Đến muộn');
  await expect(correctButton(page)).toBeVisible();
});

async function correct(page: Page, row: number): Promise<void> {
  await correctButton(page).click();
  await correctedRow(page, row).getByRole('button', { name: 'Vắng' }).click();
  await page.getByLabel('Lý do sửa').selectOption('Đánh dấu nhầm học sinh');
  await saveCorrection(page).click();
}
