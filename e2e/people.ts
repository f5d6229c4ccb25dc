import { auth } from '@lop-xanh/contract/auth';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

export const demoPassword = 'demo1234';

/** The demo account of each role. */
export const usernameOf: Record<Role, string> = {
  Admin: 'admin',
  Mod: 'mod',
  Teacher: 'teacher',
  Student: 'student',
  Parent: 'parent',
};

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

/** Logs in as a person does, with the form. */
export async function logIn(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Tên đăng nhập').fill(username);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Đăng nhập' }).click();
}

/** A token, for tests that are not about the form. */
export async function tokenOf(
  request: APIRequestContext,
  username: string,
  password = demoPassword,
  address = '',
): Promise<string> {
  const response = await request.post(address + auth.login.path, { data: { username, password } });
  expect(response.ok()).toBe(true);
  return (await response.json()).token;
}

/** Opens the site as somebody who is logged in already. */
export async function enterAs(page: Page, username: string, path = '/'): Promise<void> {
  const token = await tokenOf(page.request, username);
  await page.addInitScript((value) => {
    // Only at the first visit: a later reload must find what the app itself left there.
    if (!sessionStorage.getItem('entered')) localStorage.setItem('token', value);
    sessionStorage.setItem('entered', 'yes');
  }, token);
  await page.goto(path);
}

/** Goes on within the app, as a link does, which is quicker than to load it anew for each page. */
export async function goOn(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate((to) => {
    if (location.pathname === to) return;
    document.querySelector('main h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
