import { messages } from '@lop-xanh/contract/messages';
import { postCard, video, writePost } from './feed.ts';
import { openAs, phone, settleOverlays } from './login.ts';
import { expect, type Page, test } from './test.ts';

const readScroll = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test('Back closes the menu and the viewer, keeps the place, and then leaves the page', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await openAs(page, 'student', '/profile');
  await page.getByRole('link', { name: messages.navigation.home, exact: true }).click();
  const picture = postCard(page, 'Lớp mình trồng cây').getByRole('button', { name: /^Xem ảnh 1/ });
  await picture.scrollIntoViewIfNeeded();
  const scroll = await readScroll(page);

  const menu = page.getByRole('navigation', { name: 'Menu chính' });
  await page.getByRole('button', { name: 'Mở menu' }).click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL('/');

  await picture.click();
  const viewer = page.locator('.yarl__root');
  await expect(viewer).toBeVisible();
  await page.goBack();
  await expect(viewer).toHaveCount(0);
  await expect(page).toHaveURL('/');
  expect(await readScroll(page)).toBe(scroll);

  // Forward finds nothing to open again, and the next step leaves as if nothing had been open.
  await page.goForward();
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(() => history.state.overlays ?? 0)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/profile');

  // A link in the menu takes the place of the menu.
  await page.getByRole('button', { name: 'Mở menu' }).click();
  await menu.getByRole('link', { name: messages.navigation.help, exact: true }).click();
  await expect(page).toHaveURL('/help');
  await expect(menu).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/profile');
  await expect(menu).toBeHidden();
});

test('Back asks before it closes an editor with unsaved work, and closes the question first', async ({
  page,
}) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await openAs(page, 'gv0001', '/profile');
  await page.getByRole('link', { name: messages.navigation.home, exact: true }).click();
  const editor = await writePost(page, 'Chưa lưu', 'Có tệp');
  const file = { name: 'hát.mp4', mimeType: 'video/mp4', buffer: video };
  await editor.locator('input[type=file]').setInputFiles(file);
  await expect(editor.getByRole('listitem')).toHaveCount(1);
  const question = page.getByRole('dialog', { name: 'Bỏ thay đổi?' });
  // Two Backs at once, of which the second would leave the page, ask once.
  await settleOverlays(page, 1);
  await page.evaluate(() => {
    history.back();
    history.back();
  });
  await expect(question).toBeVisible();
  await settleOverlays(page, 2);
  await expect(question).toHaveCount(1);
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(editor.getByLabel('Tiêu đề')).toHaveValue('Chưa lưu');
  await page.goBack();
  await question.getByRole('button', { name: 'Bỏ thay đổi' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(() => history.state.overlays ?? 0)).toBe(0);
  expect(errors).toEqual([]);
});
