import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { type Browser, expect, type Page, type Route, test } from '@playwright/test';
import { callAs } from './calls.ts';
import { card, video, write } from './feed.ts';
import { gate } from './gate.ts';
import { addOwnSchool } from './own-school.ts';
import { desktop, enterAs, logIn, phone } from './people.ts';
import { unsentOnDevice } from './unsent.ts';

async function person(browser: Browser, username: string, size = desktop): Promise<Page> {
  const page = await (await browser.newContext({ viewport: size })).newPage();
  await enterAs(page, username);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached();
  return page;
}

/** Five different photos: what the browser itself shows, cut at five sizes. */
async function photos(page: Page) {
  const files = [];
  for (let number = 1; number <= 5; number++) {
    const buffer = await page.screenshot({
      type: 'jpeg',
      clip: { x: 0, y: 0, width: 200 + number * 40, height: 300 },
    });
    files.push({ name: `ảnh ${number}.jpg`, mimeType: 'image/jpeg', buffer });
  }
  return files;
}

test('a post with photos and a video goes from the teacher over the Mod to the class, and nowhere else', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const title = `Trồng cây ${Date.now()}`;
  const teacher = await person(browser, 'teacher');
  const dialog = await write(
    teacher,
    title,
    'Dòng một\nhttps://example.vn/cay <b>đậm</b>\nDòng ba\nDòng bốn',
  );
  await dialog
    .locator('input[type=file]')
    .setInputFiles([
      ...(await photos(teacher)),
      { name: 'hát.mp4', mimeType: 'video/mp4', buffer: video },
    ]);
  await expect(dialog.getByRole('listitem')).toHaveCount(6);
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(teacher, title)).toBeVisible();

  const mod = await person(browser, 'mod');
  // Once on the screen, whole, whether the panel has it or the list.
  const waiting = card(mod, title);
  const text = waiting.locator('p').filter({ hasText: 'Dòng một' });
  for (const _ of ['open', 'closed']) {
    await expect(text).toBeVisible();
    expect(await text.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
    await mod.getByRole('button', { name: /^Pending posts/ }).click();
  }
  const student = await person(browser, 'student', phone);
  await expect(student.getByRole('banner')).toContainText('Phạm Nhật Minh');
  await expect(card(student, title)).toHaveCount(0);

  await waiting.getByRole('button', { name: 'Approve' }).click();
  await expect(mod.getByText(messages.moderation.approved)).toBeVisible();

  await student.reload();
  const shown = card(student, title);
  await expect(shown).toBeVisible();
  await expect(shown.getByText(messages.feed.noComment)).toBeVisible();
  await expect(shown.getByText('+3')).toBeVisible();
  await expect(shown.getByText('<b>đậm</b>')).toBeAttached();
  await shown.getByRole('button', { name: /^Thích/ }).click();
  await expect(shown.getByRole('button', { name: 'Thích, 1 lượt' })).toBeVisible();
  await shown.getByLabel('Viết bình luận').fill('  Con tưới cây rồi ạ  ');
  await student.keyboard.press('Enter');
  await expect(shown.getByText('Con tưới cây rồi ạ', { exact: true })).toBeVisible();

  const parent = await person(browser, 'parent', phone);
  await expect(card(parent, title).getByText('Con tưới cây rồi ạ')).toBeVisible();
  await card(parent, title)
    .getByRole('button', { name: /^Thích/ })
    .click();
  await expect(card(parent, title).getByRole('button', { name: 'Thích, 2 lượt' })).toBeVisible();

  const list = await callAs(student.request, 'student', 'GET', '/api/posts');
  const posts: Post[] = (await list.json()).posts;
  const post = posts.find((one) => one.title === title) as Post;
  for (const [stranger, status] of [
    ['hs0002', 403],
    ['mod2', 404],
    ['teacher2', 404],
    ['student2', 404],
  ] as const) {
    const call = (method: string, path: string, data?: object) =>
      callAs(student.request, stranger, method, `/api/posts${path}`, data);
    expect((await call('GET', `/${post.id}`)).status()).toBe(status);
    expect((await call('POST', `/${post.id}/like`, {})).status()).toBe(status);
    expect((await call('POST', `/${post.id}/comment`, { text: 'x' })).status()).toBe(status);
    const theirList = await call('GET', '?limit=100');
    expect((await theirList.json()).posts.map(({ id }: Post) => id)).not.toContain(post.id);
  }
  const bare = post.attachments[0]?.url.split('?')[0] ?? '';
  expect((await student.request.get(bare)).status()).toBe(403);
});

test('a rejected post tells its reason, is edited, and is approved', async ({ browser }) => {
  const title = `Tin ${Date.now()}`;
  const teacher = await person(browser, 'teacher');
  const dialog = await write(teacher, title, 'Bản đầu');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(dialog).toHaveCount(0);

  const mod = await person(browser, 'mod');
  await card(mod, title).first().getByRole('button', { name: 'Reject' }).click();
  const question = mod.getByRole('dialog');
  await expect(question).toContainText(messages.moderation.confirmReject);
  await question.getByRole('textbox').fill('Thiếu ảnh của lớp');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect(mod.getByText(messages.moderation.rejected)).toBeVisible();

  await teacher.reload();
  const own = card(teacher, title).first();
  await expect(own).toContainText('Thiếu ảnh của lớp');
  await own.getByRole('button', { name: 'Edit' }).click();
  await teacher.getByRole('dialog').getByLabel('Nội dung').fill('Bản hai');
  await teacher.getByRole('dialog').getByRole('button', { name: 'Lưu' }).click();
  await expect(teacher.getByRole('dialog')).toHaveCount(0);

  await mod.reload();
  await expect(card(mod, title).first()).toContainText('Bản hai');
  await card(mod, title).first().getByRole('button', { name: 'Approve' }).click();
  await expect(mod.getByText(messages.moderation.approved)).toBeVisible();
  await teacher.reload();
  await card(teacher, title).first().getByRole('button', { name: 'Delete' }).click();
  await expect(teacher.getByRole('dialog')).toContainText(messages.feed.confirmDelete);
  await teacher.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card(teacher, title)).toHaveCount(0);
});

test('a draft survives a closed tab, and nothing is sent without a title and a content', async ({
  context,
  page,
}) => {
  await enterAs(page, 'gv0001');
  const dialog = await write(page, 'Bản nháp của em', '');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(dialog).toContainText('Hãy nhập nội dung');
  await page.close();
  const again = await context.newPage();
  await again.goto('/');
  await again.getByRole('button', { name: /Viết tiếp bản nháp/ }).click();
  await expect(again.getByRole('dialog').getByLabel('Tiêu đề')).toHaveValue('Bản nháp của em');
});

test('a changed post and its files are not left without a question', async ({ page }) => {
  await page.setViewportSize(phone);
  await enterAs(page, 'gv0001', '/lessons');
  await page.getByRole('link', { name: messages.navigation.home }).last().click();
  const dialog = await write(page, 'Còn một tệp', 'Chưa gửi');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'hát.mp4', mimeType: 'video/mp4', buffer: video });
  await expect(dialog.getByRole('listitem')).toHaveCount(1);

  const question = page.getByRole('dialog', { name: 'Bỏ thay đổi?' });
  await page.goBack();
  await question.getByRole('button', { name: 'Hủy' }).click();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL('/');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);

  const warning = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  expect((await warning).type()).toBe('beforeunload');
  await (await warning).dismiss();
  await closing;

  await page.goBack();
  await question.getByRole('button', { name: 'Bỏ thay đổi' }).click();
  await expect(page).toHaveURL('/lessons');
});

test('a draft stays for its writer though somebody else logs out on the same computer', async ({
  page,
}) => {
  await enterAs(page, 'gv0001');
  await write(page, 'Viết tiếp sau', 'Máy của cả tổ');
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/login');
  await logIn(page, 'teacher2');
  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: messages.navigation.logout }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, 'gv0001');
  await page.getByRole('button', { name: /Viết tiếp bản nháp/ }).click();
  await expect(page.getByRole('dialog').getByLabel('Tiêu đề')).toHaveValue('Viết tiếp sau');
});

test('what waits on the device counts among the pending posts, also where it is the first', async ({
  page,
}) => {
  const school = await addOwnSchool(page.request);
  const { username } = await school.add('Teacher', 'Hoa', { class_id: school.classId });
  await enterAs(page, username);
  const pending = (count: number) => page.getByRole('button', { name: `Pending posts ${count}` });
  await expect(pending(0)).toBeVisible();
  await page.route('**/api/posts', (route) => route.abort());
  const dialog = await write(page, 'Bài đầu tiên', 'Chưa có mạng');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(pending(1)).toBeVisible();
});

test('what arrives while the lists are first asked for stands in them', async ({ page }) => {
  const school = await addOwnSchool(page.request);
  const { username } = await school.add('Teacher', 'Hoa', { class_id: school.classId });
  await enterAs(page, username);
  await page.route('**/api/posts', (route) => route.abort());
  const dialog = await write(page, 'Đến cùng lúc', 'Chưa có mạng');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(dialog).toHaveCount(0);

  // As after a new login: what was shown before is not on the device.
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) {
      if (name !== 'token') localStorage.removeItem(name);
    }
  });
  // The list is read before the post comes, and arrives after it.
  const read = gate();
  const shown = gate();
  await page.route('**/api/posts', async (route) => {
    await read.opened;
    await route.continue();
  });
  const listing = async (route: Route) => {
    const response = await route.fetch();
    read.open();
    await expect.poll(() => page.evaluate(unsentOnDevice)).toBe(0);
    await route.fulfill({ response });
    shown.open();
  };
  await page.route(/\/api\/posts\?mine=true/, listing, { times: 1 });
  await page.reload();
  await shown.opened;
  await expect(card(page, 'Đến cùng lúc')).toBeVisible();
});

test('the viewer follows the arrow keys, closes with Escape and gives the focus back', async ({
  page,
}) => {
  await enterAs(page, 'student');
  const picture = card(page, 'Lớp mình trồng cây').getByRole('button', { name: /^Xem ảnh 1/ });
  await picture.click();
  const viewer = page.locator('.yarl__root');
  await expect(viewer).toBeVisible();
  const current = viewer.locator('.yarl__slide_current img');
  const first = await current.getAttribute('src');
  await page.keyboard.press('ArrowRight');
  await expect(current).not.toHaveAttribute('src', first as string);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(picture).toBeFocused();
});

test.describe('a post’s own page', () => {
  test('shows it whole', async ({ page }) => {
    await page.setViewportSize(phone);
    await enterAs(page, 'student');
    await card(page, 'Lớp mình trồng cây').getByText('Hôm nay cả lớp đã trồng').click();
    await expect(page).toHaveURL(/\/posts\/\d+$/);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toContainText('Lớp mình trồng cây');
    await expect(main.getByRole('button', { name: /^Xem ảnh/ })).toHaveCount(5);
    await expect(main).toContainText('Cây của nhóm con cao nhất!');
  });

  test('shows older comments on demand, and stays where it was', async ({ page }) => {
    const text = { title: 'Bài có nhiều lời', content: 'Nội dung' };
    const made = await callAs(page.request, 'teacher', 'POST', '/api/posts', text);
    const { id } = await made.json();
    await callAs(page.request, 'mod', 'PUT', `/api/posts/${id}/approve`);
    for (let said = 1; said <= 52; said++) {
      await callAs(page.request, 'mod', 'POST', `/api/posts/${id}/comment`, {
        text: `Lời ${said}.`,
      });
    }
    await page.setViewportSize(phone);
    await enterAs(page, 'student', `/posts/${id}`);
    const comments = page.getByRole('list', { name: 'Bình luận' }).getByRole('listitem');
    const older = page.getByRole('button', { name: 'Xem bình luận cũ hơn' });
    await expect(comments).toHaveCount(50);
    const first = comments.filter({ hasText: 'Lời 3.' });
    await older.scrollIntoViewIfNeeded();
    const placeOf = async () => (await first.boundingBox())?.y ?? 0;
    const before = await placeOf();
    await older.click();
    await expect(comments).toHaveCount(52);
    await expect(comments.first()).toContainText('Lời 1.');
    await expect(older).toHaveCount(0);
    expect(Math.abs((await placeOf()) - before)).toBeLessThan(2);
  });

  test('tells what is not there', async ({ page }) => {
    await enterAs(page, 'student', '/posts/999999999');
    await expect(page.getByRole('main')).toContainText(messages.post.notFound);
  });

  test('warns who may not read it, with a way back', async ({ page }) => {
    const pending = await callAs(page.request, 'teacher', 'GET', '/api/posts/pending');
    const [{ id }] = (await pending.json()).posts;
    await enterAs(page, 'student', `/posts/${id}`);
    const warning = page.getByRole('dialog', { name: messages.post.warning });
    await expect(warning).toContainText(messages.post.denied);
    await warning.getByRole('button').last().click();
    await expect(page).toHaveURL('/');
  });
});

/** The list alone, not the pending ones or a single post. */
const feedCall = /\/api\/posts(\?|$)/;

test('the feed says so when the server fails, and when there is nothing', async ({ page }) => {
  await page.route(feedCall, (route) => route.fulfill({ status: 500, json: {} }));
  await enterAs(page, 'student');
  await expect(page.getByText(messages.feed.loadFailed)).toBeVisible();
  await page.unroute(feedCall);
  await page.route(feedCall, (route) => route.fulfill({ json: { posts: [], next: null } }));
  await page.reload();
  await expect(page.getByText(messages.feed.empty)).toBeVisible();
});
