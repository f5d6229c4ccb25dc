import { schools } from '@lop-xanh/contract/schools';
import { expect, test } from '@playwright/test';
import { openAs, phone } from './login.ts';

for (const path of ['/admin/student-history', '/admin/teacher-history']) {
  test(`${path} shows an error when the schools cannot be loaded, and recovers on retry`, async ({
    page,
  }) => {
    await page.route(`**${schools.list.path}`, (route) => route.abort());
    await openAs(page, 'admin', path);
    const main = page.getByRole('main');
    await expect(main).toContainText('Không tải được các trường');
    await page.unroute(`**${schools.list.path}`);
    await main.getByRole('button', { name: 'Thử lại' }).click();
    await expect(main.getByLabel('Trường')).toBeVisible();
  });
}

test('on a phone grade and class are side by side, and the print-out has only the table', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await openAs(page, 'admin', '/admin/student-history');
  const main = page.getByRole('main');
  const getTop = async (label: string) =>
    (await main.getByLabel(label, { exact: true }).boundingBox())?.y ?? Number.NaN;
  // Content loading above may move both between the two measurements.
  await expect.poll(async () => (await getTop('Class')) - (await getTop('Grade'))).toBe(0);

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
