import { makeMessyWorkbook } from '../server/src/testing/messy-workbook.ts';
import { checkStudents, dialog, openTab, writeStudents } from './accounts.ts';
import { answerMess } from './import.ts';
import { desktop, openAs } from './login.ts';
import { countPages } from './print.ts';
import { expect, test } from './test.ts';
import { addEmptySchool } from './test-school.ts';

const sheets = 35;
const studentsPerSheet = 35;
const cardsOnPage = 10;

/** The first day of a whole school from nothing, which `npm run first-day` measures. */
test('a Mod creates 35 classes, imports their students and prints their cards', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const began = Date.now();
  const school = await addEmptySchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  await page.setViewportSize(desktop);
  await openAs(page, mod.username, '/admin/school-year');
  await page.getByLabel('Tên sau số khối').fill('A B C D E G H');
  await page.getByRole('button', { name: 'Thêm 35 lớp' }).click();
  await expect(page.getByText('Trường chưa có lớp nào')).toHaveCount(0);

  const { bytes, students, parents } = makeMessyWorkbook({
    sheets,
    studentsPerSheet,
    offset: began % 900_000,
  });
  await page.goto('/admin/accounts?tab=students');
  const mimeType = 'application/octet-stream';
  await checkStudents(page, { name: 'DS toàn trường.xlsx', mimeType, buffer: bytes });
  const main = page.getByRole('main');
  await expect(main).toContainText('35 trang');
  await answerMess(page);
  const written = Date.now();
  await writeStudents(page, students);
  const importSeconds = (Date.now() - written) / 1000;
  await expect(main).toContainText(`${parents.toLocaleString('vi')} phụ huynh mới`);

  await page
    .getByRole('button', { name: `Thẻ của ${students.toLocaleString('vi')} học sinh` })
    .click();
  const cards = dialog(page);
  await expect(cards).toContainText(`${students} mật khẩu tạm thời`, { timeout: 300_000 });
  await cards.getByRole('button', { name: 'Đã ghi lại' }).click();
  await page.getByRole('button', { name: 'Thư cho phụ huynh' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Xong' })).toBeVisible({
    timeout: 300_000,
  });
  await dialog(page).getByRole('button', { name: 'Xong' }).click();
  await page.getByRole('link', { name: 'Về danh sách' }).click();
  await openTab(page, 'Students', students);

  // The cards of the whole school, chosen in the list, on paper: ten on a page, each class on new ones.
  await main.getByRole('checkbox', { name: 'Chọn cả trang' }).check();
  const bar = page.getByRole('region', { name: 'Những người đã chọn' });
  await bar.getByRole('button', { name: `Chọn cả ${students}` }).click();
  await expect(bar).toContainText(`${students} đã chọn`);
  await bar.getByRole('button', { name: 'In thẻ' }).click();
  await dialog(page).getByRole('button', { name: 'Tạo thẻ để in' }).click();
  await expect(page.getByRole('dialog', { name: `${students} thẻ để in` })).toBeVisible();
  await expect(page.locator('[data-print] li')).toHaveCount(students);
  const pages = countPages(await page.pdf({ preferCSSPageSize: true }));
  const minutes = (Date.now() - began) / 60_000;
  process.stdout.write(
    `${students} students and ${parents} parents written in ${importSeconds.toFixed(1)} s, ${pages} pages of cards, the whole day in ${minutes.toFixed(1)} min\n`,
  );
  expect(students).toBeGreaterThan(1_200);
  expect(pages).toBe(sheets * Math.ceil(studentsPerSheet / cardsOnPage));
  expect(importSeconds).toBeLessThan(40);
  expect(minutes).toBeLessThan(10);
});
