import { messages } from '@lop-xanh/contract/messages';
import { video, writePost } from './feed.ts';
import { openAs, phone } from './login.ts';
import { expect, type Page, test } from './test.ts';

/** Blocks these chunks from now on; the returned function waits until each has failed to load. */
async function blockChunks(page: Page, ...names: string[]): Promise<() => Promise<void>> {
  const failed = new Set<string>();
  await page.route(/\/static\/js\//, async (route) => {
    const blocked = names.find((name) => route.request().url().includes(`/js/${name}.`));
    if (!blocked) return route.continue();
    await route.abort();
    failed.add(blocked);
  });
  return () => expect.poll(() => names.filter((name) => !failed.has(name))).toEqual([]);
}

test('a failed prefetch neither breaks nor reloads the page', async ({ page }) => {
  await page.setViewportSize(phone);
  const waitForFailures = await blockChunks(page, 'overlay-host', 'menu-drawer', 'outbox-sheet');
  await openAs(page, 'student');
  let loads = 0;
  page.on('load', () => loads++);
  await waitForFailures();
  await page.getByRole('navigation', { name: 'Thanh dưới' }).getByRole('link').last().click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(loads).toBe(0);
});

test('a page that fails to load is retried by one reload and then shows an error', async ({
  page,
}) => {
  await blockChunks(page, 'profile-page');
  await openAs(page, 'student');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Hồ sơ' }).first().click();
  await reloaded;
  await expect(page.getByRole('alert')).toContainText('Hãy kiểm tra mạng rồi tải lại');
  await page.unroute(/\/static\/js\//);
  await page.getByRole('button', { name: 'Tải lại trang' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
});

test('offline, a page that was never loaded shows an error and the app stays open', async ({
  page,
}) => {
  await blockChunks(page, 'profile-page');
  await openAs(page, 'student');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Hồ sơ' }).first().click();
  await expect(page.getByRole('alert')).toContainText('Hãy kiểm tra mạng rồi tải lại');
  await page.getByRole('link', { name: messages.navigation.home }).first().click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the browser asks for confirmation when the app’s dialog cannot be loaded', async ({
  page,
}) => {
  const waitForFailures = await blockChunks(page, 'overlay-host');
  await openAs(page, 'gv0001');
  const editor = await writePost(page, 'Bài chưa gửi', 'Có tệp');
  const file = { name: 'hát.mp4', mimeType: 'video/mp4', buffer: video };
  await editor.locator('input[type=file]').setInputFiles(file);
  await expect(editor.getByRole('listitem')).toHaveCount(1);
  const messages: string[] = [];
  page.on('dialog', (question) => {
    messages.push(question.message());
    void question.dismiss();
  });
  await editor.getByRole('button', { name: 'Đóng' }).last().click();
  await waitForFailures();
  await expect.poll(() => messages).toEqual([expect.stringContaining('Bỏ thay đổi?')]);
  await expect(editor.getByRole('listitem')).toHaveCount(1);
});

test('without its catalogue a language is not shown, and comes with the next visit', async ({
  page,
}) => {
  const waitForFailures = await blockChunks(page, 'en');
  await page.goto('/login');
  await page.getByText('English', { exact: true }).click();
  await waitForFailures();
  await expect(page.getByRole('radio', { name: 'Mặc định' })).toBeChecked();
  await expect(page.getByRole('heading', { name: 'Đăng nhập' })).toBeVisible();
  await page.unroute(/\/static\/js\//);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});
