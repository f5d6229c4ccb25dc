import { messages } from '@lop-xanh/contract/messages';
import { limits } from '@lop-xanh/contract/rules/limits';
import { openAs, phone } from './login.ts';
import { expect, type Page, test } from './test.ts';
import { addTestSchool } from './test-school.ts';
import { expectVisibleFor } from './visible-for.ts';

const main = (page: Page) => page.getByRole('main');

test('a teacher sees their class on the profile', async ({ page }) => {
  await openAs(page, 'teacher', '/profile');
  await expect(main(page)).toContainText('Nguyễn Thị Hoa');
  await expect(main(page)).toContainText('3A');
  await expect(main(page)).toContainText('35');
});

test('a parent sees their children and the children’s classes on the profile', async ({ page }) => {
  await page.setViewportSize(phone);
  await openAs(page, 'parent', '/profile');
  await expect(main(page)).toContainText('Phạm Nhật Minh');
  await expect(main(page)).toContainText('3A');
  await expect(main(page)).toContainText('5B');
});

test('a student chooses an animal, and a picture of their own once the teacher approved it', async ({
  browser,
  page,
  request,
}) => {
  const school = await addTestSchool(request);
  const inClass = { class_id: school.classId };
  const student = await school.add('Student', 'Minh', inClass);
  const teacher = await school.add('Teacher', 'Hoa', inClass);
  await page.setViewportSize(phone);
  await openAs(page, student.username, '/profile');
  const avatar = main(page).locator('img').first();
  const openChoice = () => main(page).getByRole('button', { name: 'Đổi ảnh đại diện' }).click();
  await openChoice();
  await page.getByRole('dialog').getByRole('button', { name: 'Mèo', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(avatar).toHaveAttribute('src', /\/uploads\/avt\/cat\.svg$/);

  await openChoice();
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Tải ảnh lên' }).click();
  await (await picker).setFiles('server/assets/avt-def.jpg');
  await expect(page.getByRole('dialog')).toContainText('đang chờ thầy cô duyệt');
  await page.keyboard.press('Escape');
  await expect(avatar).toHaveAttribute('src', /cat\.svg$/);

  const teacherPage = await browser.newPage();
  await openAs(teacherPage, teacher.username, '/classes');
  await teacherPage.getByRole('button', { name: /^Duyệt ảnh của .*Minh/ }).click();
  await expect(teacherPage.getByText('Ảnh đại diện chờ duyệt')).toHaveCount(0);
  await teacherPage.close();

  await page.reload();
  await expect(avatar).toHaveAttribute('src', /\/uploads\/avatars\/.*s=/);
  await expect.poll(() => avatar.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(256);
});

test('a student can log out from the profile after confirming', async ({ page }) => {
  await page.setViewportSize(phone);
  await openAs(page, 'student', '/profile');
  await main(page).getByRole('button', { name: messages.navigation.logout }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(messages.session.confirmLogout);
  await question.getByRole('button', { name: messages.navigation.logout }).click();
  await expect(page).toHaveURL('/login');
});

test('a password change shows every specified message, and other tabs stay logged in', async ({
  context,
  page,
}) => {
  // An account that no other journey uses.
  await openAs(page, 'hs0010', '/profile');
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

  const otherTab = await context.newPage();
  await otherTab.goto('/profile');
  const otherTabField = main(otherTab).getByLabel('Mật khẩu mới', { exact: true });
  await otherTabField.fill('viết dở');

  const tokenBefore = await page.evaluate(() => localStorage.getItem('token'));
  await current.fill('demo1234');
  const toast = page.getByRole('alert').filter({ hasText: messages.password.changed });
  await expectVisibleFor(toast, limits.toastMs, () => save.click());
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(tokenBefore);
  await expect(main(otherTab).getByText(messages.password.hint)).toBeVisible();
  await expect(otherTabField).toHaveValue('viết dở');
  await otherTab.getByRole('link', { name: messages.navigation.lessons, exact: true }).click();
  await expect(main(otherTab).getByRole('progressbar')).toBeVisible();
  await expect(otherTab.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(page).toHaveURL('/profile');
});
