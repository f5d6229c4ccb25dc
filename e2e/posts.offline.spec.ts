import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { expect, type Route, test } from '@playwright/test';
import { type FarServer, startFarServer } from './far-server.ts';
import { card, video, write } from './feed.ts';
import { postsOfTeacher, unsent, visitor } from './offline-feed.ts';
import { phone } from './people.ts';
import { unsentOnDevice } from './unsent.ts';

test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'allow' });

let far: FarServer;
test.beforeAll(async () => {
  far = await startFarServer();
});
test.afterAll(() => far.remove());

test('an answer that came while its page was left is shown by the next one, also without a network', async ({
  browser,
}) => {
  const page = await visitor(browser, far, 'teacher');
  const text = { title: 'Vừa kịp đến máy chủ', content: 'Trang đóng ngay lúc ấy' };
  const post: Post = await (
    await far.as(page.request, 'teacher', 'POST', '/api/posts', text)
  ).json();
  const user = post.author_id;
  await page.evaluate(leaveUnseen, { user, answer: { kind: 'create', post, newFiles: 0 } });
  far.network.weather = 'down';
  await page.reload();
  await expect(card(page, text.title)).toBeVisible();
  far.network.weather = 'through';
  await page.reload();
  await expect(card(page, text.title)).toHaveCount(1);
  await page.context().close();
});

test('a post that arrived, though its answer did not, and was deleted since is no refused one', async ({
  browser,
}) => {
  const page = await visitor(browser, far, 'teacher');
  far.network.weather = 'lost answer';
  const dialog = await write(page, 'Đến rồi bị xóa', 'Xóa từ máy khác');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(card(page, 'Đến rồi bị xóa').getByText('Chưa gửi')).toBeVisible();
  const sent = (await postsOfTeacher(far, page)).find(({ title }) => title === 'Đến rồi bị xóa');
  await far.as(page.request, 'teacher', 'DELETE', `/api/posts/${sent?.id}`);
  far.network.weather = 'through';
  await page.reload();
  await expect.poll(() => page.evaluate(unsentOnDevice)).toBe(0);
  await expect(card(page, 'Đến rồi bị xóa')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
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
  const page = await visitor(browser, far, 'teacher');
  const mine = (await postsOfTeacher(far, page)).filter(({ author }) => author === 'teacher');
  const approved = mine.filter(({ status }) => status === 'approved');
  const [liked, edited, deleted] = approved as [Post, Post, Post];
  const keyless: string[] = [];
  page.on('request', (request) => {
    const isAct = request.url().includes('/api/posts') && /POST|PUT/.test(request.method());
    if (isAct && !request.headers()['idempotency-key']) keyless.push(request.url());
  });

  await far.server.stop();
  const dialog = await write(page, 'Viết khi mất mạng', 'Vẫn còn đây');
  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'ảnh.png', mimeType: 'image/png', buffer: await page.screenshot() },
    { name: 'hát.mp4', mimeType: 'video/mp4', buffer: video },
  ]);
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(page.getByText(messages.feed.createFailed)).toBeVisible();
  const made = card(page, 'Viết khi mất mạng');
  await expect(made.getByText('Chưa gửi')).toBeVisible();
  await expect(made.getByRole('button', { name: /^Xem (ảnh|video)/ })).toHaveCount(2);

  // Changed again before the server has even heard of it.
  await made.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Nội dung').fill('Vẫn còn đây, đã sửa');
  await page.getByRole('dialog').getByRole('button', { name: 'Lưu' }).click();
  await expect(page.getByText(messages.feed.editFailed)).toBeVisible();
  await expect(made.getByText('Vẫn còn đây, đã sửa')).toBeVisible();

  const first = card(page, liked.title);
  await first.getByRole('button', { name: /^Thích/ }).click();
  await expect(page.getByText(messages.feed.likeFailed)).toBeVisible();
  await first.getByLabel('Viết bình luận').fill('Một');
  await page.keyboard.press('Enter');
  await expect(page.getByText(messages.feed.commentFailed)).toBeVisible();
  await first.getByLabel('Viết bình luận').fill('Hai');
  await page.keyboard.press('Enter');
  await expect(first.getByText('Hai', { exact: true })).toBeVisible();

  await card(page, edited.title).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Tiêu đề').fill('Sửa khi mất mạng');
  await page.getByRole('dialog').getByRole('button', { name: 'Lưu' }).click();
  await expect(card(page, 'Sửa khi mất mạng').getByText('Chưa gửi')).toBeVisible();

  await card(page, deleted.title).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(messages.feed.deleteFailed)).toBeVisible();
  await expect(page.getByText(`Đã xóa bài viết ${messages.feed.offline}`)).toBeVisible();
  await expect(card(page, deleted.title)).toHaveCount(0);
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
  await expect(card(page, 'Sửa khi mất mạng')).toBeVisible();
  await expect(card(page, deleted.title)).toHaveCount(0);

  await far.server.start();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(unsent(page)).toHaveCount(0, { timeout: 30_000 });
  const now = await postsOfTeacher(far, page);
  const arrived = now.filter(({ title }) => title === 'Viết khi mất mạng');
  expect(arrived.map(({ content, attachments }) => [content, attachments.length])).toEqual([
    ['Vẫn còn đây, đã sửa', 2],
  ]);
  expect(now.some(({ id }) => id === deleted.id)).toBe(false);
  expect(now.find(({ id }) => id === edited.id)).toMatchObject({
    title: 'Sửa khi mất mạng',
    status: 'pending',
  });
  const read = await far.as(page.request, 'teacher', 'GET', `/api/posts/${liked.id}`);
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
  const page = await visitor(browser, far, 'teacher');
  const writeUnsent = async (title: string) => {
    far.network.weather = 'down';
    const dialog = await write(page, title, 'Bản đầu');
    await dialog.getByRole('button', { name: 'Đăng bài' }).click();
    await expect(card(page, title).getByText('Chưa gửi')).toBeVisible();
  };
  const arrives = async () => {
    far.network.weather = 'through';
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => page.evaluate(unsentOnDevice)).toBe(0);
  };

  await writeUnsent('Sẽ sửa');
  await card(page, 'Sẽ sửa').getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Nội dung').fill('Bản sau');
  await arrives();
  await editor.getByRole('button', { name: 'Lưu' }).click();
  await expect(card(page, 'Sẽ sửa').getByText('Bản sau')).toBeVisible();

  await writeUnsent('Sẽ xóa ngay');
  await card(page, 'Sẽ xóa ngay').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  await arrives();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(card(page, 'Sẽ xóa ngay')).toHaveCount(0);

  await expect.poll(() => page.evaluate(unsentOnDevice)).toBe(0);
  const now = await postsOfTeacher(far, page);
  expect(now.find(({ title }) => title === 'Sẽ sửa')?.content).toBe('Bản sau');
  expect(now.some(({ title }) => title === 'Sẽ xóa ngay')).toBe(false);
  await page.context().close();
});

test('what the server refuses later is told with its words, and not shown as done', async ({
  browser,
}) => {
  const page = await visitor(browser, far, 'student', phone);
  const text = { title: 'Sắp bị xóa', content: 'Nội dung' };
  const made: Post = await (
    await far.as(page.request, 'teacher', 'POST', '/api/posts', text)
  ).json();
  await far.as(page.request, 'mod', 'PUT', `/api/posts/${made.id}/approve`);
  await page.reload();

  const doomed = card(page, 'Sắp bị xóa');
  await expect(doomed).toBeVisible();
  far.network.weather = 'down';
  await doomed.getByLabel('Viết bình luận').fill('Lời này không được mất');
  await page.keyboard.press('Enter');
  await expect(doomed.getByText('Lời này không được mất')).toBeVisible();
  await expect(unsent(page)).toBeVisible();
  await far.as(page.request, 'teacher', 'DELETE', `/api/posts/${made.id}`);
  far.network.weather = 'through';
  const notice = page.getByRole('dialog', { name: 'Máy chủ không nhận' });
  await expect(notice).toContainText('Lời này không được mất', { timeout: 30_000 });
  await page.mouse.click(195, 20);
  await expect(notice).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: 'Xem lại' }).click();
  await expect(notice).toContainText('Lời này không được mất');
  await page.reload();
  await expect(notice).toContainText('Lời này không được mất');
  await notice.getByRole('button', { name: 'Xóa khỏi máy này' }).click();
  const question = page.getByRole('dialog', { name: 'Xóa khỏi máy này?' });
  await question.getByRole('button', { name: 'Hủy' }).click();
  await expect(notice).toContainText('Lời này không được mất');
  expect(await page.evaluate(unsentOnDevice)).toBe(1);
  await notice.getByRole('button', { name: 'Xóa khỏi máy này' }).click();
  await question.getByRole('button', { name: 'Xóa', exact: true }).click();
  await expect(notice).toHaveCount(0);
  await expect.poll(() => page.evaluate(unsentOnDevice)).toBe(0);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(unsent(page)).toHaveCount(0);
  await page.context().close();
});

test('who comments too often is heard when the server said, and not before', async ({
  browser,
}) => {
  const page = await visitor(browser, far, 'student', phone);
  const post = page.getByRole('article').first();
  await page.clock.install();
  far.network.weather = 'down';
  await post.getByLabel('Viết bình luận').fill('Lời này đợi mười phút');
  await page.keyboard.press('Enter');
  await expect(unsent(page)).toBeVisible();
  let tries = 0;
  const tooOften = async (route: Route) => {
    tries += 1;
    const json = { message: 'Bạn đã gửi nhiều bình luận', code: 'too_many_requests' };
    await route.fulfill({ status: 429, json, headers: { 'retry-after': '600' } });
  };
  await page.context().route('**/comment', tooOften);
  far.network.weather = 'through';
  await page.clock.runFor('00:30');
  await expect.poll(() => tries).toBe(1);
  for (let minute = 0; minute < 5; minute++) {
    await page.clock.runFor('01:00');
    // What the page had sent by then has arrived before this.
    await page.evaluate(() => fetch('/api/health'));
  }
  expect(tries).toBe(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.context().unroute('**/comment', tooOften);
  await page.clock.runFor('06:00');
  await expect(unsent(page)).toHaveCount(0);
  await expect(post.getByText('Lời này đợi mười phút')).toBeVisible();
  await page.context().close();
});

test('a refusal on the spot is shown and never done here', async ({ browser }) => {
  const page = await visitor(browser, far, 'student', phone);
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
