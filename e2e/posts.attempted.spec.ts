import { postCard, writePost } from './feed.ts';
import { phone } from './login.ts';
import { fetchTeacherPosts, openCachedFeed } from './offline-feed.ts';
import { countUnsent, openOutbox, outboxSheet } from './outbox.ts';
import { type RemoteServer, startRemoteServer } from './remote-server.ts';
import { type Browser, expect, type Locator, type Page, test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

let remote: RemoteServer;
test.beforeAll(async () => {
  remote = await startRemoteServer();
});
test.afterAll(() => remote.remove());

/** A post that the server has, although its author's device never learns about it. */
async function attemptPost(browser: Browser, title: string): Promise<Page> {
  const page = await openCachedFeed(browser, remote, 'teacher', phone);
  remote.network.condition = 'lost response';
  const editor = await writePost(page, title, 'Lời cũ');
  await editor.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(postCard(page, title).getByText('Chưa gửi')).toBeVisible();
  return page;
}

const waiting = (page: Page): Locator =>
  outboxSheet(page).getByRole('region', { name: 'Đang chờ gửi' }).getByRole('listitem');

/** Opens the first waiting action from the sheet and saves other words. */
async function rewriteFirst(page: Page, content: string): Promise<void> {
  await openOutbox(page);
  await waiting(page).first().getByRole('button', { name: 'Mở lại' }).click();
  const editor = page.getByRole('dialog', { name: 'Sửa bài viết' });
  await editor.getByLabel('Nội dung').fill(content);
  await editor.getByRole('button', { name: 'Lưu' }).click();
  await expect(editor).toHaveCount(0);
}

test('a post that may have arrived opens from the sheet, also its edits, and is there once', async ({
  browser,
}) => {
  const title = 'Có thể đã đến';
  const page = await attemptPost(browser, title);
  await rewriteFirst(page, 'Lời mới');
  await expect(postCard(page, title)).toHaveCount(1);
  await expect(postCard(page, title)).toContainText('Lời mới');
  remote.network.condition = 'up';
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
  const sent = (await fetchTeacherPosts(remote, page)).filter((post) => post.title === title);
  expect(sent.map(({ content }) => content)).toEqual(['Lời mới']);
});

test('the edits of a post that may have arrived are discarded with it', async ({ browser }) => {
  const title = 'Bỏ cùng nhau';
  const page = await attemptPost(browser, title);
  await rewriteFirst(page, 'Lời bị bỏ');
  await openOutbox(page);
  await expect(waiting(page)).toHaveCount(2);
  await waiting(page).first().getByRole('button', { name: 'Bỏ' }).click();
  const question = page.getByRole('dialog', { name: 'Xóa khỏi máy này?' });
  await expect(question).toContainText('Có thể máy chủ đã nhận được');
  await question.getByRole('button', { name: 'Xóa' }).click();
  await expect(outboxSheet(page)).toContainText('Mọi thứ đã được gửi');
  expect(await page.evaluate(countUnsent)).toBe(0);
  remote.network.condition = 'up';
  await page.reload();
  await expect(postCard(page, title)).toContainText('Lời cũ');
});
