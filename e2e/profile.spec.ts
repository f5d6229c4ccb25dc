import { messages } from '@lop-xanh/contract/messages';
import { limits } from '@lop-xanh/contract/rules/limits';
import { expect, type Page, test } from '@playwright/test';
import { enterAs, phone } from './people.ts';
import { expectShownFor } from './shown-for.ts';

const main = (page: Page) => page.getByRole('main');

test('a teacher reads about the class', async ({ page }) => {
  await enterAs(page, 'teacher', '/profile');
  await expect(main(page)).toContainText('Nguyễn Thị Hoa');
  await expect(main(page)).toContainText('3A');
  await expect(main(page)).toContainText('35');
});

test('a parent reads about the children and sees no class of a teacher', async ({ page }) => {
  await page.setViewportSize(phone);
  await enterAs(page, 'parent', '/profile');
  await expect(main(page)).toContainText('Phạm Nhật Minh');
  await expect(main(page)).toContainText('3A');
  await expect(main(page)).toContainText('5B');
});

test('a student logs out from the profile after a question', async ({ page }) => {
  await page.setViewportSize(phone);
  await enterAs(page, 'student', '/profile');
  await main(page).getByRole('button', { name: messages.navigation.logout }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(messages.session.confirmLogout);
  await question.getByRole('button', { name: messages.navigation.logout }).click();
  await expect(page).toHaveURL('/login');
});

test('the password is changed with every word of the specification, and other tabs go on with it', async ({
  context,
  page,
}) => {
  // An account that no other journey uses.
  await enterAs(page, 'hs0010', '/profile');
  const current = main(page).getByLabel('Mật khẩu hiện tại', { exact: true });
  const next = main(page).getByLabel('Mật khẩu mới', { exact: true });
  const save = main(page).getByRole('button', { name: 'Đổi mật khẩu' });
  await expect(main(page)).toContainText(messages.password.hint);

  await save.click();
  await expect(main(page)).toContainText(messages.password.bothNeeded);
  await current.fill('khac12345');
  await next.fill('moi123456');
  await save.click();
  await expect(main(page)).toContainText('Mật khẩu hiện tại không đúng');
  await expect(next).toHaveValue('moi123456');

  const other = await context.newPage();
  await other.goto('/profile');
  const half = main(other).getByLabel('Mật khẩu mới', { exact: true });
  await half.fill('viết dở');

  const tokenBefore = await page.evaluate(() => localStorage.getItem('token'));
  await current.fill('demo1234');
  const toast = page.getByRole('alert').filter({ hasText: messages.password.changed });
  await expectShownFor(toast, limits.toastMs, () => save.click());
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(tokenBefore);
  await expect(main(other).getByText(messages.password.hint)).toBeVisible();
  await expect(half).toHaveValue('viết dở');
  await other.getByRole('link', { name: messages.navigation.lessons, exact: true }).click();
  await expect(main(other).getByRole('progressbar')).toBeVisible();
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(page).toHaveURL('/profile');
});
