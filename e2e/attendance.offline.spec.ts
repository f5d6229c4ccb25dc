import { openAs, phone } from './login.ts';
import { expect, test } from './test.ts';

test('a parent can reread the attendance of their children offline', async ({ page }) => {
  await page.setViewportSize(phone);
  await openAs(page, 'parent', '/classes');
  const attendance = page.getByRole('heading', { name: /^Điểm danh của / });
  await expect(attendance.first()).toBeVisible();
  await expect(page.getByText(/có mặt/i).first()).toBeVisible();
  const children = await attendance.count();
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(attendance).toHaveCount(children);
  await expect(page.getByText(/có mặt/i).first()).toBeVisible();
});

test('a teacher can retry when the weeks cannot be loaded', async ({ page }) => {
  const weeks = '**/api/classes/*/attendance/weeks';
  await page.route(weeks, (route) => route.abort());
  await openAs(page, 'teacher', '/classes');
  const list = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Weeks' }) });
  const retry = list.last().getByRole('button', { name: 'Thử lại' });
  await expect(retry).toBeVisible();
  await page.unroute(weeks);
  await retry.click();
  await expect(list.last().getByRole('listitem')).toHaveCount(35);
});
