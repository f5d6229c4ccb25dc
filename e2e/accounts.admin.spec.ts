import { messages } from '@lop-xanh/contract/messages';
import {
  checkStudents,
  confirmDialog,
  dialog,
  fillAndSave,
  findRow,
  makeStudentsTable,
  openParents,
  openTab,
  tableRow,
  toFullName,
  writeStudents,
} from './accounts.ts';
import { desktop, openAs, phone } from './login.ts';
import { expect, type Page, test } from './test.ts';

const words = messages.accounts;
const printCards = (page: Page) => dialog(page).getByRole('button', { name: 'In các thẻ' });
const tryLogin = async (page: Page, username: string, password: string) => {
  const data = { username, password };
  return (await page.request.post('/api/auth/login', { data })).status();
};

test('an Admin sets up, runs and winds down a school, and reads every history', async ({
  page,
}) => {
  const prefix = `s${Date.now()}`;
  const name = `TH Nguyễn Thị Minh Khai ${prefix}`;
  await page.setViewportSize(desktop);
  await openAs(page, 'admin', '/admin/accounts');

  // The school is added and renamed inline.
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByRole('button', { name: 'Lưu' })).toBeDisabled();
  await fillAndSave(page, { 'Tên trường': `${name} cũ` });
  await expect(page.getByRole('button', { name: `${name} cũ`, exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page.getByRole('button', { name: `Edit ${name} cũ` }).click();
  const nameField = page.getByLabel(`Tên của ${name} cũ`);
  await expect(nameField).toBeFocused();
  await nameField.fill('  ');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(messages.schools.nameRequired);
  await confirmDialog(page, 'Đã hiểu');
  await nameField.fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  const schools = page.getByRole('region', { name: 'Schools' });
  expect((await schools.getByRole('list').boundingBox())?.height).toBeLessThanOrEqual(144);
  const left = await schools.boundingBox();
  const right = await page.getByRole('region', { name, exact: true }).boundingBox();
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  const title = await page.getByRole('heading', { name, exact: true }).boundingBox();
  expect(title?.y).toBe(left?.y);

  // The Mod's form shows every error at its field first.
  await openTab(page, 'Moderator', 0);
  await page.getByRole('button', { name: 'Thêm quản trị trường' }).click();
  await dialog(page).getByLabel('Trường').selectOption('');
  await dialog(page).getByLabel('Email').fill('không phải');
  await dialog(page).getByRole('button', { name: 'Lưu' }).click();
  for (const message of [
    words.usernameTooShort,
    words.passwordTooShort,
    words.invalidEmail,
    messages.schools.nameRequired,
  ]) {
    await expect(dialog(page).getByText(message, { exact: true })).toBeVisible();
  }
  await expect(dialog(page).getByText(words.schoolRequired)).toHaveCount(2);
  await expect(dialog(page).getByLabel('Trường')).toBeFocused();
  await fillAndSave(page, {
    Trường: name,
    Tên: 'Hạnh',
    'Tên đăng nhập': `${prefix}.mod`,
    'Mật khẩu': 'muaxuan',
    Email: '',
  });
  await expect(page.getByRole('tab', { name: 'Moderator 1' })).toBeVisible();

  // Two classes, and their teachers.
  await openTab(page, 'Classes', 0);
  for (const className of ['1A', '1B']) {
    await page.getByRole('button', { name: 'Thêm lớp' }).click();
    await fillAndSave(page, { 'Tên lớp': className, Khối: 'Khối 1' });
    await expect(tableRow(page, className)).toBeVisible();
  }
  await openTab(page, 'Teachers', 0);
  const teacher = { 'Mật khẩu': 'muaxuan', Email: 'gv@truong.vn' };
  await page.getByRole('button', { name: 'Thêm giáo viên' }).click();
  await expect(dialog(page).getByLabel('Lớp').getByRole('option')).toHaveText([
    words.pendingAssignment,
    'Lớp 1A',
    'Lớp 1B',
  ]);
  const hoa = { Tên: 'Hoa', 'Tên đăng nhập': `${prefix}.hoa`, Lớp: 'Lớp 1A' };
  await fillAndSave(page, { 'Họ và tên đệm': 'Trần Thị', ...teacher, ...hoa });
  await expect(tableRow(page, 'Trần Thị Hoa')).toContainText('1A');
  await page.getByRole('button', { name: 'Thêm giáo viên' }).click();
  await expect(dialog(page).getByLabel('Lớp').getByRole('option')).toHaveText([
    words.pendingAssignment,
    'Lớp 1B',
  ]);
  await fillAndSave(page, { ...teacher, Tên: 'Nam', 'Tên đăng nhập': `${prefix}.nam` });
  await expect(tableRow(page, 'Nam')).toContainText(words.pendingAssignment);

  // Sixty students: an invalid table lists its errors by row and column and imports nothing, a valid one imports all.
  await openTab(page, 'Students', 0);
  await checkStudents(page, makeStudentsTable(prefix, 60, [5, 61]));
  await expect(page.getByRole('listitem').filter({ hasText: 'Invalid email' })).toContainText([
    'dòng 5: “không phải”',
    'dòng 61: “không phải”',
  ]);
  await expect(page.getByRole('button', { name: /^Ghi 60 học sinh · còn 2 việc/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Chọn tệp khác' }).click();
  const file = page.getByRole('main').locator('input[type=file]');
  await file.setInputFiles(makeStudentsTable(prefix, 60));
  await writeStudents(page, 60);
  await page.getByRole('button', { name: 'Thẻ của 60 học sinh' }).click();
  await expect(printCards(page)).toBeVisible();
  await expect(page.locator('[data-print] li')).toHaveCount(60);
  await dialog(page).getByRole('button', { name: 'Đã ghi lại' }).click();
  await page.getByRole('link', { name: 'Về danh sách' }).click();
  await openTab(page, 'Students', 60);
  await expect(page.getByRole('tab', { name: 'Students 60' })).toBeVisible();
  await expect(page.getByText('1–10 trên 60')).toBeVisible();
  await page.getByLabel('Class', { exact: true }).selectOption('Lớp 1B');
  await expect(page.getByText('1–10 trên 30')).toBeVisible();
  await page.getByRole('button', { name: 'Trang số 3' }).click();
  await expect(page.getByText('21–30 trên 30')).toBeVisible();
  // More rows begin on the first page again, and stay in the URL.
  await page.getByLabel('Số dòng mỗi trang').selectOption('25 dòng');
  await expect(page.getByText('1–25 trên 30')).toBeVisible();
  await page.getByRole('button', { name: 'Trang số 2' }).click();
  await page.reload();
  await expect(page.getByText('26–30 trên 30')).toBeVisible();
  await page.getByRole('searchbox').last().fill('bon dat');
  await expect(tableRow(page, toFullName(34))).toBeVisible();
  await expect(page.getByText('trong')).toHaveCount(0);
  await page.getByLabel('Class', { exact: true }).selectOption('');

  // Importing an export changes nothing.
  const exporting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Xuất', exact: true }).click();
  await page.getByRole('menuitem', { name: /xlsx/ }).click();
  const exported = await (await exporting).path();
  await checkStudents(page, exported);
  await expect(page.getByRole('button', { name: 'Không có gì thay đổi' })).toBeDisabled();
  await page.goBack();

  // One student is transferred, one deactivated, one gets a new password and a parent, one is deleted.
  const [transferred, deactivated, resetStudent, deleted] = [1, 3, 5, 7].map(toFullName) as [
    string,
    string,
    string,
    string,
  ];
  await findRow(page, transferred);
  await page.getByRole('button', { name: `Sửa ${transferred}` }).click();
  await fillAndSave(page, { Lớp: 'Lớp 1B' });
  await expect(tableRow(page, transferred)).toContainText('1B');

  await findRow(page, deactivated);
  await page.getByRole('button', { name: `Sửa ${deactivated}` }).click();
  await fillAndSave(page, { 'Mật khẩu mới': 'muaxuan3', 'Trạng thái': 'inactive' });
  await expect(page.getByRole('tab', { name: 'Students 59' })).toBeVisible();
  await expect(tableRow(page, deactivated)).toHaveAttribute('data-muted', 'true');
  expect(await tryLogin(page, `${prefix}.3`, 'muaxuan3')).toBe(403);

  await findRow(page, resetStudent);
  await page.getByRole('button', { name: `Đặt lại mật khẩu của ${resetStudent}` }).click();
  await confirmDialog(page, 'Đặt lại');
  const shown = dialog(page).locator('output');
  // A first grader's: two words and two digits.
  await expect(shown).toHaveText(/^[a-z]+\d{2}$/);
  await expect(page.locator('[data-print] li')).toContainText(`${prefix}.5`);
  expect(await tryLogin(page, `${prefix}.5`, (await shown.textContent()) ?? '')).toBe(200);
  await dialog(page).getByRole('button', { name: 'Đã ghi lại' }).click();

  await openParents(page, resetStudent);
  await dialog(page).getByRole('button', { name: words.addParent }).click();
  await expect(dialog(page).getByRole('list', { name: 'Các con' })).toContainText(resetStudent);
  await fillAndSave(page, { Tên: 'Lan', 'Tên đăng nhập': `${prefix}.lan`, 'Mật khẩu': 'muaxuan' });
  await openParents(page, resetStudent);
  await expect(dialog(page)).toContainText(`${prefix}.lan`);
  await page.keyboard.press('Escape');

  await findRow(page, deleted);
  await page.getByRole('button', { name: `Xóa ${deleted}` }).click();
  await confirmDialog(page, 'Xóa');
  await expect(page.getByRole('tab', { name: 'Students 58' })).toBeVisible();
  await expect(tableRow(page, deleted)).toHaveCount(0);

  // A whole class gets new passwords on one print-out; then a class is deleted.
  await openTab(page, 'Classes', 2);
  await page.getByRole('button', { name: 'Đặt lại mật khẩu cả lớp 1B' }).click();
  await confirmDialog(page, 'Đặt lại cả lớp');
  await expect(printCards(page)).toBeVisible();
  await expect(page.locator('[data-print] li')).toHaveCount(31);
  await dialog(page).getByRole('button', { name: 'Đã ghi lại' }).click();
  await page.getByRole('button', { name: 'Xóa lớp 1A' }).click();
  await confirmDialog(page, 'Xóa');
  await expect(tableRow(page, '1A')).toHaveCount(0);
  await openTab(page, 'Teachers', 2);
  await expect(tableRow(page, 'Trần Thị Hoa')).toContainText(words.pendingAssignment);

  // A school with users cannot be deleted.
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await confirmDialog(page, 'Xóa');
  const reason = 'Trường vẫn còn 63 tài khoản và 1 lớp học';
  await expect(page.getByText(messages.schools.deleteFailed(reason))).toBeVisible();

  // The histories.
  await page.getByRole('link', { name: 'Lịch sử của Trần Thị Hoa' }).click();
  const history = page.getByRole('table');
  await expect(history.getByRole('row')).toHaveText([
    /Giáo viên/,
    /Trần Thị Hoa1Apending assignment.*admin/,
    /Trần Thị Hoapending assignment1A.*admin/,
  ]);
  await page.goto('/admin/accounts');
  await page.getByRole('button', { name, exact: true }).click();
  await openTab(page, 'Students', 58);
  await findRow(page, transferred);
  await page.getByRole('link', { name: `Lịch sử của ${transferred}` }).click();
  await expect(history.getByRole('row')).toHaveText([
    /Học sinh/,
    /1A1B.*admin/,
    /pending assignment1A.*admin/,
  ]);
  await page.getByRole('tab', { name: messages.history.attendanceTab }).click();
  await expect(page.getByText(messages.history.noAttendance)).toBeVisible();
  await page.getByRole('tab', { name: messages.history.classTab }).click();
  await page.getByRole('combobox', { name: 'Student' }).click();
  await page.getByRole('option', { name: 'Tất cả học sinh' }).click();
  await page.getByRole('button', { name: 'Xem thêm' }).click();
  await history.getByRole('link', { name: deleted }).first().click();
  await page.getByRole('link', { name: 'Lịch sử học sinh' }).click();
  await expect(history.getByRole('row')).toHaveText([
    /Học sinh/,
    /1Apending assignment.*admin/,
    /pending assignment1A.*admin/,
  ]);
  await page.getByRole('button', { name: messages.history.viewReport }).click();
  const report = page.getByRole('article');
  await expect(report).toContainText(deleted);
  await expect(report).toContainText('Đã xóa');
  await expect(report).toContainText(messages.history.noAttendance);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Tải .xlsx' }).click();
  expect((await downloading).suggestedFilename()).toContain(deleted);

  // The audit log has all of it.
  await page.goto('/admin/audit');
  await page.getByLabel('Trường').selectOption(name);
  const entries = page.getByRole('table').getByRole('row');
  await expect(entries.nth(1)).toContainText(`Xuất tệp báo cáo học sinh ${deleted}`);
  await expect(entries.nth(2)).toContainText('Xóa lớp 1A');
  await page.getByLabel('Việc').selectOption('Nhập tệp');
  await expect(entries).toHaveCount(2);
  await expect(entries.nth(1)).toContainText('60 dòng, 60 thêm mới');
});

test('on a phone the first invalid field and its label are visible below the form title', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await openAs(page, 'admin', '/admin/accounts?tab=students');
  await page.getByRole('button', { name: 'Thêm học sinh' }).click();
  await dialog(page).getByRole('button', { name: 'Lưu' }).click();
  const invalidField = dialog(page).getByRole('textbox', { name: 'Tên', exact: true });
  await expect(invalidField).toBeFocused();
  const title = await dialog(page).locator('header').boundingBox();
  const labelY = await invalidField.evaluate(
    ({ labels }: HTMLInputElement) => labels?.[0]?.getBoundingClientRect().y,
  );
  expect(labelY).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0));
});
