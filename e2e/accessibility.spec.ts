import { AxeBuilder } from '@axe-core/playwright';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { expect, type Page, test } from '@playwright/test';
import { desktop, enterAs, phone, usernameOf } from './people.ts';

const common = ['/lessons', '/classes', '/scan-app/scan', '/notifications', '/profile', '/help'];
const pagesOf: Record<Role, string[]> = {
  Admin: ['/admin', '/admin/accounts', '/admin/lessons', '/admin/student-history', '/profile'],
  Mod: ['/', '/activities', '/admin/accounts', '/admin/teacher-history', ...common],
  Teacher: ['/', '/activities', '/posts/1', '/lessons/1/week/1', ...common],
  Student: ['/', ...common],
  Parent: ['/', '/profile'],
};

async function seriousFindings(page: Page): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  expect(passes.length).toBeGreaterThan(5);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ target }) => target).join(' | ')}`,
    );
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const size of [phone, desktop]) {
    test.describe(`${colorScheme}, ${size.width} px`, () => {
      test.use({ colorScheme, viewport: size, reducedMotion: 'reduce' });

      test('the login page has no serious finding', async ({ page }) => {
        await page.goto('/login');
        await expect(page.getByRole('button', { name: /^admin / })).toBeVisible();
        expect(await seriousFindings(page)).toEqual([]);
      });

      for (const role of roles) {
        test(`no page of a ${role} has a serious finding`, async ({ page }) => {
          await enterAs(page, usernameOf[role]);
          for (const path of pagesOf[role]) {
            await page.goto(path);
            await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
            await expect(page.locator('[data-loading], [aria-busy=true]')).toHaveCount(0);
            expect(await seriousFindings(page)).toEqual([]);
          }
        });
      }

      test('neither has a dialog', async ({ page }) => {
        await enterAs(page, 'student', '/admin/accounts');
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await seriousFindings(page)).toEqual([]);
      });
    });
  }
}
