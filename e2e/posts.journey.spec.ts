import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { confirmPhotos, postCard, recordVideo, video, writePost } from './feed.ts';
import { createGate } from './gate.ts';
import { desktop, logIn, openAs, phone } from './login.ts';
import { countUnsent } from './outbox.ts';
import { requestAs } from './requests.ts';
import { type Browser, expect, type Page, type Route, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

async function openFeed(browser: Browser, username: string, size = desktop): Promise<Page> {
  const page = await (await browser.newContext({ viewport: size })).newPage();
  await openAs(page, username);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached();
  return page;
}

/** Five different photos: screenshots of the page at five sizes. */
async function takePhotos(page: Page) {
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

test('a post with photos and a video goes from the teacher through the Mod to the class and nowhere else', async ({
  browser,
}) => {
  const title = `Trồng cây ${Date.now()}`;
  const teacher = await openFeed(browser, 'teacher');
  const dialog = await writePost(
    teacher,
    title,
    'Dòng một\nhttps://example.vn/cay <b>đậm</b>\nDòng ba\nDòng bốn',
  );
  await dialog
    .locator('input[type=file]')
    .setInputFiles([
      ...(await takePhotos(teacher)),
      { name: 'hát.mp4', mimeType: 'video/mp4', buffer: video },
    ]);
  await expect(dialog.getByRole('listitem')).toHaveCount(6);
  await confirmPhotos(dialog);
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(postCard(teacher, title)).toBeVisible();

  const mod = await openFeed(browser, 'mod');
  // It is shown once and in full, whether in the panel or in the list.
  const waiting = postCard(mod, title);
  const text = waiting.locator('p').filter({ hasText: 'Dòng một' });
  for (const _ of ['open', 'closed']) {
    await expect(text).toBeVisible();
    expect(await text.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
    await mod.getByRole('button', { name: /^Pending posts/ }).click();
  }
  const student = await openFeed(browser, 'student', phone);
  await expect(student.getByRole('banner')).toContainText('Phạm Nhật Minh');
  await expect(postCard(student, title)).toHaveCount(0);

  await waiting.getByRole('button', { name: 'Approve' }).click();
  await expect(mod.getByText(messages.moderation.approved)).toBeVisible();

  await student.reload();
  const shown = postCard(student, title);
  await expect(shown).toBeVisible();
  await expect(shown.getByText(messages.feed.noComment)).toBeVisible();
  await expect(shown.getByText('+3')).toBeVisible();
  await expect(shown.getByText('<b>đậm</b>')).toBeAttached();
  await shown.getByRole('button', { name: /^Thích/ }).click();
  await expect(shown.getByRole('button', { name: 'Thích, 1 lượt' })).toBeVisible();
  await shown.getByLabel('Viết bình luận').fill('  Con tưới cây rồi ạ  ');
  await student.keyboard.press('Enter');
  await expect(shown.getByText('Con tưới cây rồi ạ', { exact: true })).toBeVisible();

  const parent = await openFeed(browser, 'parent', phone);
  await expect(postCard(parent, title).getByText('Con tưới cây rồi ạ')).toBeVisible();
  await postCard(parent, title)
    .getByRole('button', { name: /^Thích/ })
    .click();
  await expect(
    postCard(parent, title).getByRole('button', { name: 'Thích, 2 lượt' }),
  ).toBeVisible();

  const list = await requestAs(student.request, 'student', 'GET', '/api/posts');
  const posts: Post[] = (await list.json()).posts;
  const post = posts.find((post) => post.title === title) as Post;
  for (const [stranger, status] of [
    ['hs0002', 403],
    ['mod2', 404],
    ['teacher2', 404],
    ['student2', 404],
  ] as const) {
    const send = (method: string, path: string, data?: object) =>
      requestAs(student.request, stranger, method, `/api/posts${path}`, data);
    expect((await send('GET', `/${post.id}`)).status()).toBe(status);
    expect((await send('POST', `/${post.id}/like`, {})).status()).toBe(status);
    expect((await send('POST', `/${post.id}/comment`, { text: 'x' })).status()).toBe(status);
    const theirList = await send('GET', '?limit=100');
    expect((await theirList.json()).posts.map(({ id }: Post) => id)).not.toContain(post.id);
  }
  const unsignedUrl = post.attachments[0]?.url.split('?')[0] ?? '';
  expect((await student.request.get(unsignedUrl)).status()).toBe(403);
});

test('a rejected post shows its reason and can be edited, approved and deleted', async ({
  browser,
}) => {
  const title = `Tin ${Date.now()}`;
  const teacher = await openFeed(browser, 'teacher');
  const dialog = await writePost(teacher, title, 'Bản đầu');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(dialog).toHaveCount(0);

  const mod = await openFeed(browser, 'mod');
  await postCard(mod, title).first().getByRole('button', { name: 'Reject' }).click();
  const question = mod.getByRole('dialog');
  await expect(question).toContainText(messages.moderation.confirmReject);
  await question.getByRole('textbox').fill('Thiếu ảnh của lớp');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect(mod.getByText(messages.moderation.rejected)).toBeVisible();

  await teacher.reload();
  const ownPost = postCard(teacher, title).first();
  await expect(ownPost).toContainText('Thiếu ảnh của lớp');
  await ownPost.getByRole('button', { name: 'Sửa', exact: true }).click();
  await teacher.getByRole('dialog').getByLabel('Nội dung').fill('Bản hai');
  await teacher.getByRole('dialog').getByRole('button', { name: 'Lưu' }).click();
  await expect(teacher.getByRole('dialog')).toHaveCount(0);

  await mod.reload();
  await expect(postCard(mod, title).first()).toContainText('Bản hai');
  await postCard(mod, title).first().getByRole('button', { name: 'Approve' }).click();
  await expect(mod.getByText(messages.moderation.approved)).toBeVisible();
  await teacher.reload();
  await postCard(teacher, title).first().getByRole('button', { name: 'Xóa', exact: true }).click();
  await expect(teacher.getByRole('dialog')).toContainText(messages.feed.confirmDelete);
  await teacher.getByRole('dialog').getByRole('button', { name: 'Xóa', exact: true }).click();
  await expect(postCard(teacher, title)).toHaveCount(0);
});

test('a draft survives a closed tab, and a post without content is not sent', async ({
  context,
  page,
}) => {
  await openAs(page, 'gv0001');
  const dialog = await writePost(page, 'Bản nháp của em', '');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(dialog).toContainText('Hãy nhập nội dung');
  await page.close();
  const reopened = await context.newPage();
  await reopened.goto('/');
  await reopened.getByRole('button', { name: /Viết tiếp bản nháp/ }).click();
  await expect(reopened.getByRole('dialog').getByLabel('Tiêu đề')).toHaveValue('Bản nháp của em');
});

test('leaving a changed post with files asks first', async ({ page }) => {
  await page.setViewportSize(phone);
  await openAs(page, 'gv0001', '/lessons');
  await page.getByRole('link', { name: messages.navigation.home }).last().click();
  const dialog = await writePost(page, 'Còn một tệp', 'Chưa gửi');
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

  // The link is behind the editor, where no mouse reaches it.
  await page.locator('a[href="/profile"]').first().dispatchEvent('click');
  await question.getByRole('button', { name: 'Hủy' }).click();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL('/');

  const warning = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  expect((await warning).type()).toBe('beforeunload');
  await (await warning).dismiss();
  await closing;

  await page.goBack();
  await question.getByRole('button', { name: 'Bỏ thay đổi' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/lessons');
});

test('a draft stays for its author when another user logs out on the same computer', async ({
  page,
}) => {
  await openAs(page, 'gv0001');
  await writePost(page, 'Viết tiếp sau', 'Máy của cả tổ');
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

test('an unsent post counts as pending even if it is the first', async ({ page }) => {
  const school = await addTestSchool(page.request);
  const { username } = await school.add('Teacher', 'Hoa', { class_id: school.classId });
  await openAs(page, username);
  const pending = (count: number) => page.getByRole('button', { name: `Pending posts ${count}` });
  await expect(pending(0)).toBeVisible();
  await page.route('**/api/posts', (route) => route.abort());
  const dialog = await writePost(page, 'Bài đầu tiên', 'Chưa có mạng');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(pending(1)).toBeVisible();
});

test('a post sent while the lists are first loaded appears in them', async ({ page }) => {
  const school = await addTestSchool(page.request);
  const { username } = await school.add('Teacher', 'Hoa', { class_id: school.classId });
  await openAs(page, username);
  await page.route('**/api/posts', (route) => route.abort());
  const dialog = await writePost(page, 'Đến cùng lúc', 'Chưa có mạng');
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(dialog).toHaveCount(0);

  // As after a new login: nothing is cached on the device.
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) {
      if (name !== 'token') localStorage.removeItem(name);
    }
  });
  // The server reads the list before the post is created, and the list arrives after it.
  const listRead = createGate();
  const listShown = createGate();
  await page.route('**/api/posts', async (route) => {
    await listRead.opened;
    await route.continue();
  });
  const delayList = async (route: Route) => {
    const response = await route.fetch();
    listRead.open();
    await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
    await route.fulfill({ response });
    listShown.open();
  };
  await page.route(/\/api\/posts\?mine=true/, delayList, { times: 1 });
  await page.reload();
  await listShown.opened;
  await expect(postCard(page, 'Đến cùng lúc')).toBeVisible();
});

test('the viewer counts, zooms, saves, follows the keys and returns the focus', async ({
  page,
}) => {
  await openAs(page, 'student');
  const picture = postCard(page, 'Lớp mình trồng cây').getByRole('button', { name: /^Xem ảnh 1/ });
  await picture.click();
  const viewer = page.locator('.yarl__root');
  await expect(viewer).toBeVisible();
  const current = viewer.locator('.yarl__slide_current img');
  const first = await current.getAttribute('src');
  await page.keyboard.press('ArrowRight');
  await expect(current).not.toHaveAttribute('src', first as string);
  await expect(viewer.locator('.yarl__counter')).toHaveText('2 / 5');
  await expect(viewer.locator('.yarl__slide_current')).toContainText('Lớp mình trồng cây');
  const download = page.waitForEvent('download');
  await viewer.getByRole('button', { name: 'Tải về' }).click();
  expect((await download).suggestedFilename()).toBe('Lớp mình trồng cây 2.webp');
  const readWidth = async () => (await current.boundingBox())?.width ?? 0;
  const width = await readWidth();
  await page.keyboard.press('+');
  await expect.poll(readWidth).toBeGreaterThan(width);
  await page.keyboard.press('-');
  await expect.poll(readWidth).toBe(width);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(picture).toBeFocused();
});

test('a video shows its poster and is downloaded only when it is played', async ({ page }) => {
  await openAs(page, 'teacher');
  const title = `Múa lân ${Date.now()}`;
  const dialog = await writePost(page, title, 'Cả lớp xem');
  const buffer = await recordVideo(page);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'múa.webm', mimeType: 'video/webm', buffer });
  await confirmPhotos(dialog);
  await dialog.getByRole('button', { name: 'Đăng bài' }).click();
  const poster = postCard(page, title).locator('img[src*="/uploads/"]');
  const isDrawn = () => poster.evaluate((image: HTMLImageElement) => image.naturalWidth);
  // The video is decoded without hardware, beside other journeys.
  await expect.poll(isDrawn).toBe(320);
  const downloads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('.webm')) downloads.push(request.url());
  });
  await page.reload();
  await expect.poll(isDrawn).toBe(320);
  const source = (await poster.getAttribute('src')) ?? '';
  await postCard(page, title).getByRole('button', { name: 'Xem video 1 trên 1' }).click();
  const player = page.getByRole('dialog').locator('video');
  await expect(player).toHaveAttribute('poster', source);
  expect(downloads).toEqual([]);
  await player.evaluate((element: HTMLVideoElement) => element.play());
  expect(downloads).not.toEqual([]);
});

test.describe('a post’s own page', () => {
  test('shows the whole post', async ({ page }) => {
    await page.setViewportSize(phone);
    await openAs(page, 'student');
    await postCard(page, 'Lớp mình trồng cây').getByText('Hôm nay cả lớp đã trồng').click();
    await expect(page).toHaveURL(/\/posts\/\d+$/);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toContainText('Lớp mình trồng cây');
    await expect(main.getByRole('button', { name: /^Xem ảnh/ })).toHaveCount(5);
    await expect(main).toContainText('Cây của nhóm con cao nhất!');
  });

  test('loads older comments on demand and keeps its scroll position', async ({ page }) => {
    const text = { title: 'Bài có nhiều lời', content: 'Nội dung' };
    const response = await requestAs(page.request, 'teacher', 'POST', '/api/posts', text);
    const { id } = await response.json();
    await requestAs(page.request, 'mod', 'PUT', `/api/posts/${id}/approve`);
    for (let number = 1; number <= 52; number++) {
      await requestAs(page.request, 'mod', 'POST', `/api/posts/${id}/comment`, {
        text: `Lời ${number}.`,
      });
    }
    await page.setViewportSize(phone);
    await openAs(page, 'student', `/posts/${id}`);
    const comments = page.getByRole('list', { name: 'Bình luận' }).getByRole('listitem');
    const older = page.getByRole('button', { name: 'Xem bình luận cũ hơn' });
    await expect(comments).toHaveCount(50);
    const first = comments.filter({ hasText: 'Lời 3.' });
    await older.scrollIntoViewIfNeeded();
    const getTop = async () => (await first.boundingBox())?.y ?? 0;
    const before = await getTop();
    await older.click();
    await expect(comments).toHaveCount(52);
    await expect(comments.first()).toContainText('Lời 1.');
    await expect(older).toHaveCount(0);
    expect(Math.abs((await getTop()) - before)).toBeLessThan(2);
  });

  test('shows a message for a missing post', async ({ page }) => {
    await openAs(page, 'student', '/posts/999999999');
    await expect(page.getByRole('main')).toContainText(messages.post.notFound);
  });

  test('warns a user who cannot read the post and leads back', async ({ page }) => {
    const pending = await requestAs(page.request, 'teacher', 'GET', '/api/posts/pending');
    const [{ id }] = (await pending.json()).posts;
    await openAs(page, 'student', `/posts/${id}`);
    const warning = page.getByRole('dialog', { name: messages.post.warning });
    await expect(warning).toContainText(messages.post.denied);
    await warning.getByRole('button').last().click();
    await expect(page).toHaveURL('/');
  });
});

/** The feed, not the pending posts or a single post. */
const feedRequest = /\/api\/posts(\?|$)/;

test('the feed shows a message when the server fails and when it is empty', async ({ page }) => {
  await page.route(feedRequest, (route) => route.fulfill({ status: 500, json: {} }));
  await openAs(page, 'student');
  await expect(page.getByText(messages.feed.loadFailed)).toBeVisible();
  await page.unroute(feedRequest);
  await page.route(feedRequest, (route) => route.fulfill({ json: { posts: [], next: null } }));
  await page.reload();
  await expect(page.getByText(messages.feed.empty)).toBeVisible();
});
