import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { confirmPhotos, postCard, video, writePost } from './feed.ts';
import { navigateTo, phone, settleOverlays } from './login.ts';
import { fetchTeacherPosts, openCachedFeed } from './offline-feed.ts';
import { countUnsent, openOutbox, outboxSheet, unsentButton } from './outbox.ts';
import { type RemoteServer, startRemoteServer } from './remote-server.ts';
import { expect, type Route, test } from './test.ts';

test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'allow' });

let remote: RemoteServer;
test.beforeAll(async () => {
  remote = await startRemoteServer();
});
test.afterAll(() => remote.remove());

test('a response that arrived as its page was closed is shown by the next page, even offline', async ({
  browser,
}) => {
  const page = await openCachedFeed(browser, remote, 'teacher');
  const text = { title: 'Vừa kịp đến máy chủ', content: 'Trang đóng ngay lúc ấy' };
  const post: Post = await (
    await remote.requestAs(page.request, 'teacher', 'POST', '/api/posts', text)
  ).json();
  const user = post.author_id;
  await page.evaluate(storeUnseenResponse, { user, answer: { kind: 'create', post, newFiles: 0 } });
  remote.network.condition = 'down';
  await page.reload();
  await expect(postCard(page, text.title)).toBeVisible();
  remote.network.condition = 'up';
  await page.reload();
  await expect(postCard(page, text.title)).toHaveCount(1);
  await page.context().close();
});

test('a post that was saved without a response and deleted since is not reported as rejected', async ({
  browser,
}) => {
  const page = await openCachedFeed(browser, remote, 'teacher');
  remote.network.condition = 'lost response';
  const dialog = await writePost(page, 'Đến rồi bị xóa', 'Xóa từ máy khác');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(postCard(page, 'Đến rồi bị xóa').getByText('Chưa gửi')).toBeVisible();
  const sent = (await fetchTeacherPosts(remote, page)).find(
    ({ title }) => title === 'Đến rồi bị xóa',
  );
  await remote.requestAs(page.request, 'teacher', 'DELETE', `/api/posts/${sent?.id}`);
  remote.network.condition = 'up';
  await page.reload();
  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
  await expect(postCard(page, 'Đến rồi bị xóa')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.context().close();
});

/** Runs in the page: stores what the outbox leaves when the page closes before it shows a response. */
function storeUnseenResponse({ user, answer }: { user: number; answer: unknown }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('lop-xanh');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const unseen = { seq: 9_000, user, feature: 'posts', action: {}, key: 'k', at: '' };
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

test('without a server every change is kept on the device, survives a reload and is sent once the server is back', async ({
  browser,
}) => {
  const page = await openCachedFeed(browser, remote, 'teacher');
  const mine = (await fetchTeacherPosts(remote, page)).filter(({ author }) => author === 'teacher');
  const approved = mine.filter(({ status }) => status === 'approved');
  const [liked, edited, deleted] = approved as [Post, Post, Post];
  const remark = { text: 'Lời của Minh' };
  await remote.requestAs(page.request, 'student', 'POST', `/api/posts/${liked.id}/comment`, remark);
  await page.reload();
  await expect(page.getByText(remark.text)).toBeVisible();
  const keyless: string[] = [];
  page.on('request', (request) => {
    const isWrite = request.url().includes('/api/posts') && /POST|PUT/.test(request.method());
    if (isWrite && !request.headers()['idempotency-key']) keyless.push(request.url());
  });

  await remote.server.stop();
  const dialog = await writePost(page, 'Viết khi mất mạng', 'Vẫn còn đây');
  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'ảnh.png', mimeType: 'image/png', buffer: await page.screenshot() },
    { name: 'hát.mp4', mimeType: 'video/mp4', buffer: video },
  ]);
  await confirmPhotos(dialog);
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(page.getByText(messages.feed.createFailed)).toBeVisible();
  const made = postCard(page, 'Viết khi mất mạng');
  await expect(made.getByText('Chưa gửi')).toBeVisible();
  await expect(made.getByRole('button', { name: /^Xem (ảnh|video)/ })).toHaveCount(2);

  // Edited before it reaches the server.
  await made.getByRole('button', { name: 'Sửa', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Nội dung').fill('Vẫn còn đây, đã sửa');
  await page.getByRole('dialog').getByRole('button', { name: 'Lưu' }).click();
  await expect(page.getByText(messages.feed.editFailed)).toBeVisible();
  await expect(made.getByText('Vẫn còn đây, đã sửa')).toBeVisible();

  const first = postCard(page, liked.title);
  await first.getByRole('button', { name: /^Thích/ }).click();
  await expect(page.getByText(messages.feed.likeFailed)).toBeVisible();
  await first.getByLabel('Viết bình luận').fill('Một');
  await page.keyboard.press('Enter');
  await expect(page.getByText(messages.feed.commentFailed)).toBeVisible();
  await first.getByLabel('Viết bình luận').fill('Hai');
  await page.keyboard.press('Enter');
  await first.getByLabel('Viết bình luận').fill('Ba');
  await page.keyboard.press('Enter');
  await expect(first.getByText('Ba', { exact: true })).toBeVisible();
  const remarked = first.getByRole('listitem').filter({ hasText: remark.text });
  await remarked.getByRole('button', { name: /^Việc khác/ }).click();
  await page.getByRole('menuitem', { name: 'Ẩn bình luận…' }).click();
  const hiding = page.getByRole('dialog', { name: 'Ẩn bình luận?' });
  await hiding.getByLabel('Không phù hợp với lớp học').check();
  await hiding.getByRole('button', { name: 'Ẩn', exact: true }).click();
  const kept = page.getByRole('alert').filter({ hasText: 'Đã ẩn bình luận (offline)' });
  await expect(kept).toContainText('Đã giữ, sẽ tự gửi');

  await postCard(page, edited.title).getByRole('button', { name: 'Sửa', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Tiêu đề').fill('Sửa khi mất mạng');
  await page.getByRole('dialog').getByRole('button', { name: 'Lưu' }).click();
  await expect(postCard(page, 'Sửa khi mất mạng').getByText('Chưa gửi')).toBeVisible();

  await postCard(page, deleted.title).getByRole('button', { name: 'Xóa', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Xóa', exact: true }).click();
  await expect(page.getByText(messages.feed.deleteFailed)).toBeVisible();
  await expect(page.getByText(`Đã xóa bài viết ${messages.feed.offline}`)).toBeVisible();
  await expect(postCard(page, deleted.title)).toHaveCount(0);
  await expect(unsentButton(page)).toHaveText('9');
  const sheet = await openOutbox(page);
  const waiting = sheet.getByRole('listitem');
  await expect(waiting).toHaveCount(9);
  await expect(waiting.first()).toContainText('Viết khi mất mạng');
  await expect(waiting.first().locator('img')).toBeVisible();
  await expect(waiting.first()).toContainText('1 ảnh · 1 video');

  // What is written can be changed, even if the server may have it; a decision can only be discarded.
  await expect(waiting.first().getByRole('button')).toHaveText(['Mở lại', 'Bỏ']);
  await expect(waiting.filter({ hasText: 'Ẩn một bình luận' }).getByRole('button')).toHaveText([
    'Bỏ',
  ]);
  await waiting.filter({ hasText: 'Ba' }).getByRole('button', { name: 'Bỏ' }).click();
  const discard = page.getByRole('dialog', { name: 'Xóa khỏi máy này?' });
  await discard.getByRole('button', { name: 'Xóa', exact: true }).click();
  await expect(waiting).toHaveCount(8);
  await waiting
    .filter({ hasText: 'Sửa khi mất mạng' })
    .getByRole('button', { name: 'Mở lại' })
    .click();
  const reopened = page.getByRole('dialog', { name: 'Sửa bài viết' });
  await expect(reopened.getByLabel('Tiêu đề')).toHaveValue('Sửa khi mất mạng');
  await reopened.getByLabel('Nội dung').fill('Sửa lần nữa');
  await reopened.getByRole('button', { name: 'Lưu' }).click();
  await expect(reopened).toHaveCount(0);
  await openOutbox(page);
  await expect(waiting).toHaveCount(8);
  await waiting.filter({ hasText: 'Hai' }).getByRole('button', { name: 'Mở lại' }).click();
  await expect(page).toHaveURL(new RegExp(`/posts/${liked.id}$`));
  await expect(page.getByLabel('Viết bình luận')).toHaveValue('Hai');
  await expect(unsentButton(page)).toHaveText('7');
  await page.getByLabel('Viết bình luận').press('Enter');
  await openOutbox(page);
  await expect(waiting).toHaveCount(8);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(unsentButton(page)).toBeFocused();
  await navigateTo(page, '/');

  await settleOverlays(page);
  await page.reload();
  await expect(page.getByText(messages.feed.loadFailed).first()).toBeVisible();
  await expect(made.getByText('Vẫn còn đây, đã sửa')).toBeVisible();
  await expect(made.getByRole('button', { name: /^Xem (ảnh|video)/ })).toHaveCount(2);
  await expect(first.getByRole('button', { name: /^Thích/ })).toHaveAttribute(
    'aria-pressed',
    String(!liked.liked),
  );
  await expect(first.getByText('Hai', { exact: true })).toBeVisible();
  await expect(postCard(page, 'Sửa khi mất mạng')).toBeVisible();
  await expect(postCard(page, deleted.title)).toHaveCount(0);

  await remote.server.start();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(unsentButton(page)).toHaveCount(0);
  const now = await fetchTeacherPosts(remote, page);
  const arrived = now.filter(({ title }) => title === 'Viết khi mất mạng');
  expect(arrived.map(({ content, attachments }) => [content, attachments.length])).toEqual([
    ['Vẫn còn đây, đã sửa', 2],
  ]);
  expect(now.some(({ id }) => id === deleted.id)).toBe(false);
  expect(now.find(({ id }) => id === edited.id)).toMatchObject({
    title: 'Sửa khi mất mạng',
    status: 'pending',
  });
  const read = await remote.requestAs(page.request, 'teacher', 'GET', `/api/posts/${liked.id}`);
  const after: Post = await read.json();
  expect(after.liked).toBe(!liked.liked);
  expect(after.comments.slice(-2).map(({ text }) => text)).toEqual(['Một', 'Hai']);
  expect(after.commentCount).toBe(liked.commentCount + 3);
  await expect(made.getByText('Chưa gửi')).toHaveCount(0);
  expect(keyless).toEqual([]);
  await page.context().close();
});

test('an edit or deletion begun on an unsent post works once the post has been sent', async ({
  browser,
}) => {
  const page = await openCachedFeed(browser, remote, 'teacher');
  const writeUnsent = async (title: string) => {
    remote.network.condition = 'down';
    const dialog = await writePost(page, title, 'Bản đầu');
    await dialog.getByRole('button', { name: 'Đăng bài' }).click();
    await expect(postCard(page, title).getByText('Chưa gửi')).toBeVisible();
  };
  const goOnline = async () => {
    remote.network.condition = 'up';
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
  };

  await writeUnsent('Sẽ sửa');
  await postCard(page, 'Sẽ sửa').getByRole('button', { name: 'Sửa', exact: true }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Nội dung').fill('Bản sau');
  await goOnline();
  await editor.getByRole('button', { name: 'Lưu' }).click();
  await expect(postCard(page, 'Sẽ sửa').getByText('Bản sau')).toBeVisible();

  await writeUnsent('Sẽ xóa ngay');
  await postCard(page, 'Sẽ xóa ngay').getByRole('button', { name: 'Xóa', exact: true }).click();
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  await goOnline();
  await question.getByRole('button', { name: 'Xóa', exact: true }).click();
  await expect(postCard(page, 'Sẽ xóa ngay')).toHaveCount(0);

  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
  const now = await fetchTeacherPosts(remote, page);
  expect(now.find(({ title }) => title === 'Sẽ sửa')?.content).toBe('Bản sau');
  expect(now.some(({ title }) => title === 'Sẽ xóa ngay')).toBe(false);
  await page.context().close();
});

test('a change that the server rejects later is reported with its text and not shown as done', async ({
  browser,
}) => {
  const page = await openCachedFeed(browser, remote, 'student', phone);
  const text = { title: 'Sắp bị xóa', content: 'Nội dung' };
  const added: Post = await (
    await remote.requestAs(page.request, 'teacher', 'POST', '/api/posts', text)
  ).json();
  await remote.requestAs(page.request, 'mod', 'PUT', `/api/posts/${added.id}/approve`);
  await page.reload();

  const post = postCard(page, 'Sắp bị xóa');
  await expect(post).toBeVisible();
  remote.network.condition = 'down';
  await post.getByLabel('Viết bình luận').fill('Lời này không được mất');
  await page.keyboard.press('Enter');
  await expect(post.getByText('Lời này không được mất')).toBeVisible();
  await expect(unsentButton(page)).toBeVisible();
  await remote.requestAs(page.request, 'teacher', 'DELETE', `/api/posts/${added.id}`);
  remote.network.condition = 'up';
  const sheet = outboxSheet(page);
  await expect(sheet).toContainText('Lời này không được mất');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await openOutbox(page);
  await expect(sheet).toContainText('Lời này không được mất');
  await page.reload();
  await expect(sheet).toContainText('Lời này không được mất');
  await sheet.getByRole('button', { name: 'Bỏ' }).click();
  const question = page.getByRole('dialog', { name: 'Xóa khỏi máy này?' });
  await question.getByRole('button', { name: 'Hủy' }).click();
  await expect(sheet).toContainText('Lời này không được mất');
  expect(await page.evaluate(countUnsent)).toBe(1);
  await sheet.getByRole('button', { name: 'Bỏ' }).click();
  await question.getByRole('button', { name: 'Xóa', exact: true }).click();
  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await expect(unsentButton(page)).toHaveCount(0);
  await page.context().close();
});

test('rejected words and photos open again where they were written and are sent once', async ({
  browser,
}) => {
  const page = await openCachedFeed(browser, remote, 'teacher', phone);
  const [target] = (await fetchTeacherPosts(remote, page)).filter(
    ({ author, status }) => author === 'teacher' && status === 'approved',
  ) as [Post];
  // The server takes no write of this kind until the test says so.
  const reject = (route: Route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 422, json: { message: 'Có từ không hợp lệ', code: 'invalid' } });
  const dialog = await writePost(page, 'Sẽ bị trả lại', 'Lời cũ');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'ảnh.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  });
  await confirmPhotos(dialog);
  remote.network.condition = 'down';
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(postCard(page, 'Sẽ bị trả lại').getByText('Chưa gửi')).toBeVisible();
  await postCard(page, target.title).getByLabel('Viết bình luận').fill('Bình luận bị trả lại');
  await page.keyboard.press('Enter');
  await expect(unsentButton(page)).toHaveText('2');
  await page.context().route('**/api/posts', reject);
  await page.context().route('**/comment', reject);
  remote.network.condition = 'up';
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const sheet = outboxSheet(page);
  const rejected = sheet.getByRole('region', { name: 'Cần xem lại' }).getByRole('listitem');
  await expect(rejected).toHaveCount(2);
  await page.context().unroute('**/api/posts', reject);
  await page.context().unroute('**/comment', reject);

  // A tap beside the sheet, or beside its question, discards nothing.
  const rejectedPost = rejected.filter({ hasText: 'Sẽ bị trả lại' });
  await page.mouse.click(phone.width / 2, 4);
  await expect(sheet).toHaveCount(0);
  await expect(unsentButton(page)).toHaveText('2');
  await openOutbox(page);
  await rejectedPost.getByRole('button', { name: 'Bỏ' }).click();
  const question = page.getByRole('dialog', { name: 'Xóa khỏi máy này?' });
  await expect(question).toBeVisible();
  await page.mouse.click(phone.width / 2, 4);
  await expect(question).toHaveCount(0);
  await expect(rejected).toHaveCount(2);
  await expect(rejectedPost.locator('img')).toBeVisible();

  await rejectedPost.getByRole('button', { name: 'Mở lại' }).click();
  const editor = page.getByRole('dialog', { name: 'Bài viết mới' });
  await expect(editor.getByLabel('Tiêu đề')).toHaveValue('Sẽ bị trả lại');
  await expect(editor.getByRole('img', { name: 'ảnh.png' })).toBeVisible();
  await editor.getByLabel('Nội dung').fill('Lời mới');
  await confirmPhotos(editor);
  await editor.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(editor).toHaveCount(0);

  await openOutbox(page);
  await expect(rejected).toHaveCount(1);
  await rejected.getByRole('button', { name: 'Mở lại' }).click();
  await expect(page).toHaveURL(new RegExp(`/posts/${target.id}$`));
  const field = page.getByLabel('Viết bình luận');
  await expect(field).toHaveValue('Bình luận bị trả lại');
  await field.press('Enter');
  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
  await expect(unsentButton(page)).toHaveCount(0);
  const now = await fetchTeacherPosts(remote, page);
  const sent = now.filter(({ title }) => title === 'Sẽ bị trả lại');
  expect(sent.map(({ content, attachments }) => [content, attachments.length])).toEqual([
    ['Lời mới', 1],
  ]);
  const comments = now.find(({ id }) => id === target.id)?.comments ?? [];
  expect(comments.filter(({ text }) => text === 'Bình luận bị trả lại')).toHaveLength(1);
  await page.context().close();
});

test('a rate-limited comment is resent when the server said or its author wants, and not before', async ({
  browser,
}) => {
  const page = await openCachedFeed(browser, remote, 'student', phone);
  const post = page.getByRole('article').first();
  await page.clock.install();
  remote.network.condition = 'down';
  await post.getByLabel('Viết bình luận').fill('Lời này đợi mười phút');
  await page.keyboard.press('Enter');
  await expect(unsentButton(page)).toBeVisible();
  let attempts = 0;
  const rejectComment = async (route: Route) => {
    attempts += 1;
    const json = { message: 'Bạn đã gửi nhiều bình luận', code: 'too_many_requests' };
    await route.fulfill({ status: 429, json, headers: { 'retry-after': '600' } });
  };
  await page.context().route('**/comment', rejectComment);
  remote.network.condition = 'up';
  await page.clock.runFor('00:30');
  await expect.poll(() => attempts).toBe(1);
  for (let minute = 0; minute < 5; minute++) {
    await page.clock.runFor('01:00');
    // Anything the page sent before has arrived by the time this returns.
    await page.evaluate(() => fetch('/api/health'));
  }
  expect(attempts).toBe(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.clock.runFor('06:00');
  await expect.poll(() => attempts).toBe(2);

  // It waits for ten minutes again, but not if its author wants to send it now.
  await page.context().unroute('**/comment', rejectComment);
  const sheet = await openOutbox(page);
  await sheet.getByRole('button', { name: 'Gửi ngay' }).click();
  await expect(sheet).toContainText('Mọi thứ đã được gửi');
  await page.keyboard.press('Escape');
  await expect(unsentButton(page)).toHaveCount(0);
  await expect(post.getByText('Lời này đợi mười phút')).toBeVisible();
  await page.context().close();
});

test('an immediate rejection shows its error and changes nothing', async ({ browser }) => {
  const page = await openCachedFeed(browser, remote, 'student', phone);
  const like = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Thích/ });
  const before = await like.getAttribute('aria-pressed');
  const error = { message: 'Không được thích bài này', code: 'forbidden' };
  await page.context().route('**/like', (route) => route.fulfill({ status: 403, json: error }));
  await like.click();
  await expect(page.getByText('Không được thích bài này')).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', String(before));
  await expect(unsentButton(page)).toHaveCount(0);
  await page.context().close();
});
