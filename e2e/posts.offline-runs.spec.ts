import type { Post } from '@lop-xanh/contract/posts';
import { createRandom, pick } from '../contract/src/testing/random.ts';
import { confirmPhotos, postCard, writePost } from './feed.ts';
import { desktop, openAs } from './login.ts';
import { countUnsent } from './outbox.ts';
import { type RemoteServer, startRemoteServer } from './remote-server.ts';
import { type APIRequestContext, expect, type Page, test } from './test.ts';
import type { NetworkCondition } from './unreliable-network.ts';

/**
 * Random actions of a teacher on a randomly failing network. In the end the server holds exactly what the
 * teacher did. `npm run offline-runs -- 200` runs many.
 */
const runs = Number(process.env.OFFLINE_RUNS ?? 1);
const actionsPerRun = 10;

test.use({ serviceWorkers: 'allow' });

let remote: RemoteServer;
test.beforeAll(async () => {
  remote = await startRemoteServer();
});
test.afterAll(() => remote.remove());

/** A post as the teacher left it. */
interface ExpectedPost {
  title: string;
  content: string;
  files: number;
  isApproved: boolean;
  liked: boolean;
  comments: string[];
}

for (let seed = 1; seed <= runs; seed++) {
  test(`run ${seed} ends with the posts as the teacher left them`, async ({ browser }) => {
    test.setTimeout(180_000);
    remote.network.condition = 'up';
    const context = await browser.newContext({
      viewport: desktop,
      baseURL: remote.network.address,
    });
    const page = await context.newPage();
    const random = createRandom(seed);
    const expected = await addStartingPosts(page.request, seed);
    await openAs(page, 'teacher');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect(postCard(page, (expected[0] as ExpectedPost).title)).toBeVisible();

    for (let step = 0; step < actionsPerRun; step++) {
      remote.network.condition = pick(random, conditions);
      await performRandomAction(page, random, expected, `${seed}.${step}`);
      if (random() < 0.25) await page.reload();
    }

    remote.network.condition = 'up';
    await page.reload();
    await expect.poll(() => page.evaluate(countUnsent), { timeout: 60_000 }).toBe(0);
    expect(await fetchPosts(page.request, seed)).toEqual(sortByTitle(expected));
    await context.close();
  });
}

const conditions: NetworkCondition[] = ['up', 'up', 'down', 'lost request', 'lost response'];

async function performRandomAction(
  page: Page,
  random: () => number,
  expected: ExpectedPost[],
  name: string,
) {
  const approved = expected.filter(({ isApproved }) => isApproved);
  const kind = pick(random, ['create', 'edit', 'delete', 'like', 'comment', 'like', 'comment']);
  const post = expected.length > 0 ? pick(random, expected) : undefined;
  const approvedPost = approved.length > 0 ? pick(random, approved) : undefined;
  if (kind === 'edit' && post) return edit(page, post, `Sửa ${name}`);
  if (kind === 'delete' && post) return remove(page, post, expected);
  if (kind === 'like' && approvedPost) return like(page, approvedPost);
  if (kind === 'comment' && approvedPost) return comment(page, approvedPost, `Lời ${name}`);
  return create(page, expected, `Bài ${name}.`, random() < 0.5 ? 1 : 0);
}

async function create(page: Page, expected: ExpectedPost[], title: string, files: number) {
  const content = `Nội dung ${title}`;
  const dialog = await writePost(page, title, content);
  if (files > 0) {
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } });
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'ảnh.png', mimeType: 'image/png', buffer });
    await confirmPhotos(dialog);
  }
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(postCard(page, title)).toBeVisible();
  expected.push({ title, content, files, isApproved: false, liked: false, comments: [] });
}

async function edit(page: Page, post: ExpectedPost, content: string) {
  await postCard(page, post.title).getByRole('button', { name: 'Sửa', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nội dung').fill(content);
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(postCard(page, post.title).getByText(content)).toBeVisible();
  post.content = content;
  post.isApproved = false;
}

async function remove(page: Page, post: ExpectedPost, expected: ExpectedPost[]) {
  await postCard(page, post.title).getByRole('button', { name: 'Xóa', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Xóa', exact: true }).click();
  await expect(postCard(page, post.title)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expected.splice(expected.indexOf(post), 1);
}

async function like(page: Page, post: ExpectedPost) {
  const button = postCard(page, post.title).getByRole('button', { name: /^Thích/ });
  // A click toggles what is shown, and after a reload the device first has to read its outbox.
  await expect(button).toHaveAttribute('aria-pressed', String(post.liked));
  await button.click();
  post.liked = !post.liked;
  await expect(button).toHaveAttribute('aria-pressed', String(post.liked));
}

async function comment(page: Page, post: ExpectedPost, text: string) {
  const field = postCard(page, post.title).getByLabel('Viết bình luận');
  await field.fill(text);
  await field.press('Enter');
  await expect(postCard(page, post.title).getByText(text, { exact: true })).toBeVisible();
  await expect(field).toHaveValue('');
  post.comments.push(text);
}

/** Adds two approved posts, which can be liked from the start. */
async function addStartingPosts(request: APIRequestContext, seed: number): Promise<ExpectedPost[]> {
  const expected: ExpectedPost[] = [];
  for (const name of ['một', 'hai']) {
    const text = { title: `Bài ${seed}.${name}.`, content: `Sẵn ${name}` };
    const response = await remote.requestAs(request, 'teacher', 'POST', '/api/posts', text);
    const { id }: Post = await response.json();
    expect((await remote.requestAs(request, 'mod', 'PUT', `/api/posts/${id}/approve`)).ok()).toBe(
      true,
    );
    expected.push({ ...text, files: 0, isApproved: true, liked: false, comments: [] });
  }
  return expected;
}

async function fetchPosts(request: APIRequestContext, seed: number): Promise<ExpectedPost[]> {
  const response = await remote.requestAs(
    request,
    'teacher',
    'GET',
    '/api/posts?mine=true&limit=100',
  );
  const posts: Post[] = (await response.json()).posts;
  return sortByTitle(
    posts
      .filter(({ title }) => title.startsWith(`Bài ${seed}.`))
      .map(({ title, content, attachments, approved, liked, comments }) => ({
        title,
        content,
        files: attachments.length,
        isApproved: approved,
        liked,
        comments: comments.map(({ text }) => text),
      })),
  );
}

function sortByTitle(expected: ExpectedPost[]): ExpectedPost[] {
  return expected.toSorted((a, b) => (a.title < b.title ? -1 : 1));
}
