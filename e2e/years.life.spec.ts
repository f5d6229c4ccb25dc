import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { formatDay, getSchoolYear, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { openDatabase } from '../server/src/database/database.ts';
import { attachToEmbeddedPostgres } from '../server/src/database/embedded-postgres.ts';
import { countText, saveButton, saveSheet, studentRow, waitForSheet } from './attendance.ts';
import { desktop, openAs, phone } from './login.ts';
import { createRequestAs, type RequestAs } from './requests.ts';
import { type APIRequestContext, type Browser, expect, type Page, test } from './test.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A saved sheet is final, so these tests have a server of their own. */
test.describe.configure({ mode: 'default' });

const today = getVietnamDate(new Date());
const thisYear = getSchoolYear(today);
const lastYear = thisYear - 1;
const toLabel = (year: number) => `Năm học ${year}–${year + 1}`;

let server: TestServer;
let requestAs: RequestAs;

test.beforeAll(async () => {
  server = await startTestServer();
  requestAs = createRequestAs(server.address);
  await addLastSheets();
});
test.afterAll(() => server.remove());

/** Week 5 of last year for every class; the first student of each was absent. */
async function addLastSheets(): Promise<void> {
  const { connection } = await attachToEmbeddedPostgres(server.dataDir);
  const database = openDatabase(connection);
  await database.pool.query(
    `insert into attendance_sheets
       (school_id, class_id, school_year, week, date, taken_by, present, total)
     select class.school_id, class.id, class.year, 5, make_date(class.year, 10, 6), teacher.user_id,
            count(student.id) - 1, count(student.id)
     from classes class
     join memberships teacher on teacher.class_id = class.id and teacher.kind = 'homeroom'
     join memberships student on student.class_id = class.id and student.kind = 'student'
     where class.year = $1
     group by class.id, teacher.user_id`,
    [lastYear],
  );
  await database.pool.query(
    `insert into attendance_records (student_id, sheet_id, school_id, name_number, is_present)
     select student.user_id, sheet.id, sheet.school_id, 1,
            row_number() over (partition by sheet.id order by student.user_id) > 1
     from attendance_sheets sheet
     join memberships student on student.class_id = sheet.class_id and student.kind = 'student'
     where sheet.school_year = $1`,
    [lastYear],
  );
  await database.close();
}

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

async function fetchClasses(request: APIRequestContext, username: string, query = '') {
  const response = await requestAs(request, username, 'GET', `/api/classes${query}`);
  return (await response.json()).classes as SchoolClass[];
}

const openView = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Xem điểm danh' }).getByText(name).click();
const yearSelect = (page: Page) => page.getByLabel('Năm học', { exact: true });

test('a Mod reads the classes of last year, and Back and a reload keep the year', async ({
  browser,
}) => {
  const page = await openAsUser(browser, 'mod');
  const main = page.getByRole('main');
  await expect(yearSelect(page)).toHaveValue('');
  await expect(main.getByLabel('Tuần', { exact: true })).toContainText('Tuần 10 (tuần này)');
  await yearSelect(page).selectOption(toLabel(lastYear));
  await expect(page).toHaveURL(new RegExp(`school_year=${lastYear}`));
  await expect(main.getByRole('heading', { name: /^Lớp 1A · Tuần 5/ })).toBeVisible();
  await expect(main.getByLabel('Thông tin lớp')).toContainText(toLabel(lastYear));
  await expect(main.getByLabel('Tuần', { exact: true })).not.toContainText('tuần này');
  await expect(saveButton(page)).toHaveCount(0);

  await openView(page, 'Cả năm');
  const title = `Điểm danh lớp 1A · ${lastYear}–${lastYear + 1}`;
  await expect(main.getByRole('heading', { name: title })).toBeVisible();
  await page.reload();
  await expect(main.getByRole('heading', { name: title })).toBeVisible();
  await expect(yearSelect(page)).toHaveValue(String(lastYear));

  await openView(page, 'Học sinh');
  const [pastClass] = await fetchClasses(page.request, 'mod', `?school_year=${lastYear}`);
  const list = main.getByLabel('Học sinh lớp 1A').getByRole('listitem');
  await expect(list).toHaveCount(pastClass?.student_count ?? 0);
  await list
    .first()
    .getByRole('link', { name: /^Báo cáo/ })
    .click();
  await expect(page.getByRole('article')).toContainText(toLabel(lastYear));
  await expect(page.getByRole('article')).toContainText('Tuần 5');
  await page.goBack();
  await expect(list.first()).toBeVisible();
  await expect(yearSelect(page)).toHaveValue(String(lastYear));

  await yearSelect(page).selectOption(toLabel(thisYear));
  await expect(page).not.toHaveURL(/school_year/);
});

test('an Admin sees the years of the chosen class’s school', async ({ browser }) => {
  const page = await openAsUser(browser, 'admin');
  await yearSelect(page).selectOption(toLabel(lastYear));
  const card = page.getByRole('main').getByLabel('Thông tin lớp');
  await expect(card).toContainText(toLabel(lastYear));
});

test('a teacher reads their former class, and the reports of today’s students only', async ({
  browser,
}) => {
  const page = await openAsUser(browser, 'teacher', { path: '/classes?view=students' });
  const main = page.getByRole('main');
  const list = main.getByLabel('Học sinh lớp 3A').getByRole('listitem');
  await expect(list).toHaveCount(35);
  await list.filter({ hasText: 'Phạm Nhật Minh' }).getByRole('link').click();
  await expect(page.getByRole('article')).toContainText('Phạm Nhật Minh');
  await expect(page.getByRole('article')).toContainText(toLabel(thisYear));
  await main.getByRole('button', { name: 'My Classes' }).click();
  await expect(list).toHaveCount(35);

  await yearSelect(page).selectOption(toLabel(lastYear));
  await expect(main.getByLabel('Thông tin lớp')).toContainText(toLabel(lastYear));
  await expect(list.first()).toBeVisible();
  await expect(list.getByRole('link')).toHaveCount(0);
  await openView(page, 'Từng tuần');
  await main.getByRole('button', { name: /^Đã điểm danh Tuần 5/ }).click();
  await expect(main.getByRole('heading', { name: /^Lớp 3A · Tuần 5/ })).toBeVisible();
  await main.getByRole('button', { name: /^Tuần 6/ }).click();
  await expect(main.getByText(messages.attendance.none)).toBeVisible();
  await expect(main.getByText('Tuần này')).toHaveCount(0);
});

test('a student and a parent read the attendance of last year', async ({ browser }) => {
  for (const username of ['student', 'parent']) {
    const page = await openAsUser(browser, username, { size: phone });
    const weekFive = page.getByRole('button', { name: /^Tuần 5:/ }).first();
    await expect(page.getByRole('button', { name: 'Tuần 9: Có mặt' }).first()).toBeVisible();
    await yearSelect(page).first().selectOption(toLabel(lastYear));
    await expect(
      page.getByRole('button', { name: 'Tuần 9: chưa điểm danh' }).first(),
    ).toBeVisible();
    await expect(weekFive).not.toHaveAccessibleName(/chưa điểm danh/);
    await expect(page.getByText('Lớp 2A', { exact: true })).toBeVisible();
    await page.reload();
    await expect(yearSelect(page).first()).toHaveValue(String(lastYear));
  }
});

test('histories are filtered by year', async ({ browser }) => {
  const page = await openAsUser(browser, 'mod', { path: '/admin/student-history' });
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows.nth(1)).toContainText(String(thisYear));
  await yearSelect(page).selectOption(`${lastYear}–${thisYear}`);
  await expect(rows.nth(1)).toContainText(`/${lastYear}`);
  await page.reload();
  await expect(rows.nth(1)).toContainText(`/${lastYear}`);
  await page.goto('/admin/teacher-history');
  await expect(rows.nth(1)).toContainText(String(thisYear));
  await yearSelect(page).selectOption(`${lastYear}–${thisYear}`);
  await expect(rows.nth(1)).toContainText(`/${lastYear}`);
});

test('an unusual week or day asks first, says why and keeps the marks, by keyboard and offline', async ({
  browser,
}) => {
  const page = await openAsUser(browser, 'gv0001', {
    path: '/classes?week=12',
    serviceWorkers: 'allow',
  });
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Tuần 10 Tuần này' })).toBeVisible();
  await waitForSheet(page, 12);
  for (const key of ['v', '2', 'Enter', 'Enter']) await page.keyboard.press(key);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    'Theo lịch của trường, tuần này là tuần 10, không phải tuần 12.',
  );
  await expect(dialog.getByRole('button', { name: 'Hủy' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(countText(page, '1 vắng')).toBeVisible();
  await expect(saveButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Hủy' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Vẫn lưu' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(messages.attendance.saved)).toBeVisible();

  // Week 11 is close enough, but today has a sheet by now.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await main.getByRole('button', { name: /^Tuần 11/ }).click();
  await waitForSheet(page, 11);
  await server.stop();
  await studentRow(page, 3).getByRole('button', { name: 'Vắng' }).click();
  await main.getByRole('button', { name: 'Tất cả có mặt' }).click();
  await saveButton(page).click();
  await expect(dialog).toContainText(`Ngày ${formatDay(today)} lớp đã điểm danh tuần 12.`);
  await expect(dialog).not.toContainText('Theo lịch');
  await dialog.getByRole('button', { name: 'Vẫn lưu' }).click();
  await expect(page.getByText(messages.attendance.unreachable)).toBeVisible();

  // The unsent sheet counts too.
  await main.getByRole('button', { name: /^Tuần 10/ }).click();
  await waitForSheet(page, 10);
  await main.getByRole('button', { name: 'Tất cả có mặt' }).click();
  await saveButton(page).click();
  await expect(dialog).toContainText('lớp đã điểm danh tuần 11, 12.');
  await dialog.getByRole('button', { name: 'Hủy' }).click();
  await server.start();
});

test('outside the school year the screen says that the moderator has to start the new one', async ({
  browser,
}) => {
  const page = await openAsUser(browser, 'gv0026');
  await waitForSheet(page, 10);
  await page.getByRole('button', { name: 'Tất cả có mặt' }).click();
  // As if the sheet had been open since last year.
  await page.route(/attendance$/, (route) => {
    const body = { ...route.request().postDataJSON(), date: `${thisYear}-07-31` };
    return route.continue({ postData: JSON.stringify(body) });
  });
  await saveSheet(page);
  await expect(page.getByRole('alert')).toContainText(
    'Nếu đã sang năm học mới, quản trị trường cần bắt đầu năm học mới trước.',
  );
  await expect(countText(page, '12 có mặt')).toBeVisible();
});

test('a school that has not started the new year takes no attendance', async ({ browser }) => {
  const { connection } = await attachToEmbeddedPostgres(server.dataDir);
  const database = openDatabase(connection);
  const { rows } = await database.pool.query(
    `with school as (insert into schools (school_name) values ('TH Chậm') returning id)
     select id from school`,
  );
  const schoolId = rows[0].id as number;
  await database.pool.query('update school_years set year = $1 where school_id = $2', [
    lastYear,
    schoolId,
  ]);
  await database.close();
  const page = await browser.newPage({ baseURL: server.address });
  const create = async (path: string, data: object) => {
    const input = { school_id: schoolId, ...data };
    const response = await requestAs(page.request, 'admin', 'POST', path, input);
    expect(response.status()).toBe(201);
    return response.json();
  };
  const { id: class_id } = await create('/api/classes', { name: '3A', grade_id: 3 });
  const account = { password: 'demo1234', email: 'a@example.vn', class_id };
  for (const role of ['Teacher', 'Student']) {
    const names = { username: `cham.${role.toLowerCase()}`, first_name: 'Lan' };
    await create('/api/admin/users', { role, ...names, ...account });
  }
  await openAs(page, 'cham.teacher', '/classes?week=1');
  const main = page.getByRole('main');
  await expect(main.getByText(`${toLabel(lastYear)} đã kết thúc`)).toBeVisible();
  await expect(main).toContainText('Quản trị trường cần bắt đầu năm học mới');
  await expect(saveButton(page)).toHaveCount(0);
});

test('a Mod records that a student leaves and comes back', async ({ browser }) => {
  const page = await openAsUser(browser, 'mod', { path: '/admin/accounts?tab=students' });
  const main = page.getByRole('main');
  const name = 'Phạm Nhật Minh';
  const search = main.getByLabel('Tìm theo tên, mã số');
  await search.fill(name);
  const row = main.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: `Việc khác với ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Rời trường…' }).click();
  const dialog = page.getByRole('dialog', { name: `${name} rời trường` });
  await expect(dialog.getByLabel('Ngày học cuối cùng')).toHaveValue(today);
  await dialog.getByLabel('Lý do').selectOption('Chuyển trường');
  await dialog.getByLabel('Nơi đến').fill('TH Nguyễn Du, Huế');
  await dialog.getByRole('button', { name: 'Ghi nhận rời trường' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Đã rời trường');
  await expect(row).toContainText(`Chuyển trường · TH Nguyễn Du, Huế · ${formatDay(today)}`);

  const leftOnly = main.getByRole('button', { name: /^Đã rời trường/ });
  await leftOnly.click();
  await expect(main.getByRole('row')).toHaveCount(2);
  await row.getByRole('link', { name: `Lịch sử của ${name}` }).click();
  await expect(main.getByRole('row').nth(1)).toContainText('Đã rời trường · Chuyển trường');
  await page.goBack();

  await row.getByRole('button', { name: `Việc khác với ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Quay lại…' }).click();
  const returning = page.getByRole('dialog', { name: `${name} quay lại trường` });
  await expect(returning).toContainText('TH Nguyễn Du, Huế');
  await returning.getByLabel('Lớp').selectOption('Lớp 3A');
  await returning.getByRole('button', { name: 'Ghi nhận quay lại' }).click();
  await expect(main.getByText('Không tìm thấy ai')).toBeVisible();
  await leftOnly.click();
  await expect(row).toContainText('3A');
  await expect(row).not.toContainText('Đã rời trường');
});
