import { messages } from '@lop-xanh/contract/messages';
import { expect, type Page, test } from '@playwright/test';
import { agree, dialog, find, fullNameOf, openTab, row, save, studentsTable } from './accounts.ts';
import { desktop, enterAs, phone } from './people.ts';

const words = messages.accounts;
const printCards = (page: Page) => dialog(page).getByRole('button', { name: 'In các thẻ' });
/** Passwords are hashed slowly on purpose, and a busy machine has little time for it. */
const forHashing = { timeout: 60_000 };
const statusOfLogin = async (page: Page, username: string, password: string) => {
  const data = { username, password };
  return (await page.request.post('/api/auth/login', { data })).status();
};

test('an Admin leads a school through its whole life, and every history is read back', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const mark = `s${Date.now()}`;
  const name = `TH Nguyễn Thị Minh Khai ${mark}`;
  await page.setViewportSize(desktop);
  await enterAs(page, 'admin', '/admin/accounts');

  // The school: added, and renamed in its place.
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByRole('button', { name: 'Lưu' })).toBeDisabled();
  await save(page, { 'Tên trường': `${name} cũ` });
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
  await agree(page, 'Đã hiểu');
  await nameField.fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  const schools = page.getByRole('region', { name: 'Schools' });
  expect((await schools.getByRole('list').boundingBox())?.height).toBeLessThanOrEqual(144);
  const left = await schools.boundingBox();
  const right = await page.getByRole('region', { name, exact: true }).boundingBox();
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  expect(right?.y).toBe(left?.y);

  // Its Mod, with every mistake told at its field first.
  await openTab(page, 'Moderator', 0);
  await page.getByRole('button', { name: 'Create moderator' }).click();
  await dialog(page).getByLabel('School').selectOption('');
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
  await expect(dialog(page).getByLabel('School')).toBeFocused();
  await save(page, {
    School: name,
    Tên: 'Hạnh',
    Username: `${mark}.mod`,
    Password: 'matkhau',
    Email: '',
  });
  await expect(page.getByRole('tab', { name: 'Moderator 1' })).toBeVisible();

  // Two classes, and their teachers.
  await openTab(page, 'Classes', 0);
  for (const className of ['1A', '1B']) {
    await page.getByRole('button', { name: 'Create class' }).click();
    await save(page, { 'Tên lớp': className, Khối: 'Khối 1' });
    await expect(row(page, className)).toBeVisible();
  }
  await openTab(page, 'Teachers', 0);
  const teacher = { Password: 'matkhau', Email: 'gv@truong.vn' };
  await page.getByRole('button', { name: 'Create teacher' }).click();
  await expect(dialog(page).getByLabel('Lớp').getByRole('option')).toHaveText([
    words.pendingAssignment,
    'Lớp 1A',
    'Lớp 1B',
  ]);
  const hoa = { Tên: 'Hoa', Username: `${mark}.hoa`, Lớp: 'Lớp 1A' };
  await save(page, { 'Họ và tên đệm': 'Trần Thị', ...teacher, ...hoa });
  await expect(row(page, 'Trần Thị Hoa')).toContainText('1A');
  await page.getByRole('button', { name: 'Create teacher' }).click();
  await expect(dialog(page).getByLabel('Lớp').getByRole('option')).toHaveText([
    words.pendingAssignment,
    'Lớp 1B',
  ]);
  await save(page, { ...teacher, Tên: 'Nam', Username: `${mark}.nam` });
  await expect(row(page, 'Nam')).toContainText(words.pendingAssignment);

  // Sixty students: a wrong table is told by row and column and writes nothing, the right one all.
  await openTab(page, 'Students', 0);
  await page.getByRole('button', { name: 'Import' }).click();
  const file = dialog(page).locator('input[type=file]');
  await file.setInputFiles(studentsTable(mark, 60, [5, 61]));
  await expect(dialog(page).getByRole('row')).toHaveText([
    /Dòng.*Cột.*Lỗi/,
    /5Email.*Invalid email/,
    /61Email.*Invalid email/,
  ]);
  await expect(dialog(page).getByRole('button', { name: /^Ghi/ })).toBeDisabled();
  await file.setInputFiles(studentsTable(mark, 60));
  await dialog(page).getByRole('button', { name: 'Ghi 60 dòng' }).click();
  await expect(printCards(page)).toBeVisible(forHashing);
  await expect(page.locator('[data-print] li')).toHaveCount(60);
  await dialog(page).getByRole('button', { name: 'Xong' }).click();
  await expect(page.getByRole('tab', { name: 'Students 60' })).toBeVisible();
  await expect(page.getByText('1–10 trong 60')).toBeVisible();
  await page.getByLabel('Class', { exact: true }).selectOption('Lớp 1B');
  await expect(page.getByText('1–10 trong 30')).toBeVisible();
  await page.getByRole('button', { name: 'Trang 3' }).click();
  await expect(page.getByText('21–30 trong 30')).toBeVisible();
  await page.getByRole('searchbox').last().fill('bon dat');
  await expect(row(page, fullNameOf(34))).toBeVisible();
  await expect(page.getByText('trong')).toHaveCount(0);
  await page.getByLabel('Class', { exact: true }).selectOption('');

  // What was given out can be taken back, and changes nothing.
  const exporting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /xlsx/ }).click();
  const exported = await (await exporting).path();
  await page.getByRole('button', { name: 'Import' }).click();
  await dialog(page).locator('input[type=file]').setInputFiles(exported);
  await expect(dialog(page)).toContainText('60 giữ nguyên');
  await expect(dialog(page).getByRole('button', { name: 'Không có gì thay đổi' })).toBeDisabled();
  await page.keyboard.press('Escape');

  // One is transferred, one is deactivated, one gets a password, one a parent, one is deleted.
  const [moved, stopped, forgetful, deleted] = [1, 3, 5, 7].map(fullNameOf) as [
    string,
    string,
    string,
    string,
  ];
  await find(page, moved);
  await page.getByRole('button', { name: `Sửa ${moved}` }).click();
  await save(page, { Lớp: 'Lớp 1B' });
  await expect(row(page, moved)).toContainText('1B');

  await find(page, stopped);
  await page.getByRole('button', { name: `Sửa ${stopped}` }).click();
  await save(page, { 'Password mới': 'matkhau3', 'Trạng thái': 'inactive' });
  await expect(page.getByRole('tab', { name: 'Students 59' })).toBeVisible();
  await expect(row(page, stopped)).toHaveAttribute('data-muted', 'true');
  expect(await statusOfLogin(page, `${mark}.3`, 'matkhau3')).toBe(403);

  await find(page, forgetful);
  await page.getByRole('button', { name: `Đặt lại mật khẩu của ${forgetful}` }).click();
  await agree(page, 'Đặt lại');
  const shown = dialog(page).locator('output');
  await expect(shown).toHaveText(/^[a-zA-Z2-9]{10}$/);
  await expect(page.locator('[data-print] li')).toContainText(`${mark}.5`);
  expect(await statusOfLogin(page, `${mark}.5`, (await shown.textContent()) ?? '')).toBe(200);
  await dialog(page).getByRole('button', { name: 'Đã ghi lại' }).click();

  await page.getByRole('button', { name: `Phụ huynh của ${forgetful}` }).click();
  await dialog(page).getByRole('button', { name: words.addParent }).click();
  await expect(dialog(page).getByRole('list', { name: 'Các con' })).toContainText(forgetful);
  await save(page, { Tên: 'Lan', Username: `${mark}.lan`, Password: 'matkhau' });
  await page.getByRole('button', { name: `Phụ huynh của ${forgetful}` }).click();
  await expect(dialog(page)).toContainText(`${mark}.lan`);
  await page.keyboard.press('Escape');

  await find(page, deleted);
  await page.getByRole('button', { name: `Xóa ${deleted}` }).click();
  await agree(page, 'Xóa');
  await expect(page.getByRole('tab', { name: 'Students 58' })).toBeVisible();
  await expect(row(page, deleted)).toHaveCount(0);

  // A whole class gets new passwords, on one sheet; then the class goes.
  await openTab(page, 'Classes', 2);
  await page.getByRole('button', { name: 'Đặt lại mật khẩu cả lớp 1B' }).click();
  await agree(page, 'Đặt lại cả lớp');
  await expect(printCards(page)).toBeVisible(forHashing);
  await expect(page.locator('[data-print] li')).toHaveCount(31);
  await dialog(page).getByRole('button', { name: 'Đã ghi lại' }).click();
  await page.getByRole('button', { name: 'Xóa lớp 1A' }).click();
  await agree(page, 'Xóa');
  await expect(row(page, '1A')).toHaveCount(0);
  await openTab(page, 'Teachers', 2);
  await expect(row(page, 'Trần Thị Hoa')).toContainText(words.pendingAssignment);

  // The school is not deleted while somebody is in it.
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await agree(page, 'Delete');
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
  await find(page, moved);
  await page.getByRole('link', { name: `Lịch sử của ${moved}` }).click();
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
  await history.getByRole('button', { name: deleted }).first().click();
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

  // All of it is written down.
  await page.goto('/admin/audit');
  await page.getByLabel('Trường').selectOption(name);
  const acts = page.getByRole('table').getByRole('row');
  await expect(acts.nth(1)).toContainText('Xóa lớp 1A');
  await page.getByLabel('Việc').selectOption('Nhập tệp');
  await expect(acts).toHaveCount(2);
  await expect(acts.nth(1)).toContainText('60 dòng, 60 thêm mới');
});

test('on a phone the first field that is wrong is shown with its name, below the title of its form', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await enterAs(page, 'admin', '/admin/accounts?tab=students');
  await page.getByRole('button', { name: 'Create student' }).click();
  await dialog(page).getByRole('button', { name: 'Lưu' }).click();
  const wrong = dialog(page).getByRole('textbox', { name: 'Tên', exact: true });
  await expect(wrong).toBeFocused();
  const title = await dialog(page).locator('header').boundingBox();
  const nameY = await wrong.evaluate(
    ({ labels }: HTMLInputElement) => labels?.[0]?.getBoundingClientRect().y,
  );
  expect(nameY).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0));
});
