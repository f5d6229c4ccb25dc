import { schools } from '@lop-xanh/contract/schools';
import { expect, test } from '@playwright/test';
import { enterAs, phone } from './people.ts';

for (const path of ['/admin/student-history', '/admin/teacher-history']) {
  test(`${path} says so when the schools cannot be read, and opens once they can`, async ({
    page,
  }) => {
    await page.route(`**${schools.list.path}`, (route) => route.abort());
    await enterAs(page, 'admin', path);
    const main = page.getByRole('main');
    await expect(main).toContainText('Không tải được các trường');
    await page.unroute(`**${schools.list.path}`);
    await main.getByRole('button', { name: 'Thử lại' }).click();
    await expect(main.getByLabel('School')).toBeVisible();
  });
}

test('on a phone grade and class stand side by side, and paper has the table without the bars', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await enterAs(page, 'admin', '/admin/student-history');
  const main = page.getByRole('main');
  const topOf = async (label: string) =>
    (await main.getByLabel(label, { exact: true }).boundingBox())?.y ?? Number.NaN;
  // What loads above them may move both between the two looks.
  await expect.poll(async () => (await topOf('Class')) - (await topOf('Grade'))).toBe(0);

  const bar = page.getByRole('navigation', { name: 'Thanh dưới' });
  const firstRow = main.getByRole('table').getByRole('row').nth(1);
  await expect(bar).toBeVisible();
  await expect(firstRow).toHaveCSS('display', 'flex');
  await page.emulateMedia({ media: 'print' });
  await expect(bar).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(main.getByLabel('Grade', { exact: true })).toBeHidden();
  await expect(main.getByText(/^Student History · /)).toBeVisible();
  await expect(firstRow).toHaveCSS('display', 'table-row');
});
