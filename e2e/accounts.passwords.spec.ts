import { studentTables } from '@lop-xanh/contract/account-tables';
import { messages } from '@lop-xanh/contract/messages';
import { expect, type Page, test } from '@playwright/test';
import { agree, dialog, row, studentsTable } from './accounts.ts';
import { gate } from './gate.ts';
import { addOwnSchool, type Member } from './own-school.ts';
import { enterAs } from './people.ts';

/** A student in a school of the test's own, whose Mod came to the students' table from another page. */
async function openStudents(page: Page): Promise<Member> {
  const school = await addOwnSchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  const student = await school.add('Student', 'An', { class_id: school.classId });
  await enterAs(page, mod.username, '/admin/teacher-history');
  await page.getByRole('link', { name: messages.navigation.accounts }).first().click();
  await page.getByRole('tab', { name: /^Students/ }).click();
  await expect(row(page, student.full_name)).toBeVisible();
  return student;
}

test('passwords that are shown once are not left by the back button without a question', async ({
  page,
}) => {
  const student = await openStudents(page);
  await page.getByRole('button', { name: `Đặt lại mật khẩu của ${student.full_name}` }).click();
  await agree(page, 'Đặt lại');
  const password = page.locator('output');
  await expect(password).not.toBeEmpty();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Rời khỏi đây?' });
  await question.getByRole('button', { name: 'Hủy' }).click();
  await expect(question).toHaveCount(0);
  await expect(password).not.toBeEmpty();

  // A browser that refuses the clipboard is not said to have copied.
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

test('a table that could not be looked through is not said to have been written', async ({
  page,
}) => {
  await page.route(`**${studentTables.take.path}*`, (route) => route.abort());
  await openStudents(page);
  await page.getByRole('button', { name: 'Import' }).click();
  await dialog(page).locator('input[type=file]').setInputFiles(studentsTable('x', 2));
  await expect(dialog(page)).toContainText('Chưa kiểm tra được tệp');
  await expect(dialog(page)).not.toContainText('Chưa rõ');
});

test('a table that is being written is not left without a question, and its passwords are shown', async ({
  page,
}) => {
  await openStudents(page);
  await page.getByRole('button', { name: 'Import' }).click();
  const mark = Date.now();
  const name = `Bảo ${mark}`;
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'học sinh.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Tên đăng nhập,Họ và tên đệm,Tên,Email\nhs${mark},Nguyễn,${name},bao@truong.vn`,
      ),
    });
  const write = dialog(page).getByRole('button', { name: 'Ghi 1 dòng' });
  await expect(write).toBeEnabled();
  const late = gate();
  await page.route(`**${studentTables.take.path}*`, async (route) => {
    await late.opened;
    await route.continue();
  });
  await write.click();
  await expect(dialog(page)).toContainText('Xin đừng đóng trang');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Rời khỏi đây?' });
  await question.getByRole('button', { name: 'Hủy' }).click();
  await expect(question).toHaveCount(0);
  late.open();
  await expect(dialog(page).locator('output')).not.toBeEmpty();
  await dialog(page).getByRole('button', { name: 'Xong' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, `Nguyễn ${name}`)).toBeVisible();
});

test('a school that is being added is not left without a question, and is opened once it is there', async ({
  page,
}) => {
  await enterAs(page, 'admin', '/admin/accounts');
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
