import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { auth } from '@lop-xanh/contract/auth';
import { messages } from '@lop-xanh/contract/messages';
import { readDeviceStorage } from './device-storage.ts';
import { fetchToken, logIn, openAs } from './login.ts';
import { cleanEnvironment, dataDir } from './settings.ts';
import { expect, type Page, test } from './test.ts';

const command = fileURLToPath(
  new URL('../releases/current/server/dist/commands/create-admin.js', import.meta.url),
);
const expiryDialog = (page: Page) =>
  page.getByRole('dialog').filter({ hasText: messages.session.expired });

test('logout asks first and then leaves nothing of the session', async ({ page }) => {
  await openAs(page, 'teacher');
  const logout = page.getByRole('button', { name: messages.navigation.logout });
  await logout.click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(messages.session.confirmLogout);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL('/');

  const token = await page.evaluate(() => localStorage.getItem('token'));
  await logout.click();
  await question.getByRole('button', { name: messages.navigation.logout }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const headers = { authorization: `Bearer ${token}` };
  const fetchProfileStatus = async () =>
    (await page.request.get('/api/auth/me', { headers })).status();
  await expect.poll(fetchProfileStatus).toBe(401);
});

test('a session that ended elsewhere is announced once and leads to the login page', async ({
  page,
}) => {
  await openAs(page, 'parent');
  await expect(page.getByRole('article').first()).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  // The next page's requests are sent once the session has ended.
  await page.route('**/api/**', async (route) => {
    await page.request.post(auth.logout.path, { headers });
    await route.continue();
  });
  await page.getByRole('link', { name: messages.navigation.profile, exact: true }).click();
  await expect(expiryDialog(page)).toHaveCount(1);
  await expiryDialog(page).getByRole('button', { name: 'Đã hiểu' }).click();
  await expect(page).toHaveURL('/login');
  await expect(expiryDialog(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a user can log out their other devices from the profile', async ({ browser, page }) => {
  // No other journey uses this account.
  const student = 'hs0045';
  const elsewhere = await browser.newPage();
  await openAs(elsewhere, student);
  await openAs(page, student, '/profile');
  await page.getByRole('button', { name: 'Đăng xuất các máy khác' }).click();
  await expect(page.getByText(/Đã kết thúc \d+ phiên đăng nhập/)).toBeVisible();
  await page.getByRole('button', { name: 'Đăng xuất các máy khác' }).click();
  await expect(page.getByText('Không có máy nào khác đang đăng nhập')).toBeVisible();

  // The dialog may open by itself at once, over the links.
  await elsewhere.evaluate(() => {
    history.pushState(null, '', '/lessons');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(expiryDialog(elsewhere)).toHaveCount(1);
  await expect(page).toHaveURL('/profile');
  await elsewhere.close();
});

test.describe('the profile request', () => {
  const respondWith = (page: Page, status: number) =>
    page.route('**/api/auth/me', (route) =>
      route.fulfill({ status, json: { code: 'x', message: 'x' } }),
    );
  const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

  test('with a 401 leads to the login page without a dialog and keeps the stored token', async ({
    page,
  }) => {
    await respondWith(page, 401);
    await openAs(page, 'teacher', '/lessons');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await readToken(page)).not.toBeNull();
  });

  test('with a 403 clears the session', async ({ page }) => {
    await respondWith(page, 403);
    await openAs(page, 'teacher', '/lessons');
    await expect(page).toHaveURL('/login');
    await expect.poll(() => readToken(page)).toBeNull();
  });

  const html = { contentType: 'text/html', body: '<html>Bad gateway</html>' };
  for (const [name, response] of Object.entries({
    'a 500 of the server': { status: 500, json: { code: 'internal', message: 'x' } },
    'a 502 of a proxy': { status: 502, ...html },
    'a 401 of a proxy': { status: 401, ...html },
    'a 403 of a proxy': { status: 403, ...html },
    'a page of a proxy': { status: 200, ...html },
  })) {
    test(`with ${name} keeps the session, and the app opens with what is stored`, async ({
      page,
    }) => {
      await openAs(page, 'teacher', '/profile');
      await expect(page.getByRole('main').getByText('Hoa').first()).toBeVisible();
      let requests = 0;
      await page.route('**/api/**', (route) => {
        if (route.request().url().endsWith(auth.me.path)) requests += 1;
        return route.fulfill(response);
      });
      await page.reload();
      await expect(page.getByRole('main').getByText('Hoa').first()).toBeVisible();
      await expect.poll(() => requests).toBeGreaterThan(response.status >= 500 ? 2 : 0);
      await expect(page.getByRole('button', { name: 'Thử lại' }).first()).toBeVisible();
      await expect(page).toHaveURL('/profile');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await readToken(page)).not.toBeNull();
    });
  }

  test('recovers silently from a temporary 5xx', async ({ page }) => {
    let requests = 0;
    await page.route('**/api/auth/me', (route) => {
      requests += 1;
      return requests < 3 ? route.fulfill({ status: 500, json: {} }) : route.continue();
    });
    await openAs(page, 'teacher', '/lessons');
    await expect(page.getByRole('banner')).toContainText('Xin chào, Hoa');
  });

  test('with a 429 or 503 keeps the session', async ({ page }) => {
    const statuses = [429, 503];
    await page.route('**/api/auth/me', (route) => {
      const status = statuses.shift();
      const headers = { 'retry-after': '60' };
      return status ? route.fulfill({ status, headers, json: {} }) : route.continue();
    });
    await openAs(page, 'teacher', '/lessons');
    for (const left of [1, 0]) {
      await expect.poll(() => statuses).toHaveLength(left);
      await expect(page.getByText(messages.profile.loadFailed)).toBeVisible();
      expect(await readToken(page)).not.toBeNull();
      await page.getByRole('button', { name: /thử lại/i }).click();
    }
    await expect(page.getByRole('banner')).toContainText('Xin chào, Hoa');
  });

  test('without a response keeps the session and offers a retry', async ({ page }) => {
    await page.route('**/api/auth/me', (route) => route.abort());
    await openAs(page, 'teacher', '/lessons');
    await expect(page.getByText(messages.profile.loadFailed)).toBeVisible();
    expect(await readToken(page)).not.toBeNull();
    await page.unroute('**/api/auth/me');
    await page.getByRole('button', { name: /thử lại/i }).click();
    await expect(page).toHaveURL('/lessons');
    await expect(page.getByRole('banner')).toContainText('Xin chào, Hoa');
  });
});

test('a login as another user leaves nothing of the former one on the device', async ({ page }) => {
  await page.goto('/login');
  await logIn(page, 'teacher');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => readDeviceStorage(page)).toContain('posts/pages/list/mine');
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/login');
  await logIn(page, 'student');
  await expect(page.getByRole('banner')).toContainText('Minh');
  await expect.poll(() => readDeviceStorage(page)).not.toContain('posts/pages/list/mine');
});

test('a second tab follows a logout and a login as another user', async ({ context, page }) => {
  await page.goto('/login');
  await logIn(page, 'teacher');
  await expect(page.getByRole('banner')).toContainText('Hoa');
  const otherTab = await context.newPage();
  await otherTab.goto('/profile');
  await expect(otherTab.getByRole('banner')).toContainText('Hoa');

  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: messages.navigation.logout }).click();
  await expect(otherTab).toHaveURL('/login');

  await logIn(page, 'student');
  await expect(page.getByRole('banner')).toContainText('Minh');
  await expect(otherTab.getByRole('banner')).toContainText('Minh');
  await expect(otherTab.getByRole('banner')).not.toContainText('Hoa');
});

test.describe('a user who must change their password', () => {
  /** Creates such a user with the operator's command while the server runs. */
  async function createAdmin(username: string): Promise<string> {
    const output = await new Promise<string>((resolve, reject) => {
      execFile(
        process.execPath,
        [command, username],
        { env: { ...cleanEnvironment, DATA_DIR: dataDir } },
        (error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve(stdout)),
      );
    });
    return /password (\S+)/.exec(output)?.[1] as string;
  }

  test('sees and requests nothing else until they have', async ({ page }) => {
    const username = `truong.${Date.now()}`;
    const password = await createAdmin(username);
    await page.goto('/login');
    await logIn(page, username, password);

    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto('/admin/accounts');
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const response = await page.request.get('/api/classes', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await response.json()).code).toBe('password_change_required');

    const next = dialog.getByLabel('Mật khẩu mới', { exact: true });
    const again = dialog.getByLabel(/Nhập lại/);
    const save = dialog.getByRole('button', { name: /Đổi mật khẩu|Lưu/ });
    await save.click();
    await expect(dialog).toContainText(messages.password.newNeeded);
    await next.fill('moi123456');
    await again.fill('khac123456');
    await save.click();
    await expect(dialog).toContainText(messages.password.mismatch);
    await next.fill('ngan1');
    await again.fill('ngan1');
    await save.click();
    await expect(dialog).toContainText(messages.password.hint);
    await next.fill('moi123456');
    await again.fill('moi123456');
    await save.click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/admin/accounts');
    await expect(page.getByRole('navigation', { name: 'Menu chính' })).toBeVisible();
    await fetchToken(page.request, username, 'moi123456');
  });
});
