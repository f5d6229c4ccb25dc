import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type CallAs, callsTo } from './calls.ts';
import { card, ownCard, video, write } from './feed.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { desktop, enterAs, logIn, phone } from './people.ts';
import { type PoorNetwork, startPoorNetwork } from './poor-network.ts';
import { unsentOnDevice } from './unsent.ts';

test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'allow' });

let server: OwnServer;
let network: PoorNetwork;
let as: CallAs;

test.beforeAll(async () => {
  server = await startOwnServer();
  network = await startPoorNetwork(server.address);
  as = callsTo(server.address);
});
test.afterAll(async () => {
  await network.close();
  await server.remove();
});

/** Somebody whose device has the app for good, and what all its lists show. */
async function visitor(browser: Browser, username: string, size = desktop): Promise<Page> {
  network.weather = 'through';
  const context = await browser.newContext({ viewport: size, baseURL: network.address });
  const page = await context.newPage();
  await enterAs(page, username);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('main [role=status]')).toHaveCount(0);
  return page;
}

const postsOfTeacher = async ({ request }: Page): Promise<Post[]> =>
  (await (await as(request, 'teacher', 'GET', '/api/posts')).json()).posts;

const unsent = (page: Page) => page.getByText(/thay đổi chưa gửi\. Sẽ/);

test('an answer that came while its page was left is shown by the next one, also without a network', async ({
  browser,
}) => {
  const page = await visitor(browser, 'teacher');
  const text = { title: 'Vừa kịp đến máy chủ', content: 'Trang đóng ngay lúc ấy' };
  const post: Post = await (await as(page.request, 'teacher', 'POST', '/api/posts', text)).json();
  const user = post.author_id;
  await page.evaluate(leaveUnseen, { user, answer: { kind: 'create', post, newFiles: 0 } });
  network.weather = 'down';
  await page.reload();
  await expect(ownCard(page, text.title)).toBeVisible();
  network.weather = 'through';
  await page.reload();
  await expect(ownCard(page, text.title)).toHaveCount(1);
  await page.context().close();
});

/** Runs in the page: what the outbox leaves where the page goes between an answer and its showing. */
function leaveUnseen({ user, answer }: { user: number; answer: unknown }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('lop-xanh');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const unseen = { seq: 9_000, user, feature: 'posts', act: {}, key: 'k', at: '' };
      const { seq, feature } = unseen;
      const writing = opening.result.transaction('answered', 'readwrite');
      writing.objectStore('answered').put({ seq, user, feature, answer, unseen });
      writing.addEventListener('complete', () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

test('with the server stopped all is done here, outlives a reload, and arrives once it is back', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await visitor(browser, 'teacher');
  const mine = (await postsOfTeacher(page)).filter(({ author }) => author === 'teacher');
  const approved = mine.filter(({ status }) => status === 'approved');
  const [liked, edited, deleted] = approved as [Post, Post, Post];
  const keyless: string[] = [];
  page.on('request', (request) => {
    const isAct = request.url().includes('/api/posts') && /POST|PUT/.test(request.method());
    if (isAct && !request.headers()['idempotency-key']) keyless.push(request.url());
  });

  await server.stop();
  const dialog = await write(page, 'Viết khi mất mạng', 'Vẫn còn đây');
  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'ảnh.png', mimeType: 'image/png', buffer: await page.screenshot() },
    { name: 'hát.mp4', mimeType: 'video/mp4', buffer: video },
  ]);
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(page.getByText(messages.feed.createFailed)).toBeVisible();
  const made = ownCard(page, 'Viết khi mất mạng');
  await expect(made.getByText('Chưa gửi')).toBeVisible();
  await expect(made.getByRole('button', { name: /^Xem (ảnh|video)/ })).toHaveCount(2);

  // Changed again before the server has even heard of it.
  await made.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Nội dung').fill('Vẫn còn đây, đã sửa');
  await page.getByRole('dialog').getByRole('button', { name: 'Lưu' }).click();
  await expect(page.getByText(messages.feed.editFailed)).toBeVisible();
  await expect(made.getByText('Vẫn còn đây, đã sửa')).toBeVisible();

  const first = ownCard(page, liked.title);
  await first.getByRole('button', { name: /^Thích/ }).click();
  await expect(page.getByText(messages.feed.likeFailed)).toBeVisible();
  await first.getByLabel('Viết bình luận').fill('Một');
  await page.keyboard.press('Enter');
  await expect(page.getByText(messages.feed.commentFailed)).toBeVisible();
  await first.getByLabel('Viết bình luận').fill('Hai');
  await page.keyboard.press('Enter');
  await expect(first.getByText('Hai', { exact: true })).toBeVisible();

  await ownCard(page, edited.title).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Tiêu đề').fill('Sửa khi mất mạng');
  await page.getByRole('dialog').getByRole('button', { name: 'Lưu' }).click();
  await expect(ownCard(page, 'Sửa khi mất mạng').getByText('Chưa gửi')).toBeVisible();

  await ownCard(page, deleted.title).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(messages.feed.deleteFailed)).toBeVisible();
  await expect(page.getByText(`Đã xóa bài viết ${messages.feed.offline}`)).toBeVisible();
  await expect(ownCard(page, deleted.title)).toHaveCount(0);
  await expect(unsent(page)).toContainText('7 thay đổi');

  await page.reload();
  await expect(page.getByText(messages.feed.loadFailed).first()).toBeVisible();
  await expect(made.getByText('Vẫn còn đây, đã sửa')).toBeVisible();
  await expect(made.getByRole('button', { name: /^Xem (ảnh|video)/ })).toHaveCount(2);
  await expect(first.getByRole('button', { name: /^Thích/ })).toHaveAttribute(
    'aria-pressed',
    String(!liked.liked),
  );
  await expect(first.getByText('Hai', { exact: true })).toBeVisible();
  await expect(ownCard(page, 'Sửa khi mất mạng')).toBeVisible();
  await expect(ownCard(page, deleted.title)).toHaveCount(0);

  await server.start();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(unsent(page)).toHaveCount(0, { timeout: 30_000 });
  const now = await postsOfTeacher(page);
  const arrived = now.filter(({ title }) => title === 'Viết khi mất mạng');
  expect(arrived.map(({ content, attachments }) => [content, attachments.length])).toEqual([
    ['Vẫn còn đây, đã sửa', 2],
  ]);
  expect(now.some(({ id }) => id === deleted.id)).toBe(false);
  expect(now.find(({ id }) => id === edited.id)).toMatchObject({
    title: 'Sửa khi mất mạng',
    status: 'pending',
  });
  const read = await as(page.request, 'teacher', 'GET', `/api/posts/${liked.id}`);
  const after: Post = await read.json();
  expect(after.liked).toBe(!liked.liked);
  expect(after.comments.slice(-2).map(({ text }) => text)).toEqual(['Một', 'Hai']);
  expect(after.commentCount).toBe(liked.commentCount + 2);
  await expect(made.getByText('Chưa gửi')).toHaveCount(0);
  expect(keyless).toEqual([]);
  await page.context().close();
});

test('what was begun on an unsent post goes on when the post has arrived meanwhile', async ({
  browser,
}) => {
  const page = await visitor(browser, 'teacher');
  const writeUnsent = async (title: string) => {
    network.weather = 'down';
    const dialog = await write(page, title, 'Bản đầu');
    await dialog.getByRole('button', { name: 'Đăng bài' }).click();
    await expect(ownCard(page, title).getByText('Chưa gửi')).toBeVisible();
  };
  const arrives = async () => {
    network.weather = 'through';
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => page.evaluate(unsentOnDevice)).toBe(0);
  };

  await writeUnsent('Sẽ sửa');
  await ownCard(page, 'Sẽ sửa').getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Nội dung').fill('Bản sau');
  await arrives();
  await editor.getByRole('button', { name: 'Lưu' }).click();
  await expect(ownCard(page, 'Sẽ sửa').getByText('Bản sau')).toBeVisible();

  await writeUnsent('Sẽ xóa ngay');
  await ownCard(page, 'Sẽ xóa ngay').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  await arrives();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(ownCard(page, 'Sẽ xóa ngay')).toHaveCount(0);

  await expect.poll(() => page.evaluate(unsentOnDevice)).toBe(0);
  const now = await postsOfTeacher(page);
  expect(now.find(({ title }) => title === 'Sẽ sửa')?.content).toBe('Bản sau');
  expect(now.some(({ title }) => title === 'Sẽ xóa ngay')).toBe(false);
  await page.context().close();
});

test('what the server refuses later is told with its words, and not shown as done', async ({
  browser,
}) => {
  const page = await visitor(browser, 'student', phone);
  const text = { title: 'Sắp bị xóa', content: 'Nội dung' };
  const made: Post = await (await as(page.request, 'teacher', 'POST', '/api/posts', text)).json();
  await as(page.request, 'mod', 'PUT', `/api/posts/${made.id}/approve`);
  await page.reload();

  const doomed = card(page, 'Sắp bị xóa');
  await expect(doomed).toBeVisible();
  network.weather = 'down';
  await doomed.getByLabel('Viết bình luận').fill('Lời này không được mất');
  await page.keyboard.press('Enter');
  await expect(doomed.getByText('Lời này không được mất')).toBeVisible();
  await expect(unsent(page)).toBeVisible();
  await as(page.request, 'teacher', 'DELETE', `/api/posts/${made.id}`);
  network.weather = 'through';
  const notice = page.getByRole('dialog', { name: 'Máy chủ không nhận' });
  await expect(notice).toContainText('Lời này không được mất', { timeout: 30_000 });
  await page.reload();
  await expect(notice).toContainText('Lời này không được mất');
  await notice.getByRole('button', { name: 'Đã hiểu' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(unsent(page)).toHaveCount(0);
  await page.context().close();
});

test('a refusal on the spot is shown and never done here', async ({ browser }) => {
  const page = await visitor(browser, 'student', phone);
  const like = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Thích/ });
  const before = await like.getAttribute('aria-pressed');
  const refusal = { message: 'Không được thích bài này', code: 'forbidden' };
  await page.context().route('**/like', (route) => route.fulfill({ status: 403, json: refusal }));
  await like.click();
  await expect(page.getByText('Không được thích bài này')).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', String(before));
  await expect(unsent(page)).toHaveCount(0);
  await page.context().close();
});

test('a logout with something unsent asks first and then leaves nothing behind', async ({
  browser,
}) => {
  const page = await visitor(browser, 'teacher');
  network.weather = 'down';
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
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

  network.weather = 'through';
  await logIn(page, 'teacher');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(card(page, 'Không gửi nữa')).toHaveCount(0);
  await page.context().close();
});

test('two tabs show the same, and it is sent once', async ({ browser }) => {
  const page = await visitor(browser, 'teacher');
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByRole('article').first()).toBeVisible();
  network.weather = 'lost answer';
  const dialog = await write(page, 'Từ hai cửa sổ', 'Một lần');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(ownCard(other, 'Từ hai cửa sổ')).toBeVisible();
  await expect(unsent(other)).toBeVisible();
  network.weather = 'through';
  for (const tab of [page, other]) {
    await tab.evaluate(() => window.dispatchEvent(new Event('online')));
  }
  for (const tab of [page, other]) await expect(unsent(tab)).toHaveCount(0, { timeout: 30_000 });
  expect(
    (await postsOfTeacher(page)).filter(({ title }) => title === 'Từ hai cửa sổ'),
  ).toHaveLength(1);
  await page.context().close();
});

test('what a lost session left unsent waits for its own user alone', async ({ browser }) => {
  const page = await visitor(browser, 'teacher');
  network.weather = 'down';
  const dialog = await write(page, 'Chờ chủ về', 'Của cô Hoa');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(unsent(page)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('token'));
  network.weather = 'through';
  await page.goto('/login');
  await logIn(page, 'teacher2');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(unsent(page)).toHaveCount(0);
  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: messages.navigation.logout }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, 'teacher');
  await expect(ownCard(page, 'Chờ chủ về')).toBeVisible();
  await expect
    .poll(
      async () => (await postsOfTeacher(page)).filter(({ title }) => title === 'Chờ chủ về').length,
    )
    .toBe(1);
  await page.context().close();
});

test('a new version offers itself, and a draft is still there afterwards', async ({ browser }) => {
  const page = await visitor(browser, 'teacher2');
  await page.reload();
  await write(page, 'Bản nháp', 'Đang viết dở');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  network.version = 'another';
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Cập nhật' }).click();
  await loaded;
  await expect(page.getByRole('button', { name: 'Cập nhật' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Viết tiếp bản nháp' }).click();
  await expect(page.getByRole('dialog').getByLabel('Nội dung')).toHaveValue('Đang viết dở');
  await page.context().close();
});
