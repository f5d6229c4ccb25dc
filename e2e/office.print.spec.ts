import { openAs } from './login.ts';
import { expectPaper } from './print.ts';
import { expect, type Page, test } from './test.ts';

/** The paper without its margins, in CSS pixels. */
const paper = {
  portrait: { width: 703, height: 1032 },
  landscape: { width: 1032, height: 703 },
};

/** What scrolls on a screen would be cut off on paper. */
const listCutParts = (page: Page) =>
  page
    .getByRole('main')
    .locator('*')
    .evaluateAll((elements) =>
      elements
        .filter((element) => {
          const { overflowX, position, clip } = getComputedStyle(element);
          const isHidden = position === 'absolute' && clip !== 'auto';
          return (
            !isHidden && overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
          );
        })
        .map((element) => element.className),
    );

for (const { username, path, orientation } of [
  // Without the schools of other tests.
  { username: 'admin', path: '/admin?q=Kim', orientation: 'portrait' },
  { username: 'mod', path: '/admin/overview', orientation: 'portrait' },
  { username: 'mod', path: '/admin/attendance', orientation: 'landscape' },
  { username: 'mod', path: '/admin/reports', orientation: 'portrait' },
] as const) {
  test(`${path} prints whole on A4, in dark colours, too`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await openAs(page, username, path);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main.locator('[role=status], [aria-busy=true]')).toHaveCount(0);
    await page.setViewportSize(paper[orientation]);
    await page.emulateMedia({ media: 'print' });
    expect(await listCutParts(page)).toEqual([]);
    await expect(main.getByRole('button', { name: 'In', exact: true })).toBeHidden();
    const background = await main.evaluate(
      () => getComputedStyle(document.documentElement).backgroundColor,
    );
    expect(background).not.toBe('rgb(16, 23, 19)');
    await page.emulateMedia({ media: null });
    // The figures of a large school follow on the second page.
    await expectPaper(page, orientation, 2);
  });
}
