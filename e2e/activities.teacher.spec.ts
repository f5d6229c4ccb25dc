import { messages } from '@lop-xanh/contract/messages';
import { fetchExpectedLibrary, quietClass } from './lessons.ts';
import { desktop, openAs, phone } from './login.ts';
import { expect, type Locator, type Page, test } from './test.ts';

const { grade, teacher } = quietClass;
const weeks = (page: Page) => page.getByRole('region', { name: 'Weeks' });
const listItems = (page: Page, title: 'Topic' | 'Items') =>
  page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .getByRole('listitem');

test('a teacher reads the topic and items of the current week and of any other week', async ({
  page,
}) => {
  const { weeks: all, current } = await fetchExpectedLibrary(page, teacher, grade);
  const active = all.filter((week) => week.isActive);
  await openAs(page, teacher, '/activities');
  await expect(weeks(page).getByRole('button')).toHaveCount(active.length);
  await expect(weeks(page).getByRole('button', { pressed: true })).toContainText(
    `Tuần ${current?.week}`,
  );
  for (const shownWeek of [current, active.at(-1)]) {
    await weeks(page)
      .getByRole('button', { name: new RegExp(`^Tuần ${shownWeek?.week}\\b`) })
      .click();
    const entries = shownWeek?.cards.map(({ entry }) => entry) ?? [];
    await expect(listItems(page, 'Topic')).toHaveText(entries.flatMap(({ outline }) => outline));
    await expect(listItems(page, 'Items')).toHaveText(entries.flatMap(({ items }) => items));
  }
  await expect(page.getByRole('main').getByLabel('Khối')).toHaveCount(0);
});

test('the chosen week is in view, on a phone, on a desktop and when the screen is turned', async ({
  page,
}) => {
  const rotated = { width: phone.height, height: phone.width };
  const expectInView = async (chosen: Locator) => {
    for (const size of [rotated, phone, desktop, phone]) {
      await page.setViewportSize(size);
      await expect(chosen).toBeInViewport({ ratio: 0.9 });
    }
  };
  await page.setViewportSize(rotated);
  await openAs(page, teacher, '/activities');
  await weeks(page)
    .getByRole('button', { name: /^Tuần 30\b/ })
    .click();
  await expectInView(page.locator('[aria-pressed=true]'));
  await page.setViewportSize(rotated);
  await page.goto('/classes?week=30');
  await expectInView(page.locator('main li > [aria-current]'));
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('only the supplies of the chosen weeks are printed, on A4', async ({ page }) => {
  const { weeks: all } = await fetchExpectedLibrary(page, teacher, grade);
  const wanted = all.filter(({ week, isActive }) => isActive && week >= 2 && week <= 4);
  await openAs(page, teacher, '/activities');
  const main = page.getByRole('main');
  // The range may be chosen from either end.
  await main.getByLabel('Từ tuần').selectOption('Tuần 4');
  await main.getByLabel('Đến tuần').selectOption('Tuần 2');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Danh sách học cụ · Tuần 2 đến 4',
  );
  await expect(page.getByRole('listitem')).toHaveText(
    wanted.flatMap(({ cards }) => cards.flatMap(({ entry }) => entry.items)),
  );
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  expect(sizes.length).toBe(1);
  // A4 in points.
  expect(Math.round(Number(sizes[0]?.[1]))).toBe(595);
  expect(Math.round(Number(sizes[0]?.[2]))).toBe(842);

  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await main.getByRole('button', { name: 'In danh sách' }).click();
  await expect(page.locator('body[data-printed]')).toHaveCount(1);
});

test('a failed or forbidden request shows its error message', async ({ page }) => {
  const list = /\/api\/lessons\?/;
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }));
  await openAs(page, teacher, '/activities');
  await expect(page.getByRole('alert')).toContainText(messages.activities.loadFailed);
  await page.unroute(list);
  await page.route(list, (route) => route.fulfill({ status: 403, json: {} }));
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(page.getByRole('alert')).toContainText(messages.activities.teachersOnly);
});
