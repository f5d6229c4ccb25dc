import { expect, test } from '@playwright/test';
import { enterAs, phone } from './people.ts';

test('a parent reads the attendance of the children again without a network', async ({ page }) => {
  await page.setViewportSize(phone);
  await enterAs(page, 'parent', '/classes');
  const attendance = page.getByRole('heading', { name: /^Điểm danh của / });
  await expect(attendance.first()).toBeVisible();
  await expect(page.getByText(/có mặt/i).first()).toBeVisible();
  const children = await attendance.count();
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(attendance).toHaveCount(children);
  await expect(page.getByText(/có mặt/i).first()).toBeVisible();
});

test('a teacher whose weeks cannot be read is told so, and tries again', async ({ page }) => {
  const weeks = '**/api/classes/*/attendance/weeks';
  await page.route(weeks, (route) => route.abort());
  await enterAs(page, 'teacher', '/classes');
  const list = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Weeks' }) });
  const again = list.last().getByRole('button', { name: 'Thử lại' });
  await expect(again).toBeVisible();
  await page.unroute(weeks);
  await again.click();
  await expect(list.last().getByRole('listitem')).toHaveCount(35);
});
