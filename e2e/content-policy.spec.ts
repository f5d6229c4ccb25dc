import { expect, type Page, test } from '@playwright/test';
import { hostileTexts } from './hostile-texts.ts';

/** Puts a text where markup is read, as if nothing were escaped there, and does what a reader might do. */
async function unescape(page: Page, text: string) {
  await page.evaluate((markup) => {
    document.querySelector('#unescaped')?.remove();
    const place = document.createElement('div');
    place.id = 'unescaped';
    document.body.append(place);
    place.append(document.createRange().createContextualFragment(markup));
    for (const element of place.querySelectorAll<HTMLElement>('*')) {
      for (const type of ['error', 'load', 'focus', 'mouseover', 'toggle', 'begin']) {
        element.dispatchEvent(new Event(type));
      }
      element.click?.();
    }
  }, text);
}

test('where a text is not escaped, the policy of the page keeps it from running', async ({
  page,
}) => {
  let ran = 0;
  await page.exposeFunction('ran', () => {
    ran += 1;
  });
  const tryAll = async () => {
    ran = 0;
    for (const text of hostileTexts) await unescape(page, text);
    return ran;
  };
  // What leads away from the page leads nowhere.
  await page.route(/\/ran|ran\.example/, (route) => route.fulfill({ status: 204 }));
  expect(await tryAll(), 'on a page without a policy').toBeGreaterThan(40);

  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeVisible();
  await page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', () => {
      document.documentElement.dataset.stopped = String(
        Number(document.documentElement.dataset.stopped ?? 0) + 1,
      );
    });
  });
  expect(await tryAll()).toBe(0);
  const stopped = await page.evaluate(() => Number(document.documentElement.dataset.stopped));
  expect(stopped).toBeGreaterThan(40);
});
