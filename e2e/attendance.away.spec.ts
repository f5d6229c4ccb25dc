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
