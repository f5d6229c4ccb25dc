import type { Post } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { desktop, openAs, phone } from './login.ts';
import { countUnsent, unsentButton } from './outbox.ts';
import { requestAs } from './requests.ts';
import { type APIRequestContext, expect, type Page, test } from './test.ts';
import { addTestSchool, type Member } from './test-school.ts';

const path = '/admin/moderation';

/** A school of its own with two Mods, a teacher, a student and a parent. */
async function addModeratedSchool(request: APIRequestContext) {
  const school = await addTestSchool(request);
  const inClass = { class_id: school.classId };
  const mod = await school.add('Mod', 'Tuấn');
  const lan = await school.add('Mod', 'Lan');
  const teacher = await school.add('Teacher', 'Hoa', inClass);
  const student = await school.add('Student', 'Minh', inClass);
  const send = async (user: Member, method: string, url: string, data?: unknown) => {
    const response = await requestAs(request, user.username, method, url, data);
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };
  return {
    mod,
    lan,
    teacher,
    student,
    send,
    addPost: (title: string): Promise<Post> =>
      send(teacher, 'POST', '/api/posts', { title, content: `Nội dung của ${title}` }),
    /** A comment that is held because of its phone number. */
    async addHeld() {
      const post: Post = await send(teacher, 'POST', '/api/posts', {
        title: 'Bài đã đăng',
        content: 'Nội dung',
      });
      await send(mod, 'PUT', `/api/posts/${post.id}/approve`);
      const text = 'Gọi mẹ mình số 0912 345 678 nhé';
      return send(student, 'POST', `/api/posts/${post.id}/comment`, { text });
    },
    readStatus: async (id: number) =>
      ((await send(teacher, 'GET', `/api/posts/${id}`)) as Post).status,
  };
}

const rows = (page: Page) => page.getByRole('region', { name: 'Hàng chờ' }).getByRole('listitem');
const currentRow = (page: Page) => page.locator('[aria-current=true]');
const undoButton = (page: Page) => page.getByRole('button', { name: 'Hoàn tác' });
const chip = (page: Page, name: string) => page.getByRole('button', { name });

/** Advances the page's clock past the time to undo; nobody has to wait for it. */
const passTenSeconds = (page: Page) => page.clock.runFor(limits.undoDecisionMs + 500);
/** The clock of the page stands still: a decision that is stored later would never be sent. */
async function passUndoTime(page: Page): Promise<void> {
  await expect(undoButton(page)).toBeVisible();
  await passTenSeconds(page);
}

async function openDesk(page: Page, user: Member, size = desktop): Promise<void> {
  await page.setViewportSize(size);
  await page.clock.install();
  await openAs(page, user.username, path);
  await expect(page.getByRole('heading', { level: 1, name: 'Bàn duyệt' })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
}

test('thirty decisions take one key each, or two for a rejection', async ({ page, request }) => {
  const school = await addModeratedSchool(request);
  const posts: Post[] = [];
  for (let number = 1; number <= 30; number++) posts.push(await school.addPost(`Bài số ${number}`));
  await openDesk(page, school.mod);
  await expect(chip(page, 'Tất cả 30')).toBeVisible();
  const start = Date.now();
  for (const [index, { title }] of posts.entries()) {
    await expect(
      page.getByRole('article').getByRole('heading', { name: title, exact: true }),
    ).toBeVisible();
    if (index % 5 === 4) {
      await page.keyboard.press('r');
      await page.keyboard.press(String((index % 4) + 1));
    } else await page.keyboard.press('a');
  }
  await expect(page.getByText('Không còn gì chờ duyệt')).toBeVisible();
  const seconds = (Date.now() - start) / 1000;
  const keys = 24 + 6 * 2;
  process.stdout.write(`30 decisions with ${keys} keys: ${seconds.toFixed(1)} s in the browser.\n`);
  expect(seconds).toBeLessThan(60);

  await passUndoTime(page);
  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
  const statuses = await Promise.all(posts.map(({ id }) => school.readStatus(id)));
  expect(statuses).toEqual(posts.map((_, index) => (index % 5 === 4 ? 'rejected' : 'approved')));
});

test('a decision can be undone for ten seconds, and nobody learns of it', async ({
  page,
  request,
}) => {
  const school = await addModeratedSchool(request);
  const first = await school.addPost('Bài đầu');
  const second = await school.addPost('Bài sau');
  await openDesk(page, school.mod);
  await expect(currentRow(page)).toContainText('Bài đầu');
  await page.keyboard.press('a');
  await expect(page.getByText('Đã duyệt “Bài đầu”')).toBeVisible();
  await expect(currentRow(page)).toContainText('Bài sau');
  await page.keyboard.press('r');
  await page.keyboard.press('5');
  await page.getByLabel('Lý do của bạn').fill('Ảnh ai đây? Xem lại jaz');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Đã từ chối “Bài sau”')).toBeVisible();
  await expect(unsentButton(page)).toHaveCount(0);

  await page.keyboard.press('z');
  await expect(currentRow(page)).toContainText('Bài sau');
  await undoButton(page).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(currentRow(page)).toContainText('Bài đầu');
  await expect(undoButton(page)).toHaveCount(0);
  await passTenSeconds(page);
  expect(await school.readStatus(first.id)).toBe('pending');
  expect(await school.readStatus(second.id)).toBe('pending');
});

test('a decision survives a closed tab and is sent when the app opens again', async ({
  page,
  context,
  request,
}) => {
  const school = await addModeratedSchool(request);
  const { id } = await school.addPost('Đóng vội');
  await openDesk(page, school.mod);
  await page.keyboard.press('a');
  await expect(undoButton(page)).toBeVisible();
  await page.close();
  expect(await school.readStatus(id)).toBe('pending');
  const reopened = await context.newPage();
  await reopened.goto('/profile');
  await expect.poll(() => school.readStatus(id)).toBe('approved');
});

test('a decision without a network counts as unsent only after its ten seconds', async ({
  page,
  request,
}) => {
  const school = await addModeratedSchool(request);
  const { id } = await school.addPost('Mất mạng');
  await openDesk(page, school.mod);
  const notice = unsentButton(page);
  await page.route('**/approve', (route) => route.abort());
  await page.keyboard.press('a');
  await expect(undoButton(page)).toBeVisible();
  await expect(notice).toHaveCount(0);
  await passUndoTime(page);
  await expect(notice).toBeVisible();
  await page.unroute('**/approve');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => school.readStatus(id)).toBe('approved');
  await expect(notice).toHaveCount(0);
});

test('a later action does not wait for a delayed decision', async ({ page, request }) => {
  const school = await addModeratedSchool(request);
  const shown = await school.addPost('Đã đăng');
  await school.send(school.lan, 'PUT', `/api/posts/${shown.id}/approve`);
  const { id } = await school.addPost('Chờ duyệt');
  await openDesk(page, school.mod);
  await page.keyboard.press('a');
  await expect(undoButton(page)).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).first().click();
  const card = page.getByRole('article').filter({ hasText: 'Đã đăng' });
  await card.getByRole('button', { name: /^Thích/ }).click();
  const readLikes = async () =>
    ((await school.send(school.teacher, 'GET', `/api/posts/${shown.id}`)) as Post).likeCount;
  await expect.poll(readLikes).toBe(1);
  expect(await school.readStatus(id)).toBe('pending');
  await passTenSeconds(page);
  await expect.poll(() => school.readStatus(id)).toBe('approved');
});

test('several items are selected with X and decided at once', async ({ page, request }) => {
  const school = await addModeratedSchool(request);
  const posts: Post[] = [];
  for (const title of ['Một', 'Hai', 'Ba', 'Bốn']) posts.push(await school.addPost(title));
  await openDesk(page, school.mod);
  await expect(rows(page)).toHaveCount(4);
  for (const key of ['x', 'j', 'j', 'x']) await page.keyboard.press(key);
  await expect(page.getByText('Đã chọn 2 mục')).toBeVisible();
  await page.getByRole('button', { name: 'Từ chối 2 mục' }).click();
  await page.getByRole('button', { name: 'Sai lớp, sai nội dung' }).click();
  await expect(page.getByText('Đã từ chối 2 mục')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('z');
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole('checkbox', { name: 'Chọn: Hai' }).check();
  await page.getByRole('checkbox', { name: 'Chọn: Bốn' }).check();
  await page.keyboard.press('a');
  await expect(rows(page)).toHaveCount(2);
  await passUndoTime(page);
  const readStatuses = () => Promise.all(posts.map(({ id }) => school.readStatus(id)));
  await expect.poll(readStatuses).toEqual(['pending', 'approved', 'pending', 'approved']);
});

test('keys do nothing while the Mod types, with Ctrl or under a dialog', async ({
  page,
  request,
}) => {
  const school = await addModeratedSchool(request);
  await school.addPost('Yên nào');
  await openDesk(page, school.mod);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Mọi phím' })).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByLabel('Khối').focus();
  await page.keyboard.press('a');
  await expect(rows(page)).toHaveCount(1);
  expect(await page.evaluate(countUnsent)).toBe(0);
});

test('a second Mod sees what is taken, and who was faster', async ({ browser, page, request }) => {
  const school = await addModeratedSchool(request);
  const { id } = await school.addPost('Cùng xem');
  const { id: otherId } = await school.addPost('Bài khác');
  const other = await browser.newPage();
  await openDesk(other, school.lan);
  await expect(currentRow(other)).toContainText('Cùng xem');
  await openDesk(page, school.mod);
  await page.clock.runFor(limits.presencePollMs);
  await other.clock.runFor(limits.presencePollMs);
  await page.clock.runFor(limits.presencePollMs);
  await expect(rows(page).first()).toContainText('Nguyễn Thị Lan đang xem');

  // Both decide; Lan's decision reaches the server first.
  await page.keyboard.press('a');
  await expect(undoButton(page)).toBeVisible();
  await other.keyboard.press('r');
  await other.keyboard.press('3');
  await passUndoTime(other);
  await expect.poll(() => school.readStatus(id)).toBe('rejected');
  await passUndoTime(page);
  await expect(page.getByText('“Cùng xem” đã bị Nguyễn Thị Lan từ chối')).toBeVisible();
  await expect(currentRow(page)).toContainText('Bài khác');
  expect(await school.readStatus(id)).toBe('rejected');

  await expect(undoButton(other)).toHaveCount(0);
  await other.keyboard.press('a');
  await passUndoTime(other);
  await expect.poll(() => school.readStatus(otherId)).toBe('approved');
  await page.clock.runFor(limits.presencePollMs);
  await expect(page.getByText('“Bài khác” đã được Nguyễn Thị Lan xử lý')).toBeVisible();
  await expect(page.getByText('Không còn gì chờ duyệt')).toBeVisible();
  await other.close();
});

test('held and reported comments are decided in the context of their post', async ({
  page,
  request,
}) => {
  const school = await addModeratedSchool(request);
  const held = await school.addHeld();
  const post: Post = await school.addPost('Tranh luận');
  await school.send(school.mod, 'PUT', `/api/posts/${post.id}/approve`);
  const comment = await school.send(school.student, 'POST', `/api/posts/${post.id}/comment`, {
    text: 'Bạn ấy xấu tính',
  });
  await school.send(school.teacher, 'POST', `/api/comments/${comment.id}/report`, {
    reason: 'Nói xấu bạn',
  });
  await openDesk(page, school.mod);
  await chip(page, 'Bị báo cáo 1').click();
  const article = page.getByRole('article');
  await expect(article).toContainText('Nói xấu bạn');
  await expect(article).toContainText('Tranh luận');
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Lời nói làm bạn khác buồn' }).click();
  await expect(page.getByText('Đã ẩn bình luận')).toBeVisible();
  await chip(page, 'Bình luận giữ lại 1').click();
  await expect(page.getByRole('main').getByText('Có số điện thoại').first()).toBeVisible();
  await page.keyboard.press('a');
  await passUndoTime(page);
  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);

  const readComments = async (id: number) =>
    ((await school.send(school.student, 'GET', `/api/posts/${id}`)) as Post).comments;
  expect(await readComments(post.id)).toMatchObject([
    { id: comment.id, status: 'hidden', reason: 'Lời nói làm bạn khác buồn' },
  ]);
  const [approved] = (
    await school.send(school.teacher, 'GET', '/api/posts?mine=true')
  ).posts.flatMap(({ comments }: Post) => comments.filter(({ id }) => id === held.id));
  expect(approved.status).toBe('visible');
});

test('on a phone an item fills the screen and the next one follows', async ({ page, request }) => {
  const school = await addModeratedSchool(request);
  const posts: Post[] = [];
  for (const title of ['Một', 'Hai', 'Ba']) posts.push(await school.addPost(title));
  await openDesk(page, school.mod, phone);
  await rows(page).getByRole('button').first().click();
  const item = page.getByRole('dialog', { name: 'Bàn duyệt' });
  await expect(item.getByRole('heading', { name: 'Một' })).toBeVisible();
  await item.getByRole('button', { name: 'Duyệt' }).click();
  await expect(item.getByRole('heading', { name: 'Hai' })).toBeVisible();
  await item.getByRole('button', { name: 'Từ chối' }).click();
  await item.getByRole('button', { name: 'Ảnh mờ hoặc không phù hợp' }).click();
  await expect(item.getByRole('heading', { name: 'Ba' })).toBeVisible();
  await expect(item.getByText('Đã từ chối “Hai”')).toBeVisible();
  await undoButton(page).click();
  await expect(item.getByRole('heading', { name: 'Hai' })).toBeVisible();
  // The history follows what is open a moment later.
  await expect.poll(() => page.evaluate(() => history.state.overlays)).toBe(1);
  await page.goBack();
  await expect(item).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('checkbox', { name: 'Chọn: Ba' }).check();
  await page.getByRole('button', { name: 'Duyệt', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await passUndoTime(page);
  const readStatuses = () => Promise.all(posts.map(({ id }) => school.readStatus(id)));
  await expect.poll(readStatuses).toEqual(['approved', 'pending', 'approved']);
});

test('the menu counts what waits, and a logout with an unsent decision asks first', async ({
  page,
  request,
}) => {
  const school = await addModeratedSchool(request);
  for (const title of ['Một', 'Hai']) await school.addPost(title);
  await openDesk(page, school.mod);
  const entry = page.getByRole('link', { name: /^Bàn duyệt/ });
  await expect(entry).toContainText('2');
  await page.keyboard.press('a');
  await expect(entry).toContainText('1');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 thay đổi chưa gửi trên máy này sẽ mất');
});

test('the desk shows that it is loading, empty, or cannot be loaded', async ({ page, request }) => {
  const school = await addModeratedSchool(request);
  const queue = /\/api\/moderation\?/;
  await page.route(queue, (route) => route.fulfill({ status: 500, json: {} }));
  await openAs(page, school.mod.username, path);
  await expect(page.getByText('Không thể tải hàng chờ')).toBeVisible();
  await page.unroute(queue);
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(page.getByText('Không còn gì chờ duyệt')).toBeVisible();
  await page.route(queue, () => undefined);
  await page.reload();
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('Đang tải');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
