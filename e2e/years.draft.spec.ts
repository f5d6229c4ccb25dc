import { readFile } from 'node:fs/promises';
import { navigateTo, openAs, phone, settleOverlays } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, test } from './test.ts';
import {
  addSmallSchool,
  checks,
  closedRow,
  fetchDraft,
  placeField,
  savedText,
  startButton,
  teacherField,
  yearPath,
} from './years.ts';

const saveUrl = '**/api/school-years/draft';

test('a change that meets a newer draft is named, and the newer one can be opened', async ({
  page,
  request,
}) => {
  const { id, mod } = await addSmallSchool(request);
  await openAs(page, mod, yearPath);
  await closedRow(page, /^3A/).click();
  const { plan } = await fetchDraft(request, mod);
  const body = { school_id: id, version: 0, plan: { ...plan, students: [] } };
  const saved = await requestAs(request, 'admin', 'PUT', '/api/school-years/draft', body);
  expect(saved.status()).toBe(200);

  await placeField(page, 'Nguyễn Thị Bình').selectOption('Rời đi');
  const notice = page.getByRole('alert').filter({ hasText: 'đã lưu bản nháp 1' });
  await expect(notice.getByRole('listitem')).toHaveText(['Nguyễn Thị Bình → Rời đi']);
  await notice.getByRole('button', { name: 'Mở bản nháp 1' }).click();
  await expect(placeField(page, 'Nguyễn Thị Bình')).toHaveValue('n1');
  // Still named, until the user has noticed.
  await expect(page.getByText('Nguyễn Thị Bình → Rời đi')).toBeVisible();
  await page.getByRole('button', { name: 'Đã hiểu' }).click();
  await expect(page.getByText('Nguyễn Thị Bình → Rời đi')).toHaveCount(0);

  await placeField(page, 'Nguyễn Thị Bình').selectOption('Rời đi');
  await expect(page.getByText('Bản nháp 2')).toBeVisible();
});

test('a save that fails is offered again, and nobody leaves it behind unasked', async ({
  page,
  request,
}) => {
  const { mod } = await addSmallSchool(request);
  await openAs(page, mod, '/help');
  await navigateTo(page, '/profile');
  await navigateTo(page, yearPath);
  await closedRow(page, /^3A/).click();
  await page.route(saveUrl, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await placeField(page, 'Nguyễn Thị An').selectOption('Rời đi');
  await expect(page.getByRole('alert').filter({ hasText: 'Chưa lưu được' })).toBeVisible();
  await page.getByRole('link', { name: 'Tài khoản' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bỏ thay đổi?' });
  await dialog.getByRole('button', { name: 'Hủy' }).click();
  await expect(page).toHaveURL(yearPath);

  // Two Backs at once ask once, too.
  await settleOverlays(page);
  await page.evaluate(() => {
    history.back();
    history.back();
  });
  await expect(dialog).toBeVisible();
  await settleOverlays(page, 1);
  await expect(dialog).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Hủy' }).click();
  await expect(dialog).toHaveCount(0);
  await settleOverlays(page);
  await expect(page).toHaveURL(yearPath);

  await page.unroute(saveUrl);
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(savedText(page)).toBeVisible();
  // A change is saved on the way out.
  await placeField(page, 'Nguyễn Thị Bình').selectOption('Rời đi');
  await page.getByRole('link', { name: 'Tài khoản' }).click();
  await expect(page).toHaveURL('/admin/accounts');
  expect((await fetchDraft(request, mod)).plan.students).toHaveLength(2);
});

test('everything can be decided with the keyboard alone', async ({ page, request }) => {
  const { mod } = await addSmallSchool(request);
  await openAs(page, mod, yearPath);
  await closedRow(page, /^3A/).press('Enter');
  await page.getByRole('checkbox', { name: /Nguyễn Thị An/ }).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('Đã chọn 2 em')).toBeVisible();
  await page.getByLabel('Chuyển các em đã chọn đến').press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('5B');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(placeField(page, 'Nguyễn Thị An').locator('option:checked')).toHaveText('5B');
  await expect(placeField(page, 'Nguyễn Thị Bình').locator('option:checked')).toHaveText('5B');

  await checks(page).getByRole('button', { name: 'Chọn: 5B chưa có giáo viên' }).press('Enter');
  await expect(teacherField(page, '5B')).toBeFocused();
  await page.keyboard.type('hoa');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(teacherField(page, '5B')).toHaveValue('Nguyễn Thị Hoa');
});

test('selected students can be dragged onto another class', async ({ page, request }) => {
  const { mod } = await addSmallSchool(request);
  await openAs(page, mod, yearPath);
  await closedRow(page, /^3A/).click();
  await closedRow(page, /^Khối 4/).click();
  await page.getByRole('checkbox', { name: 'Chọn tất cả' }).check();
  const row = page.getByRole('row', { name: /^4B/ });
  await page.getByRole('listitem').filter({ hasText: 'Nguyễn Thị An' }).dragTo(row);
  await expect(row.getByRole('cell', { name: '4', exact: true })).toBeVisible();
  await expect(page.getByText('Đã chuyển 2 em: 5B')).toBeVisible();
});

test('the draft goes out as a spreadsheet and comes back, with every wrong cell listed', async ({
  page,
  request,
}) => {
  const { mod } = await addSmallSchool(request);
  await openAs(page, mod, yearPath);
  const files = page.getByRole('button', { name: 'Xuất, nhập .xlsx' });
  await files.click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Tải bản nháp về' }).click();
  const path = await (await download).path();
  expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK');

  await files.click();
  await page.getByRole('menuitem', { name: 'Nhập từ tệp đã sửa' }).click();
  const dialog = page.getByRole('dialog');
  const { school } = await fetchDraft(request, mod);
  const [first, second] = school.students;
  const toFile = (...lines: string[]) => ({
    name: 'năm học.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Mã định danh,Lớp mới', ...lines].join('\n')),
  });
  const input = dialog.locator('input[type=file]');
  await input.setInputFiles(toFile(`${first?.identifier_code},9X`));
  await expect(dialog.getByRole('row').filter({ hasText: 'Lớp mới' })).toHaveCount(1);
  await input.setInputFiles(
    toFile(`${first?.identifier_code},Rời đi`, `${second?.identifier_code},5B`),
  );
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Bản nháp 1')).toBeVisible();
});

test('a brand-new school gets its classes and its first Monday', async ({ page, request }) => {
  const { id } = await (
    await requestAs(request, 'admin', 'POST', '/api/admin/schools', {
      school_name: `TH mới ${Date.now()}`,
    })
  ).json();
  await page.setViewportSize(phone);
  await openAs(page, 'admin', `${yearPath}?school=${id}`);
  await page.getByLabel('Khối 5').uncheck();
  await page.getByLabel('Tên sau số khối').fill('A, B');
  const monday = page.getByLabel('Tuần 1 từ thứ hai');
  const [, secondMonday] = await monday.locator('option').allTextContents();
  await monday.selectOption(secondMonday as string);
  await expect(page.getByText(`tuần 1 từ ${secondMonday}`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Thêm 8 lớp' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Năm học mới/);
  await expect(startButton(page)).toBeVisible();
  const list = await requestAs(request, 'admin', 'GET', `/api/classes?school_id=${id}`);
  expect((await list.json()).classes).toHaveLength(8);
});

test('an Admin chooses the school first', async ({ page, request }) => {
  const { name } = await addSmallSchool(request);
  await openAs(page, 'admin', yearPath);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Năm học');
  await page.getByRole('main').getByRole('button', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Năm học mới/);
  await expect(page.getByLabel('Trường').locator('option:checked')).toHaveText(name);
});

test('after July a Mod is told on the classes and accounts pages that the year is over', async ({
  page,
  request,
}) => {
  const { mod } = await addSmallSchool(request);
  const { school } = await fetchDraft(request, mod);
  await openAs(page, mod, '/classes');
  await expect(page.getByRole('navigation', { name: 'Lối tắt' }).first()).toBeVisible();
  await expect(page.getByText(/đã kết thúc/)).toHaveCount(0);
  await page.clock.setFixedTime(new Date(`${school.year}-08-01T00:00:00+07:00`));
  await page.reload();
  await expect(page.getByText(/^Năm học .* đã kết thúc\.$/)).toBeVisible();
  await page.goto('/admin/accounts');
  await page.getByRole('link', { name: 'Bắt đầu năm học mới' }).click();
  await expect(page).toHaveURL(yearPath);
});
