import { auth } from '@lop-xanh/contract/auth';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

export const demoPassword = 'demo1234';

export const demoUsernames: Record<Role, string> = {
  Admin: 'admin',
  Mod: 'mod',
  Teacher: 'teacher',
  Student: 'student',
  Parent: 'parent',
};

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

/** Logs in with the form. */
export async function logIn(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Tên đăng nhập').fill(username);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Đăng nhập' }).click();
}

/** Logs in through the API. */
export async function fetchToken(
  request: APIRequestContext,
  username: string,
  password = demoPassword,
  address = '',
): Promise<string> {
  const response = await request.post(address + auth.login.path, { data: { username, password } });
  expect(response.ok()).toBe(true);
  return (await response.json()).token;
}

/** Opens the site as a user who is already logged in. */
export async function openAs(page: Page, username: string, path = '/'): Promise<void> {
  const token = await fetchToken(page.request, username);
  await page.addInitScript((value) => {
    // Only on the first visit: a reload must find what the app itself stored.
    if (!sessionStorage.getItem('entered')) localStorage.setItem('token', value);
    sessionStorage.setItem('entered', 'yes');
  }, token);
  await page.goto(path);
}

/** Navigates within the app as a link does, which is faster than loading every page, until the new page is there. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await changePath(page, path);
  // The first visit loads the page's code, beside other journeys.
  await expect(page.locator('main h1:not([data-left])')).toBeVisible();
}

/** Like `navigateTo`, for a path that may lead elsewhere or be denied. */
export async function changePath(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await settleOverlays(page);
  await page.evaluate((to) => {
    if (location.pathname === to) return;
    document.querySelector('main h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Waits until the browser's history has an entry for each open dialog and menu, and none for those just closed. */
export async function settleOverlays(page: Page, open = 0): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(open);
}
