import { hostileTexts } from './hostile-texts.ts';
import { expect, type Page, test } from './test.ts';

/** Inserts a text as markup, as if it were not escaped, and triggers the events a user might. */
async function insertUnescaped(page: Page, text: string) {
  await page.evaluate((markup) => {
    document.querySelector('#unescaped')?.remove();
    const container = document.createElement('div');
    container.id = 'unescaped';
    document.body.append(container);
    container.append(document.createRange().createContextualFragment(markup));
    for (const element of container.querySelectorAll<HTMLElement>('*')) {
      for (const type of ['error', 'load', 'focus', 'mouseover', 'toggle', 'begin']) {
        element.dispatchEvent(new Event(type));
      }
      element.click?.();
    }
  }, text);
}

test('the content security policy stops a text that is not escaped from running', async ({
  page,
}) => {
  let ran = 0;
  await page.exposeFunction('ran', () => {
    ran += 1;
  });
  const tryAll = async () => {
    ran = 0;
    for (const text of hostileTexts) await insertUnescaped(page, text);
    return ran;
  };
  // Links and requests away from the page lead nowhere.
  await page.route(/\/ran|ran\.example/, (route) => route.fulfill({ status: 204 }));
  expect(await tryAll(), 'on a page without a policy').toBeGreaterThan(40);

  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeVisible();
  await page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', () => {
      document.documentElement.dataset.blocked = String(
        Number(document.documentElement.dataset.blocked ?? 0) + 1,
      );
    });
  });
  expect(await tryAll()).toBe(0);
  const blocked = await page.evaluate(() => Number(document.documentElement.dataset.blocked));
  expect(blocked).toBeGreaterThan(40);
});
