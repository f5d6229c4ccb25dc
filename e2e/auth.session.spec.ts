import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { auth } from '@lop-xanh/contract/auth';
import { messages } from '@lop-xanh/contract/messages';
import { expect, type Page, test } from '@playwright/test';
import { enterAs, logIn, tokenOf } from './people.ts';
import { dataDir, ownEnvironment } from './settings.ts';

const command = fileURLToPath(
  new URL('../releases/current/server/dist/commands/create-admin.js', import.meta.url),
);
const expiry = (page: Page) =>
  page.getByRole('dialog').filter({ hasText: messages.session.expired });

test('logout asks first, and then nothing of the session is left', async ({ page }) => {
  await enterAs(page, 'teacher');
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
  const statusOfMe = async () => (await page.request.get('/api/auth/me', { headers })).status();
  await expect.poll(statusOfMe).toBe(401);
});

test('a session that ended elsewhere is told once, and leads to the login page', async ({
  page,
}) => {
  await enterAs(page, 'parent');
  await expect(page.getByRole('article').first()).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  // What the next page asks for is let through once the session has ended.
  await page.route('**/api/**', async (route) => {
    await page.request.post(auth.logout.path, { headers });
    await route.continue();
  });
  await page.getByRole('link', { name: messages.navigation.profile, exact: true }).click();
  await expect(expiry(page)).toHaveCount(1);
  await expiry(page).getByRole('button', { name: 'Đã hiểu' }).click();
  await expect(page).toHaveURL('/login');
  await expect(expiry(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a device left elsewhere is logged out from the profile', async ({ browser, page }) => {
  // Nobody else's journey is ended by it.
  const student = 'hs0045';
  const elsewhere = await browser.newPage();
  await enterAs(elsewhere, student);
  await enterAs(page, student, '/profile');
  await page.getByRole('button', { name: 'Đăng xuất các máy khác' }).click();
  await expect(page.getByText(/Đã kết thúc \d+ phiên đăng nhập/)).toBeVisible();
  await page.getByRole('button', { name: 'Đăng xuất các máy khác' }).click();
  await expect(page.getByText('Không có máy nào khác đang đăng nhập')).toBeVisible();

  await elsewhere.getByRole('link', { name: messages.navigation.lessons, exact: true }).click();
  await expect(expiry(elsewhere)).toHaveCount(1);
  await expect(page).toHaveURL('/profile');
  await elsewhere.close();
});

test.describe('the profile call', () => {
  const answerWith = (page: Page, status: number) =>
    page.route('**/api/auth/me', (route) =>
      route.fulfill({ status, json: { code: 'x', message: 'x' } }),
    );
  const stored = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

  test('a 401 neither clears the storage nor alerts, and the visitor is logged out', async ({
    page,
  }) => {
    await answerWith(page, 401);
    await enterAs(page, 'teacher', '/lessons');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await stored(page)).not.toBeNull();
  });

  test('another refusal clears the session', async ({ page }) => {
    await answerWith(page, 403);
    await enterAs(page, 'teacher', '/lessons');
    await expect(page).toHaveURL('/login');
    await expect.poll(() => stored(page)).toBeNull();
  });

  test('a 500 clears it after two retries, and leaves what the device holds to its own user alone', async ({
    page,
  }) => {
    const onDevice = () => page.evaluate(() => ({ ...localStorage }));
    await page.goto('/login');
    await logIn(page, 'teacher');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.evaluate(() => {
      localStorage.setItem('draft:1:post', '{}');
      localStorage.setItem('posts', '{"old":true}');
    });
    let calls = 0;
    await page.route('**/api/auth/me', (route) => {
      calls += 1;
      return route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } });
    });
    await page.reload();
    await expect(page).toHaveURL('/login');
    expect(calls).toBe(3);
    const { token, profile, posts, ...drafts } = await onDevice();
    expect(token).toBeUndefined();
    expect(profile).toContain('Hoa');
    expect(posts).toContain('old');
    expect(drafts).toEqual({ 'draft:1:post': '{}', 'login-device': expect.any(String) });

    await page.unroute('**/api/auth/me');
    await logIn(page, 'Teacher');
    await expect(page.getByRole('article').first()).toBeVisible();
    expect((await onDevice()).posts).toContain('old');
    await page.evaluate(() => localStorage.removeItem('token'));
    await page.goto('/login');
    await logIn(page, 'student');
    await expect(page.getByRole('banner')).toContainText('Minh');
    expect((await onDevice()).posts ?? '').not.toContain('old');
  });

  test('a 5xx that passes is not noticed', async ({ page }) => {
    let calls = 0;
    await page.route('**/api/auth/me', (route) => {
      calls += 1;
      return calls < 3 ? route.fulfill({ status: 500, json: {} }) : route.continue();
    });
    await enterAs(page, 'teacher', '/lessons');
    await expect(page.getByRole('banner')).toContainText('Xin chào, Hoa');
  });

  test('a server that says to come back later keeps the session', async ({ page }) => {
    const statuses = [429, 503];
    await page.route('**/api/auth/me', (route) => {
      const status = statuses.shift();
      const headers = { 'retry-after': '60' };
      return status ? route.fulfill({ status, headers, json: {} }) : route.continue();
    });
    await enterAs(page, 'teacher', '/lessons');
    for (const left of [1, 0]) {
      await expect.poll(() => statuses).toHaveLength(left);
      await expect(page.getByText(messages.profile.loadFailed)).toBeVisible();
      expect(await stored(page)).not.toBeNull();
      await page.getByRole('button', { name: /thử lại/i }).click();
    }
    await expect(page.getByRole('banner')).toContainText('Xin chào, Hoa');
  });

  test('no answer at all keeps the session and offers another try', async ({ page }) => {
    await page.route('**/api/auth/me', (route) => route.abort());
    await enterAs(page, 'teacher', '/lessons');
    await expect(page.getByText(messages.profile.loadFailed)).toBeVisible();
    expect(await stored(page)).not.toBeNull();
    await page.unroute('**/api/auth/me');
    await page.getByRole('button', { name: /thử lại/i }).click();
    await expect(page).toHaveURL('/lessons');
    await expect(page.getByRole('banner')).toContainText('Xin chào, Hoa');
  });
});

test('two tabs: the other one follows a logout and another account', async ({ context, page }) => {
  await page.goto('/login');
  await logIn(page, 'teacher');
  await expect(page.getByRole('banner')).toContainText('Hoa');
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('banner')).toContainText('Hoa');

  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: messages.navigation.logout }).click();
  await expect(other).toHaveURL('/login');

  await logIn(page, 'student');
  await expect(page.getByRole('banner')).toContainText('Minh');
  await expect(other.getByRole('banner')).toContainText('Minh');
  await expect(other.getByRole('banner')).not.toContainText('Hoa');
});

test.describe('a password that must be changed', () => {
  /** The operator's own command, beside the running server, makes an account that must change it. */
  async function createAdmin(username: string): Promise<string> {
    const output = await new Promise<string>((resolve, reject) => {
      execFile(
        process.execPath,
        [command, username],
        { env: { ...ownEnvironment, DATA_DIR: dataDir } },
        (error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve(stdout)),
      );
    });
    return /password (\S+)/.exec(output)?.[1] as string;
  }

  test('nothing else is shown or answered until it is', async ({ page }) => {
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
    const refused = await page.request.get('/api/classes', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await refused.json()).code).toBe('password_change_required');

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
    await tokenOf(page.request, username, 'moi123456');
  });
});
