import { messages } from '@lop-xanh/contract/messages';
import { limits } from '@lop-xanh/contract/rules/limits';
import { roles } from '@lop-xanh/contract/rules/roles';
import { demoUsernames, desktop, logIn, phone } from './login.ts';
import { expect, test } from './test.ts';
import { expectVisibleFor } from './visible-for.ts';

const landing = { Admin: '/admin', Mod: '/', Teacher: '/', Student: '/', Parent: '/' };

for (const role of roles) {
  test(`the demo ${role} logs in and lands on ${landing[role]}`, async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await page.getByRole('button', { name: new RegExp(`^${demoUsernames[role]} `) }).click();
    await page.getByRole('button', { name: 'Đăng nhập' }).click();
    await expect(page).toHaveURL(landing[role]);
    await expect(page.getByRole('banner')).toContainText('Xin chào');
    await page.goto('/login');
    await expect(page).toHaveURL(landing[role]);
  });
}

test('every path leads a visitor to the login page', async ({ page }) => {
  for (const path of [
    '/lessons',
    '/classes',
    '/posts/1',
    '/profile',
    '/khong-co',
    '/scan-app/scan',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  }
});

test('an incomplete login names the missing fields and sends nothing', async ({ page }) => {
  await page.goto('/login');
  let isSent = false;
  await page.route('**/api/auth/login', (route) => {
    isSent = true;
    return route.abort();
  });
  const username = page.getByRole('textbox', { name: 'Tên đăng nhập' });
  const password = page.getByLabel('Mật khẩu', { exact: true });
  await username.fill('  ');
  await page.getByRole('button', { name: 'Đăng nhập' }).click();
  await expect(username).toHaveAccessibleDescription('Hãy nhập tên đăng nhập');
  await expect(password).toHaveAccessibleDescription('Hãy nhập mật khẩu');
  await username.fill('teacher');
  await expect(username).toHaveAccessibleDescription('');
  await expect(password).toHaveAccessibleDescription('Hãy nhập mật khẩu');
  expect(isSent).toBe(false);
});

test('a wrong password shows the server’s message and no session dialog', async ({ page }) => {
  await page.goto('/login');
  await logIn(page, 'khong.ai', 'khac12345');
  await expect(page.getByRole('alert')).toContainText(messages.login.wrong);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/login');
});

test('a response without an error body shows our own message', async ({ page }) => {
  await page.goto('/login');
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: 'Bad' }));
  await logIn(page, 'teacher');
  await expect(page.getByRole('alert')).toContainText(messages.login.failed);
});

test.describe('after a visit to an /admin path', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/admin/lessons');
    await expect(page).toHaveURL(/\/login\?from=/);
    await page.reload();
  });

  test('an Admin lands on /admin', async ({ page }) => {
    await logIn(page, 'admin');
    await expect(page).toHaveURL('/admin');
  });

  test('a Mod lands on the accounts', async ({ page }) => {
    await logIn(page, 'mod');
    await expect(page).toHaveURL('/admin/accounts');
  });

  test('a Teacher is denied once and lands on the home page', async ({ page }) => {
    await logIn(page, 'teacher');
    await expect(page).toHaveURL('/');
    const denial = page.getByText(messages.access.denied);
    await expect(denial).toBeVisible();
    await page.reload();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(denial).toHaveCount(0);
  });
});

test.describe('the device advice', () => {
  const cases = [
    { username: 'student', size: phone, text: /điện thoại: rất phù hợp/ },
    { username: 'student', size: desktop, text: /nên dùng điện thoại/ },
    { username: 'teacher', size: phone, text: /nên dùng máy tính/ },
    { username: 'teacher', size: desktop, text: /máy tính: rất phù hợp/ },
  ];
  for (const { username, size, text } of cases) {
    test(`for a ${username} at ${size.width} px stays for six seconds`, async ({ page }) => {
      await page.setViewportSize(size);
      await page.goto('/login');
      const advice = page.getByRole('alert').filter({ hasText: text });
      await expectVisibleFor(advice, limits.deviceAdviceToastMs, () => logIn(page, username));
    });
  }
});
