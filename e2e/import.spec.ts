import { makeMessyWorkbook } from '../server/src/testing/messy-workbook.ts';
import { openTab, writeStudents } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { answerMess } from './import.ts';
import { desktop, openAs } from './login.ts';
import { expect, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

test('a Mod imports a messy workbook: fixes, answers, writes, and reads the result later', async ({
  page,
}) => {
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  const { bytes, students, parents } = makeMessyWorkbook({
    sheets: 4,
    studentsPerSheet: 8,
    offset: Date.now() % 900_000,
  });
  await page.setViewportSize(desktop);
  await openAs(page, mod.username, '/admin/accounts?tab=students');
  const mimeType = 'application/octet-stream';
  const main = page.getByRole('main');
  const list = { name: 'DS hoc sinh (ban cuoi).xlsx', mimeType, buffer: bytes };

  // An old file can be picked, and is refused with what to do instead.
  await page.getByRole('link', { name: 'Nhập', exact: true }).click();
  const picker = main.locator('input[type=file]');
  await expect(picker).toHaveAttribute('accept', /\.xls,.*application\/vnd\.ms-excel/);
  await picker.setInputFiles({
    name: 'DS.xls',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  });
  await expect(main).toContainText('Đây là tệp .xls kiểu cũ');
  await picker.setInputFiles(list);
  await expect(main).toContainText('4 trang');
  await expect(main).toContainText('Không có danh sách: Bìa');
  await expect(main).toContainText('3 phải sửa');
  await expect(page.getByLabel('Nhập cột Ghi chú vào')).toHaveValue('');
  await expectAccessible(page);

  await answerMess(page);

  // An answer can be taken back, also by keyboard, and given again.
  const given = main.getByRole('group').filter({ hasText: '4 câu trả lời của bạn' });
  await given.locator('summary').press('Enter');
  await given.getByRole('button', { name: /^Bỏ câu trả lời: .*dòng \d+\)$/ }).press('Enter');
  await expect(main).toContainText('1 cần hỏi');
  await expect(main).toContainText('3 câu trả lời của bạn');
  await main.getByRole('button', { name: 'Là một em, cập nhật' }).press('Enter');
  await expect(main).toContainText('Không còn gì phải sửa.');
  await writeStudents(page, students);
  await expect(main).toContainText(`${students} học sinh mới`);
  await expect(main).toContainText(`${parents} phụ huynh mới`);

  // The result stays at its address, and the next list needs no mapping.
  await page.reload();
  await expect(main).toContainText(`${students} học sinh mới`);
  await page.getByRole('button', { name: 'Nhập tệp khác' }).click();
  await expect(page.getByRole('heading', { name: 'Những lần nhập gần đây' })).toBeVisible();

  // The same list again: its columns are known, and one answer is enough for all doubles.
  await picker.setInputFiles(list);
  await expect(page.getByLabel('Như lần trước').first()).toBeVisible();
  await page.getByRole('button', { name: 'Để trống tất cả: ngày sinh không đọc được' }).click();
  await expect(main).toContainText('1 phải sửa');
  await page.getByRole('button', { name: /^Để trống cho/ }).click();
  await expect(main).toContainText('10 cần hỏi');
  const others = page.getByRole('group', { name: 'Tất cả em chưa được trả lời riêng' });
  await others.getByRole('button', { name: 'Là một em, cập nhật' }).click();
  await expect(main).toContainText('Không còn gì phải sửa.');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Về danh sách' }).click();
  await page
    .getByRole('dialog', { name: 'Bỏ thay đổi?' })
    .getByRole('button', { name: 'Bỏ thay đổi' })
    .click();
  await openTab(page, 'Students', students);
});
