import type { Role } from '@lop-xanh/contract/rules/roles';
import { demoUsernames, desktop, openAs, phone } from './login.ts';
import { screens } from './screens.ts';
import { expect, type Page, test } from './test.ts';

const maxShift = 0.02;

/** How much the page has moved by itself since it was opened (Cumulative Layout Shift). */
async function measureShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    // The buffered entries come with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const entries = observer.takeRecords() as (PerformanceEntry & { value: number })[];
    return entries.reduce((sum, { value }) => sum + value, 0);
  });
}

const walks: { role: Role; viewport: { width: number; height: number } }[] = [
  { role: 'Student', viewport: phone },
  { role: 'Teacher', viewport: phone },
  { role: 'Mod', viewport: desktop },
];

for (const { role, viewport } of walks) {
  test(`no page of a ${role} moves while it loads`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openAs(page, demoUsernames[role]);
    for (const { path } of screens.filter(({ roles }) => roles.includes(role))) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached();
      await expect(page.locator('main [role=status]:has(i)')).toHaveCount(0);
      expect(await measureShift(page), path).toBeLessThan(maxShift);
    }
  });
}
