import type { Post } from '@lop-xanh/contract/posts';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { pick, seeded } from '../server/src/testing/seeded.ts';
import { type FarServer, startFarServer } from './far-server.ts';
import { card, write } from './feed.ts';
import { desktop, enterAs } from './people.ts';
import type { Weather } from './poor-network.ts';
import { unsentOnDevice } from './unsent.ts';

/**
 * Seeded lives of a teacher on a network that fails as it likes. Whatever happens on the way, in the
 * end the server holds exactly what the teacher did. `npm run offline-runs -- 200` runs many.
 */
const runs = Number(process.env.OFFLINE_RUNS ?? 1);
const actsInRun = 10;

test.use({ serviceWorkers: 'allow' });

let far: FarServer;
test.beforeAll(async () => {
  far = await startFarServer();
});
test.afterAll(() => far.remove());

/** What the teacher knows to have done with a post. */
interface Model {
  title: string;
  content: string;
  files: number;
  isApproved: boolean;
  liked: boolean;
  comments: string[];
}

for (let seed = 1; seed <= runs; seed++) {
  test(`life ${seed} ends with the server as the teacher left it`, async ({ browser }) => {
    test.setTimeout(180_000);
    far.network.weather = 'through';
    const context = await browser.newContext({ viewport: desktop, baseURL: far.network.address });
    const page = await context.newPage();
    const random = seeded(seed);
    const model = await startingPosts(page.request, seed);
    await enterAs(page, 'teacher');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect(card(page, (model[0] as Model).title)).toBeVisible();

    for (let step = 0; step < actsInRun; step++) {
      far.network.weather = pick(random, weathers);
      await act(page, random, model, `${seed}.${step}`);
      if (random() < 0.25) await page.reload();
    }

    far.network.weather = 'through';
    await page.reload();
    await expect.poll(() => page.evaluate(unsentOnDevice), { timeout: 60_000 }).toBe(0);
    expect(await heldByServer(page.request, seed)).toEqual(sorted(model));
    await context.close();
  });
}

const weathers: Weather[] = ['through', 'through', 'down', 'lost request', 'lost answer'];

async function act(page: Page, random: () => number, model: Model[], name: string) {
  const approved = model.filter(({ isApproved }) => isApproved);
  const kind = pick(random, ['create', 'edit', 'delete', 'like', 'comment', 'like', 'comment']);
  const any = model.length > 0 ? pick(random, model) : undefined;
  const open = approved.length > 0 ? pick(random, approved) : undefined;
  if (kind === 'edit' && any) return edit(page, any, `Sửa ${name}`);
  if (kind === 'delete' && any) return remove(page, any, model);
  if (kind === 'like' && open) return like(page, open);
  if (kind === 'comment' && open) return comment(page, open, `Lời ${name}`);
  return create(page, model, `Bài ${name}.`, random() < 0.5 ? 1 : 0);
}

async function create(page: Page, model: Model[], title: string, files: number) {
  const content = `Nội dung ${title}`;
  const dialog = await write(page, title, content);
  if (files > 0) {
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } });
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'ảnh.png', mimeType: 'image/png', buffer });
  }
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(page, title)).toBeVisible();
  model.push({ title, content, files, isApproved: false, liked: false, comments: [] });
}

async function edit(page: Page, post: Model, content: string) {
  await card(page, post.title).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nội dung').fill(content);
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(page, post.title).getByText(content)).toBeVisible();
  post.content = content;
  post.isApproved = false;
}

async function remove(page: Page, post: Model, model: Model[]) {
  await card(page, post.title).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card(page, post.title)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  model.splice(model.indexOf(post), 1);
}

async function like(page: Page, post: Model) {
  const button = card(page, post.title).getByRole('button', { name: /^Thích/ });
  // A click means the other of what is seen, and after a reload the device first has to read what waits.
  await expect(button).toHaveAttribute('aria-pressed', String(post.liked));
  await button.click();
  post.liked = !post.liked;
  await expect(button).toHaveAttribute('aria-pressed', String(post.liked));
}

async function comment(page: Page, post: Model, text: string) {
  const field = card(page, post.title).getByLabel('Viết bình luận');
  await field.fill(text);
  await field.press('Enter');
  await expect(card(page, post.title).getByText(text, { exact: true })).toBeVisible();
  await expect(field).toHaveValue('');
  post.comments.push(text);
}

/** Two posts that everyone may like: one's own feed begins with them. */
async function startingPosts(request: APIRequestContext, seed: number): Promise<Model[]> {
  const model: Model[] = [];
  for (const name of ['một', 'hai']) {
    const text = { title: `Bài ${seed}.${name}.`, content: `Sẵn ${name}` };
    const answer = await far.as(request, 'teacher', 'POST', '/api/posts', text);
    const { id }: Post = await answer.json();
    expect((await far.as(request, 'mod', 'PUT', `/api/posts/${id}/approve`)).ok()).toBe(true);
    model.push({ ...text, files: 0, isApproved: true, liked: false, comments: [] });
  }
  return model;
}

async function heldByServer(request: APIRequestContext, seed: number): Promise<Model[]> {
  const answer = await far.as(request, 'teacher', 'GET', '/api/posts?mine=true&limit=100');
  const posts: Post[] = (await answer.json()).posts;
  return sorted(
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

function sorted(model: Model[]): Model[] {
  return model.toSorted((one, other) => (one.title < other.title ? -1 : 1));
}
