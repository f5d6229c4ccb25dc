import { messages } from '@lop-xanh/contract/messages';
import { openAs, phone } from './login.ts';
import { expect, type Page, test } from './test.ts';

const { navigation } = messages;

const readScroll = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** The header hides while a phone scrolls down; the bottom bar stays. */
const barLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Thanh dưới' }).getByRole('link', { name });

test.describe('the scroll position', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize(phone);
    await openAs(page, 'student');
    await expect(page.getByRole('article').nth(2)).toBeVisible();
    // A font or picture that comes later may move the page by a pixel.
    await page.evaluate(() => document.fonts.ready);
    await expect
      .poll(() => page.evaluate(() => [...document.images].every(({ complete }) => complete)))
      .toBe(true);
    await page.evaluate(() => window.scrollTo(0, 400));
  });

  test('starts a new page at the top, and Back returns to the place', async ({ page }) => {
    await barLink(page, navigation.profile).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/profile');
    expect(await readScroll(page)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect.poll(() => readScroll(page)).toBe(400);
    await page.goForward();
    await expect(page).toHaveURL('/profile');
    await expect.poll(() => readScroll(page)).toBe(0);
  });

  test('survives a visit to another site', async ({ page }) => {
    await barLink(page, navigation.profile).click();
    await expect(page).toHaveURL('/profile');
    await page.goto('about:blank');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
    await expect.poll(() => readScroll(page)).toBe(400);
  });

  test('is found again after a link to the main content', async ({ page }) => {
    await barLink(page, navigation.profile).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Đến nội dung chính' }).press('Enter');
    await expect(page).toHaveURL('/profile#main');
    expect(await readScroll(page)).toBeLessThan(200);
    await page.goBack();
    await expect(page).toHaveURL('/profile');
    await page.goBack();
    await expect.poll(() => readScroll(page)).toBe(400);
  });

  test('returns to the top with a link to the same page', async ({ page }) => {
    await barLink(page, navigation.home).click();
    await expect.poll(() => readScroll(page)).toBe(0);
    await expect(page).toHaveURL('/');
  });
});

test('a new selection in the URL keeps the scroll position', async ({ page }) => {
  await page.setViewportSize(phone);
  await openAs(page, 'teacher', '/classes?week=3');
  const week = page.getByRole('main').getByRole('button', { name: /Tuần 4\b/ });
  await expect(week).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 50));
  await week.dispatchEvent('click');
  await expect(page).toHaveURL('/classes?week=4');
  await expect(week).toHaveAttribute('aria-current');
  expect(await readScroll(page)).toBe(50);
});
