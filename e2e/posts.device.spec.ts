import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { postCard, video, writePost } from './feed.ts';
import { logIn, openAs } from './login.ts';
import { fetchTeacherPosts, openCachedFeed } from './offline-feed.ts';
import { countUnsent, unsentButton } from './outbox.ts';
import { type RemoteServer, startRemoteServer } from './remote-server.ts';
import { expect, test } from './test.ts';

test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'allow' });

let remote: RemoteServer;
test.beforeAll(async () => {
  remote = await startRemoteServer();
});
test.afterAll(() => remote.remove());

test('a logout with unsent changes asks first and then leaves nothing behind', async ({
  browser,
}) => {
  const page = await openCachedFeed(browser, remote, 'teacher');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  remote.network.condition = 'down';
  const dialog = await writePost(page, 'Không gửi nữa', 'Bỏ');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(unsentButton(page)).toBeVisible();
  await page.getByRole('button', { name: messages.navigation.logout }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('1 thay đổi chưa gửi trên máy này sẽ mất');
  await question.getByRole('button', { name: 'Hủy' }).click();
  await expect(question).toHaveCount(0);
  await expect(unsentButton(page)).toBeVisible();
  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await question.getByRole('button', { name: messages.navigation.logout }).click();
  await expect(page).toHaveURL('/login');
  // Only what ends the session on the server is left; it cannot be used to log in.
  const readStorage = () => page.evaluate(() => ({ ...localStorage }));
  expect(Object.keys(await readStorage())).toEqual(['unsent-logouts']);
  expect(JSON.stringify(await readStorage())).not.toContain(token);

  const headers = { authorization: `Bearer ${token}` };
  remote.network.condition = 'up';
  const fetchProfileStatus = async () =>
    (await page.request.get('/api/auth/me', { headers })).status();
  expect(await fetchProfileStatus()).toBe(200);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(fetchProfileStatus).toBe(401);
  await expect.poll(readStorage).toEqual({});
  await logIn(page, 'teacher');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(postCard(page, 'Không gửi nữa')).toHaveCount(0);
  await page.context().close();
});

test('two tabs show the same unsent post, which is sent once', async ({ browser }) => {
  const page = await openCachedFeed(browser, remote, 'teacher');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/');
  await expect(otherTab.getByRole('article').first()).toBeVisible();
  remote.network.condition = 'lost response';
  const dialog = await writePost(page, 'Từ hai cửa sổ', 'Một lần');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(postCard(otherTab, 'Từ hai cửa sổ')).toBeVisible();
  await expect(unsentButton(otherTab)).toBeVisible();
  remote.network.condition = 'up';
  for (const tab of [page, otherTab]) {
    await tab.evaluate(() => window.dispatchEvent(new Event('online')));
  }
  for (const tab of [page, otherTab]) await expect(unsentButton(tab)).toHaveCount(0);
  expect(
    (await fetchTeacherPosts(remote, page)).filter(({ title }) => title === 'Từ hai cửa sổ'),
  ).toHaveLength(1);
  await page.context().close();
});

test('changes left unsent by a lost session are sent only when the same user logs in', async ({
  browser,
}) => {
  const page = await openCachedFeed(browser, remote, 'teacher');
  remote.network.condition = 'down';
  const dialog = await writePost(page, 'Chờ chủ về', 'Của cô Hoa');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(unsentButton(page)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('token'));
  remote.network.condition = 'up';
  await page.goto('/login');
  await logIn(page, 'teacher2');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(unsentButton(page)).toHaveCount(0);
  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: messages.navigation.logout }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, 'teacher');
  await expect(postCard(page, 'Chờ chủ về')).toBeVisible();
  await expect
    .poll(
      async () =>
        (await fetchTeacherPosts(remote, page)).filter(({ title }) => title === 'Chờ chủ về')
          .length,
    )
    .toBe(1);
  await page.context().close();
});

test('a comment that a former version left unsent is sent once', async ({ browser }) => {
  remote.network.condition = 'up';
  const context = await browser.newContext({ baseURL: remote.network.address });
  const page = await context.newPage();
  await page.goto('/login');
  const me = await remote.requestAs(page.request, 'teacher', 'GET', '/api/auth/me');
  const { id: user } = await me.json();
  const post = (await fetchTeacherPosts(remote, page)).find(({ can }) => can.comment);
  const text = 'Từ phiên bản cũ';
  const act = { kind: 'comment', post: post?.id, text };
  const at = new Date().toISOString();
  const entry = { user, feature: 'posts', act, key: 'a-key-of-a-former-version', at };
  await page.evaluate(storeWithFormerVersion, entry);
  await logIn(page, 'teacher');
  const countSent = async () => {
    const path = `/api/posts/${post?.id}`;
    const read = await remote.requestAs(page.request, 'teacher', 'GET', path);
    const { comments }: Post = await read.json();
    return comments.filter((comment) => comment.text === text).length;
  };
  await expect.poll(countSent).toBe(1);
  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
  expect(await countSent()).toBe(1);
});

/** Runs in the page: stores an unsent action as version 2 of the database did. */
function storeWithFormerVersion(entry: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('lop-xanh', 2);
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('upgradeneeded', () => {
      const database = opening.result;
      const outbox = database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
      outbox.createIndex('user', 'user');
      database.createObjectStore('answered', { keyPath: 'seq' }).createIndex('user', 'user');
      outbox.add(entry);
    });
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve();
    });
  });
}

test('a new version is offered in every tab, and drafts survive the update', async ({
  browser,
}) => {
  const page = await openCachedFeed(browser, remote, 'teacher2');
  await page.reload();
  await writePost(page, 'Bản nháp', 'Đang viết dở');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const comment = page.getByLabel('Viết bình luận').first();
  await comment.fill('Bình luận dở');
  await page.getByRole('link', { name: messages.navigation.profile, exact: true }).click();
  await expect(page).toHaveURL('/profile');
  await page.getByRole('link', { name: messages.navigation.home, exact: true }).click();
  await expect(comment).toHaveValue('Bình luận dở');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/lessons');
  const busyTab = await page.context().newPage();
  await busyTab.goto('/');
  const editor = await writePost(busyTab, 'Bản nháp', 'Đang viết dở');
  const file = { name: 'hát.mp4', mimeType: 'video/mp4', buffer: video };
  await editor.locator('input[type=file]').setInputFiles(file);
  await expect(editor.getByRole('listitem')).toHaveCount(1);

  remote.network.version = 'second';
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const offers = [page, otherTab].map((tab) =>
    tab.getByRole('button', { name: 'Cập nhật', exact: true }),
  );
  // The new worker fetches all that it keeps first.
  for (const offer of offers) await expect(offer).toBeVisible();
  // What one tab accepts, all tabs get, except one that would lose work.
  const loaded = [page, otherTab].map((tab) => tab.waitForEvent('load'));
  await offers[0]?.click();
  await Promise.all(loaded);
  for (const tab of [page, otherTab]) {
    await expect(tab.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached();
    await expect(tab.getByRole('button', { name: 'Cập nhật', exact: true })).toHaveCount(0);
  }
  await expect(busyTab.getByText('Có phiên bản mới')).toBeVisible();
  await expect(editor.getByRole('listitem')).toHaveCount(1);
  // Its own offer is still good once the work is done, though the worker is active already.
  await editor.getByRole('button', { name: /^Bỏ hát.mp4/ }).click();
  await busyTab.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  const updated = busyTab.waitForEvent('load', { timeout: 30_000 });
  await busyTab.getByRole('button', { name: 'Cập nhật', exact: true }).click();
  await updated;
  await expect(busyTab.getByRole('article').first()).toBeVisible();
  await expect(busyTab.locator('script[src*="-second.chunk.js"]')).not.toHaveCount(0);
  await expect(busyTab.getByRole('button', { name: 'Cập nhật', exact: true })).toHaveCount(0);
  await busyTab.close();
  await expect(comment).toHaveValue('Bình luận dở');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Viết tiếp bản nháp' }).click();
  await expect(page.getByRole('dialog').getByLabel('Nội dung')).toHaveValue('Đang viết dở');
  await page.context().close();
});

test('after a release a page that is not precached still opens', async ({ browser }) => {
  remote.network.version = '';
  const context = await browser.newContext({ baseURL: remote.network.address });
  const page = await context.newPage();
  await openAs(page, 'admin', '/admin');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  remote.network.version = 'third';
  await page.getByRole('link', { name: messages.navigation.accounts, exact: true }).first().click();
  await expect(page).toHaveURL('/admin/accounts');
  // The whole new version is installed first, for which the app waits up to a minute.
  await expect(page.getByRole('tab').first()).toBeVisible({ timeout: 70_000 });
  await context.close();
});
