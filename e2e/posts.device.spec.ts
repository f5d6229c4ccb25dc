import { messages } from '@lop-xanh/contract/messages';
import { expect, test } from '@playwright/test';
import { type FarServer, startFarServer } from './far-server.ts';
import { card, write } from './feed.ts';
import { postsOfTeacher, unsent, visitor } from './offline-feed.ts';
import { enterAs, logIn } from './people.ts';

test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'allow' });

let far: FarServer;
test.beforeAll(async () => {
  far = await startFarServer();
});
test.afterAll(() => far.remove());

test('a logout with something unsent asks first and then leaves nothing behind', async ({
  browser,
}) => {
  const page = await visitor(browser, far, 'teacher');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  far.network.weather = 'down';
  const dialog = await write(page, 'Không gửi nữa', 'Bỏ');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(unsent(page)).toBeVisible();
  await page.getByRole('button', { name: messages.navigation.logout }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('1 thay đổi chưa gửi trên máy này sẽ mất');
  await question.getByRole('button', { name: 'Hủy' }).click();
  await expect(question).toHaveCount(0);
  await expect(unsent(page)).toBeVisible();
  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await question.getByRole('button', { name: messages.navigation.logout }).click();
  await expect(page).toHaveURL('/login');
  // All that is left is what ends the session on the server; it does not open it.
  const left = () => page.evaluate(() => ({ ...localStorage }));
  expect(Object.keys(await left())).toEqual(['unsent-logouts']);
  expect(JSON.stringify(await left())).not.toContain(token);

  const headers = { authorization: `Bearer ${token}` };
  far.network.weather = 'through';
  const statusOfMe = async () => (await page.request.get('/api/auth/me', { headers })).status();
  expect(await statusOfMe()).toBe(200);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(statusOfMe).toBe(401);
  await expect.poll(left).toEqual({});
  await logIn(page, 'teacher');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(card(page, 'Không gửi nữa')).toHaveCount(0);
  await page.context().close();
});

test('two tabs show the same, and it is sent once', async ({ browser }) => {
  const page = await visitor(browser, far, 'teacher');
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByRole('article').first()).toBeVisible();
  far.network.weather = 'lost answer';
  const dialog = await write(page, 'Từ hai cửa sổ', 'Một lần');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(card(other, 'Từ hai cửa sổ')).toBeVisible();
  await expect(unsent(other)).toBeVisible();
  far.network.weather = 'through';
  for (const tab of [page, other]) {
    await tab.evaluate(() => window.dispatchEvent(new Event('online')));
  }
  for (const tab of [page, other]) await expect(unsent(tab)).toHaveCount(0, { timeout: 30_000 });
  expect(
    (await postsOfTeacher(far, page)).filter(({ title }) => title === 'Từ hai cửa sổ'),
  ).toHaveLength(1);
  await page.context().close();
});

test('what a lost session left unsent waits for its own user alone', async ({ browser }) => {
  const page = await visitor(browser, far, 'teacher');
  far.network.weather = 'down';
  const dialog = await write(page, 'Chờ chủ về', 'Của cô Hoa');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(unsent(page)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('token'));
  far.network.weather = 'through';
  await page.goto('/login');
  await logIn(page, 'teacher2');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(unsent(page)).toHaveCount(0);
  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: messages.navigation.logout }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, 'teacher');
  await expect(card(page, 'Chờ chủ về')).toBeVisible();
  await expect
    .poll(
      async () =>
        (await postsOfTeacher(far, page)).filter(({ title }) => title === 'Chờ chủ về').length,
    )
    .toBe(1);
  await page.context().close();
});

test('a new version offers itself in every tab, and what is being written is still there afterwards', async ({
  browser,
}) => {
  const page = await visitor(browser, far, 'teacher2');
  await page.reload();
  await write(page, 'Bản nháp', 'Đang viết dở');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const comment = page.getByLabel('Viết bình luận').first();
  await comment.fill('Bình luận dở');
  await page.getByRole('link', { name: messages.navigation.profile, exact: true }).click();
  await expect(page).toHaveURL('/profile');
  await page.getByRole('link', { name: messages.navigation.home, exact: true }).click();
  await expect(comment).toHaveValue('Bình luận dở');
  const other = await page.context().newPage();
  await other.goto('/lessons');

  far.network.version = 'second';
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const offers = [page, other].map((tab) => tab.getByRole('button', { name: 'Cập nhật' }));
  for (const offer of offers) await expect(offer).toBeVisible();
  for (const [place, tab] of [page, other].entries()) {
    const loaded = tab.waitForEvent('load');
    await offers[place]?.click();
    await loaded;
    await expect(tab.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached();
    await expect(tab.getByRole('button', { name: 'Cập nhật' })).toHaveCount(0);
  }
  await expect(comment).toHaveValue('Bình luận dở');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Viết tiếp bản nháp' }).click();
  await expect(page.getByRole('dialog').getByLabel('Nội dung')).toHaveValue('Đang viết dở');
  await page.context().close();
});

test('after a release a page that the device does not keep opens by itself', async ({
  browser,
}) => {
  far.network.version = '';
  const context = await browser.newContext({ baseURL: far.network.address });
  const page = await context.newPage();
  await enterAs(page, 'admin', '/admin');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  far.network.version = 'third';
  await page.getByRole('link', { name: messages.navigation.accounts, exact: true }).first().click();
  await expect(page).toHaveURL('/admin/accounts');
  await expect(page.getByRole('tab').first()).toBeVisible();
  await context.close();
});
