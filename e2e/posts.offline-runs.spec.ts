import type { Post } from '@lop-xanh/contract/posts';
import { createRandom, pick } from '../contract/src/testing/random.ts';
import { confirmPhotos, postCard, writePost } from './feed.ts';
import { countUnsent, outboxSheet } from './outbox.ts';
import { type RemoteServer, startRemoteServer } from './remote-server.ts';
import { type APIRequestContext, expect, type Page, test } from './test.ts';
import { openTwoTabs } from './two-tabs.ts';
import type { NetworkCondition } from './unreliable-network.ts';

/**
 * Random actions of a teacher in two tabs on a randomly failing network, while the browser is restarted, the app
 * updated, and one action rejected by the server and opened again. In the end the server holds exactly what
 * the teacher did. `npm run offline-runs -- 200` runs many.
 */
const runs = Number(process.env.OFFLINE_RUNS ?? 1);
const actionsOnPoorNetwork = 7;
/** The last ones wait together in the outbox, the rejected one somewhere between them. */
const actionsOffline = 4;

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
  test(`run ${seed} ends with the posts as the teacher left them`, async ({
    playwright,
    request,
  }) => {
    const { network } = remote;
    network.condition = 'up';
    const random = createRandom(seed);
    const expected = await addStartingPosts(request, seed);
    const commented = await addApprovedPost(request, `Bài ${seed}.lời.`);
    const device = await openTwoTabs(playwright.chromium, network, 'teacher');
    const act = (step: number) =>
      performRandomAction(pick(random, device.tabs), random, expected, `${seed}.${step}`);
    await expect(postCard(device.tabs[0], commented.title)).toBeVisible();

    const updateStep = Math.floor(random() * actionsOnPoorNetwork);
    for (let step = 0; step < actionsOnPoorNetwork; step++) {
      network.condition = pick(random, conditions);
      await act(step);
      if (step === updateStep) await device.update(`v${seed}`);
      else if (random() < 0.25) await pick(random, device.tabs).reload();
    }

    network.condition = 'down';
    const rejectedStep = Math.floor(random() * actionsOffline);
    const restartStep = Math.floor(random() * actionsOffline);
    for (let step = 0; step < actionsOffline; step++) {
      await act(actionsOnPoorNetwork + step);
      if (step === rejectedStep) {
        await comment(pick(random, device.tabs), commented, `Lời ${seed} bị trả lại`);
      }
      if (step === restartStep) await device.restart();
    }

    network.rejects = new RegExp(`^/api/posts/${commented.id}/comment`);
    network.condition = 'up';
    const [tab] = device.tabs;
    await tab.reload();
    // Everything else arrives; what was rejected waits, and is sent once it is opened again.
    const isRejected = outboxSheet(tab).getByRole('region', { name: 'Cần xem lại' });
    await expect(isRejected.getByRole('listitem')).toHaveCount(1);
    await expect.poll(() => tab.evaluate(countUnsent)).toBe(1);
    network.rejects = undefined;
    await isRejected.getByRole('button', { name: 'Mở lại' }).click();
    const field = tab.getByLabel('Viết bình luận');
    await expect(field).toHaveValue(`Lời ${seed} bị trả lại`);
    await field.press('Enter');
    await expect.poll(() => tab.evaluate(countUnsent)).toBe(0);
    const { id: _, ...commentedPost } = commented;
    expect(await fetchPosts(request, seed)).toEqual(sortByTitle([...expected, commentedPost]));
    await device.remove();
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
    const { id: _, ...post } = await addApprovedPost(request, `Bài ${seed}.${name}.`);
    expected.push(post);
  }
  return expected;
}

async function addApprovedPost(
  request: APIRequestContext,
  title: string,
): Promise<ExpectedPost & Pick<Post, 'id'>> {
  const text = { title, content: `Sẵn ${title}` };
  const response = await remote.requestAs(request, 'teacher', 'POST', '/api/posts', text);
  const { id }: Post = await response.json();
  const approval = await remote.requestAs(request, 'mod', 'PUT', `/api/posts/${id}/approve`);
  expect(approval.ok()).toBe(true);
  return { id, ...text, files: 0, isApproved: true, liked: false, comments: [] };
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
