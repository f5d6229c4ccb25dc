import { teacherTables } from '@lop-xanh/contract/account-tables';
import { messages } from '@lop-xanh/contract/messages';
import { confirmDialog, dialog, makeStudentsTable, tableRow } from './accounts.ts';
import { createGate } from './gate.ts';
import { openAs } from './login.ts';
import { expect, type Page, test } from './test.ts';
import { addTestSchool, type Member } from './test-school.ts';

/** Opens the students of a new school as its Mod, coming from another page. */
async function openStudents(page: Page): Promise<Member> {
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  const student = await school.add('Student', 'An', { class_id: school.classId });
  await openAs(page, mod.username, '/admin/teacher-history');
  await page.getByRole('link', { name: messages.navigation.accounts }).first().click();
  await page.getByRole('tab', { name: /^Students/ }).click();
  await expect(tableRow(page, student.full_name)).toBeVisible();
  return student;
}

test('the back button asks before it leaves passwords that are shown only once', async ({
  page,
}) => {
  const student = await openStudents(page);
  await page.getByRole('button', { name: `Đặt lại mật khẩu của ${student.full_name}` }).click();
  await confirmDialog(page, 'Đặt lại');
  const password = page.locator('output');
  await expect(password).not.toBeEmpty();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Rời khỏi đây?' });
  await question.getByRole('button', { name: 'Hủy' }).click();
  await expect(question).toHaveCount(0);
  await expect(password).not.toBeEmpty();

  // When the browser denies the clipboard, the app does not claim to have copied.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
    document.execCommand = () => false;
  });
  await page.getByRole('button', { name: 'Chép mật khẩu' }).click();
  await expect(page.getByText('Không chép được')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Chép mật khẩu' })).toBeVisible();
  await page.getByRole('button', { name: 'Đã ghi lại' }).click();
  await expect(dialog(page)).toHaveCount(0);
});

test('a table that could not be checked is not reported as imported', async ({ page }) => {
  await page.route(`**${teacherTables.importTable.path}*`, (route) => route.abort());
  await openStudents(page);
  await page.getByRole('tab', { name: /^Teachers/ }).click();
  await page.getByRole('button', { name: 'Nhập', exact: true }).click();
  await dialog(page).locator('input[type=file]').setInputFiles(makeStudentsTable('x', 2));
  await expect(dialog(page)).toContainText('Chưa kiểm tra được tệp');
  await expect(dialog(page)).not.toContainText('Chưa rõ');
});

test('Back does not close a running import, and its passwords are shown', async ({ page }) => {
  await openStudents(page);
  await page.getByRole('tab', { name: /^Teachers/ }).click();
  await page.getByRole('button', { name: 'Nhập', exact: true }).click();
  const timestamp = Date.now();
  const name = `Bảo ${timestamp}`;
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'giáo viên.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Tên đăng nhập,Họ và tên đệm,Tên,Email\nhs${timestamp},Nguyễn,${name},bao@truong.vn`,
      ),
    });
  const importButton = dialog(page).getByRole('button', { name: 'Ghi 1 dòng' });
  await expect(importButton).toBeEnabled();
  const gate = createGate();
  await page.route(`**${teacherTables.importTable.path}*`, async (route) => {
    await gate.opened;
    await route.continue();
  });
  await importButton.click();
  await expect(dialog(page)).toContainText('Xin đừng đóng trang');
  const url = page.url();
  await page.goBack();
  await expect(dialog(page)).toContainText('Xin đừng đóng trang');
  expect(page.url()).toBe(url);
  gate.open();
  await expect(dialog(page).locator('output')).not.toBeEmpty();
  await dialog(page).getByRole('button', { name: 'Xong' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(tableRow(page, `Nguyễn ${name}`)).toBeVisible();
});

test('closing the form of a new school asks first, and a saved school is opened', async ({
  page,
}) => {
  await openAs(page, 'admin', '/admin/accounts');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const name = `TH mới ${Date.now()}`;
  await dialog(page).getByLabel('Tên trường').fill(name);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Bỏ thay đổi?' });
  await question.getByRole('button', { name: 'Hủy' }).click();
  await dialog(page).getByRole('button', { name: 'Lưu' }).click();
  await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(dialog(page)).toHaveCount(0);
});
