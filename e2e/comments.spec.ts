import { apiErrors } from '@lop-xanh/contract/errors';
import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { commentWith, hideComment, menuButton, reportComment } from './comments.ts';
import { readDeviceStorage } from './device-storage.ts';
import { postCard } from './feed.ts';
import { desktop, openAs, phone, settleOverlays } from './login.ts';
import { countUnsent } from './outbox.ts';
import { requestAs } from './requests.ts';
import {
  type APIRequestContext,
  type Browser,
  expect,
  type Locator,
  type Page,
  test,
} from './test.ts';
import { addTestSchool, type Member, type TestSchool } from './test-school.ts';

interface Users {
  mod: Member;
  teacher: Member;
  author: Member;
  classmate: Member;
  parent: Member;
}

async function addUsers(school: TestSchool): Promise<Users> {
  const inClass = { class_id: school.classId };
  const classmate = await school.add('Student', 'An', inClass);
  return {
    mod: await school.add('Mod', 'Tuấn'),
    teacher: await school.add('Teacher', 'Hoa', inClass),
    author: await school.add('Student', 'Minh', inClass),
    classmate,
    parent: await school.add('Parent', 'Lan', { student_ids: [classmate.id] }),
  };
}

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
  'base64',
);

async function publishPost(
  request: APIRequestContext,
  { teacher, mod }: Users,
  title: string,
): Promise<Post> {
  const form = new FormData();
  form.set('title', title);
  form.set('content', 'Ảnh buổi sáng');
  form.set('attachments', new File([photo], 'anh.png', { type: 'image/png' }));
  const created = await requestAs(request, teacher.username, 'POST', '/api/posts', form);
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as Post;
  const approved = await requestAs(request, mod.username, 'PUT', `/api/posts/${id}/approve`);
  return approved.json();
}

async function openFeed(
  browser: Browser,
  { username }: Member,
  { size = phone, serviceWorkers = 'block' as 'allow' | 'block' } = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: size, serviceWorkers });
  const page = await context.newPage();
  await openAs(page, username);
  await expect(page.getByRole('article').first()).toBeVisible();
  return page;
}

async function write(page: Page, title: string, text: string): Promise<Locator> {
  await postCard(page, title).getByLabel('Viết bình luận').fill(text);
  await page.keyboard.press('Enter');
  await expect(commentWith(page, text)).toBeVisible();
  return commentWith(page, text);
}

/** On a phone a toast may cover a menu; Playwright would then scroll the page, and the menu moves under its click. */
async function closeToast(page: Page, text: string): Promise<void> {
  const toast = page.getByRole('alert').filter({ hasText: text });
  await toast.getByRole('button', { name: 'Đóng thông báo' }).click();
  await expect(toast).toHaveCount(0);
}

async function goOfflineAndReload(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText(messages.feed.loadFailed).first()).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
}

test('an insult is held or hidden, its author learns why, and its words reach nobody else', async ({
  browser,
  request,
}) => {
  const school = await addTestSchool(request);
  const users = await addUsers(school);
  const colleague = await school.add('Teacher', 'Nam', { class_id: school.otherClassId });
  const { id, title } = await publishPost(request, users, 'Lớp mình trồng cây');
  const heldWords = 'Nam ngốc lắm, gọi 0912345678 mà mắng';
  const words = 'Nam là đồ chậm như rùa';

  const author = await openFeed(browser, users.author);
  const held = await write(author, title, heldWords);
  await expect(author.getByText('Bình luận sẽ hiện sau khi được duyệt')).toBeVisible();
  await expect(held).toContainText('Đang chờ duyệt');
  await expect(held).toContainText('có số điện thoại nên thầy cô xem trước');
  await write(author, title, words);

  const classmate = await openFeed(browser, users.classmate, { serviceWorkers: 'allow' });
  await expect(commentWith(classmate, words)).toBeVisible();
  await expect(classmate.locator('body')).not.toContainText(heldWords);
  expect(await readDeviceStorage(classmate)).toContain(words);

  const parent = await openFeed(browser, users.parent, { serviceWorkers: 'allow' });
  const reported = commentWith(parent, words);
  await expect(reported.getByRole('link')).toHaveCount(0);
  await reportComment(parent, reported, 'Chê bạn');
  await expect(menuButton(reported)).toHaveCount(0);

  const mod = await openFeed(browser, users.mod);
  await expect(commentWith(mod, heldWords)).toContainText('Có số điện thoại');
  const insult = commentWith(mod, words);
  await expect(insult).toContainText('Có người báo cáo');
  await hideComment(mod, insult, 'Lời nói làm bạn khác buồn');
  await expect(insult).toContainText('Đã ẩn bởi Nguyễn Thị Tuấn');
  // The name leads to the page of the author, which has both comments; these lead to the post.
  await insult.getByRole('link', { name: users.author.full_name }).click();
  await expect(mod).toHaveURL(`/admin/people/${users.author.id}`);
  const written = mod.getByRole('region', { name: 'Bình luận' }).getByRole('listitem');
  await expect(written).toHaveText([new RegExp(`${words}.*đã ẩn`), /Nam ngốc.*chờ duyệt/]);
  await written.first().getByRole('link').click();
  await expect(mod).toHaveURL(`/posts/${id}`);

  await author.reload();
  const hidden = commentWith(author, words);
  await expect(hidden).toContainText('Đã ẩn bởi Nguyễn Thị Tuấn');
  await expect(hidden).toContainText('Lý do: Lời nói làm bạn khác buồn');

  for (const page of [classmate, parent]) {
    await page.reload();
    const placeholder = commentWith(page, messages.feed.commentHidden);
    await expect(placeholder).toHaveText(messages.feed.commentHidden);
    await expect(placeholder.locator('img, button')).toHaveCount(0);
    await goOfflineAndReload(page);
    await expect(placeholder).toBeVisible();
    const seen = (await page.locator('body').innerText()) + (await readDeviceStorage(page));
    for (const secret of [words, heldWords, '0912345678']) expect(seen).not.toContain(secret);
  }
  const others = [users.classmate, users.parent, colleague];
  for (const { username } of others) {
    for (const path of [
      '/api/posts',
      `/api/posts/${id}`,
      `/api/posts/${id}/comments`,
      '/api/notifications',
    ]) {
      const response = await requestAs(request, username, 'GET', path);
      expect(response.status()).toBe(200);
      const body = await response.text();
      for (const secret of [words, heldWords]) expect(body, path).not.toContain(secret);
    }
  }
  for (const page of [author, classmate, parent, mod]) await page.context().close();
});

/** Opens the focused button's menu, and presses Escape before the menu has taken the focus. */
async function pressEscapeAsMenuOpens(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const escaped = new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[role="menu"]')) return;
        observer.disconnect();
        const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
        document.activeElement?.dispatchEvent(escape);
        resolve();
      }).observe(document.body, { childList: true, subtree: true });
    });
    (document.activeElement as HTMLElement).click();
    await escaped;
  });
}

test('a withdrawn post and its photo are gone at once, until the Mod restores it', async ({
  browser,
  request,
}) => {
  const school = await addTestSchool(request);
  const users = await addUsers(school);
  const secondMod = await school.add('Mod', 'Mai');
  const { id, title } = await publishPost(request, users, 'Nhầm ảnh');

  const student = await openFeed(browser, users.classmate, { serviceWorkers: 'allow' });
  const source = await postCard(student, title).locator('img').first().getAttribute('src');
  const fetchPhoto = () => student.evaluate(async (url) => (await fetch(url)).status, source ?? '');
  expect(await fetchPhoto()).toBe(200);
  await expect(menuButton(postCard(student, title))).toHaveCount(0);

  const mod = await openFeed(browser, users.mod, { size: desktop });
  const card = postCard(mod, title);
  // By keyboard alone.
  await menuButton(card).focus();
  await mod.keyboard.press('Enter');
  const withdraw = mod.getByRole('menuitem', { name: 'Gỡ bài viết…' });
  await expect(withdraw).toBeVisible();
  await mod.keyboard.press('Escape');
  await expect(withdraw).toHaveCount(0);
  await expect(menuButton(card)).toBeFocused();
  await pressEscapeAsMenuOpens(mod);
  await expect(withdraw).toHaveCount(0);
  await expect(menuButton(card)).toBeFocused();
  await mod.keyboard.press('Enter');
  await expect(withdraw).toBeVisible();
  await mod.keyboard.press('ArrowDown');
  await expect(withdraw).toBeFocused();
  await mod.keyboard.press('Enter');
  const question = mod.getByRole('dialog', { name: 'Gỡ bài viết?' });
  await question.getByLabel('Ảnh em chưa có đồng ý').focus();
  await mod.keyboard.press('Space');
  await mod.keyboard.press('Enter');
  await expect(card).toContainText('Đã gỡ bởi Nguyễn Thị Tuấn');
  await expect(mod.getByText('Đã gỡ bài viết')).toBeVisible();
  await expect.poll(fetchPhoto, { timeout: 1_000 }).toBe(403);

  await student.reload();
  await expect(student.getByText(messages.feed.empty)).toBeVisible();
  expect(await readDeviceStorage(student)).not.toContain(title);
  await student.goto(`/posts/${id}`);
  await expect(student.getByText(messages.post.denied).first()).toBeVisible();

  const teacher = await openFeed(browser, users.teacher);
  await expect(postCard(teacher, title)).toContainText('Lý do: Ảnh em chưa có đồng ý');

  await menuButton(card).click();
  await mod.getByRole('menuitem', { name: 'Đăng lại bài viết' }).click();
  await expect(card).not.toContainText('Đã gỡ bởi');
  await expect.poll(fetchPhoto).toBe(200);

  // The author is faster, and then the other Mod.
  const edited = { title, content: 'Đã bỏ ảnh' };
  await menuButton(card).click();
  await withdraw.click();
  await expect(question).toBeVisible();
  await requestAs(request, users.teacher.username, 'PUT', `/api/posts/${id}`, edited);
  await question.getByLabel('Sai lớp, sai nội dung').check();
  await question.getByRole('button', { name: 'Gỡ bài' }).click();
  await expect(mod.getByText('Bài viết vừa được sửa, hãy xem lại')).toBeVisible();
  await expect(card).toContainText('Đã bỏ ảnh');
  const decideAsSecondMod = (decision: string, body?: object) =>
    requestAs(request, secondMod.username, 'PUT', `/api/posts/${id}/${decision}`, body);
  await decideAsSecondMod('approve');
  await decideAsSecondMod('withdraw', { reason: 'Sai lớp' });
  await card.getByRole('button', { name: 'Approve' }).click();
  await expect(mod.getByText('Bài viết đã bị Nguyễn Thị Mai gỡ')).toBeVisible();
  await expect(card).toContainText('Lý do: Sai lớp');
  for (const page of [student, mod, teacher]) await page.context().close();
});

test('a school lists words that are held, a teacher decides more strictly, and comments can be off', async ({
  browser,
  request,
}) => {
  const school = await addTestSchool(request);
  const users = await addUsers(school);
  const { id, title } = await publishPost(request, users, 'Giờ học vẽ');

  const mod = await openFeed(browser, users.mod);
  await mod.getByRole('button', { name: 'Cài đặt bình luận' }).click();
  const settings = mod.getByRole('dialog', { name: 'Cài đặt bình luận' });
  const wordList = settings.getByLabel('Từ cần giữ lại để duyệt');
  await wordList.fill(Array.from({ length: 201 }, (_, index) => `từ ${index}`).join('\n'));
  await settings.getByRole('button', { name: 'Lưu' }).click();
  await expect(settings).toContainText('Nhiều nhất 200 từ, đang có 201');
  await wordList.fill('ốc sên\n\nốc sên\nrùa bò');
  await settings.getByRole('button', { name: 'Lưu' }).click();
  await expect(mod.getByText('Đã lưu cài đặt bình luận')).toBeVisible();
  await expect(settings).toHaveCount(0);

  const student = await openFeed(browser, users.author);
  await expect(await write(student, title, 'Bạn như o c s e n')).toContainText('Đang chờ duyệt');
  await expect(await write(student, title, 'Bạn vẽ đẹp')).not.toContainText('Đang chờ duyệt');

  const teacher = await openFeed(browser, users.teacher);
  const choose = async (mode: string) => {
    await teacher.goto('/classes');
    await teacher.getByRole('button', { name: 'Việc khác với lớp 3A' }).click();
    await teacher.getByRole('menuitem', { name: 'Cài đặt bình luận…' }).click();
    const dialog = teacher.getByRole('dialog', { name: 'Bình luận của lớp 3A' });
    await dialog.getByRole('radio', { name: mode }).check();
    await dialog.getByRole('button', { name: 'Lưu' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await choose('Hiện sau khi duyệt');
  const waiting = await write(student, title, 'Bạn tô màu xanh');
  await expect(waiting).toContainText('Thầy cô xem mọi bình luận trước khi hiện.');

  await teacher.goto(`/posts/${id}`);
  const toApprove = commentWith(teacher, 'Bạn tô màu xanh');
  await expect(toApprove).toContainText('Theo cài đặt bình luận');
  await toApprove.getByRole('button', { name: 'Duyệt' }).click();
  await expect(toApprove).not.toContainText('Đang chờ duyệt');
  const approved = commentWith(teacher, 'Bạn vẽ đẹp');
  await menuButton(approved).click();
  await teacher.getByRole('menuitem', { name: 'Ẩn bình luận…' }).click();
  const question = teacher.getByRole('dialog', { name: 'Ẩn bình luận?' });
  await question.getByLabel('Không phù hợp với lớp học').check();
  await question.getByRole('button', { name: 'Ẩn', exact: true }).click();
  await expect(approved).toContainText('Đã ẩn bởi Nguyễn Thị Hoa');
  await menuButton(approved).click();
  await teacher.getByRole('menuitem', { name: 'Hiện lại bình luận' }).click();
  await expect(approved).not.toContainText('Đã ẩn');

  await choose('Tắt bình luận');
  await student.reload();
  await expect(student.getByText('Bình luận đang tắt')).toBeVisible();
  await expect(student.getByLabel('Viết bình luận')).toHaveCount(0);
  await expect(commentWith(student, 'Bạn tô màu xanh')).not.toContainText('Đang chờ duyệt');
  const refused = await requestAs(
    request,
    users.author.username,
    'POST',
    `/api/posts/${id}/comment`,
    { text: 'x' },
  );
  expect([refused.status(), (await refused.json()).message]).toEqual([
    403,
    apiErrors.comments_off.message,
  ]);
  for (const page of [mod, student, teacher]) await page.context().close();
});

test('offline, a student deletes comments, even unsent ones, and reports another', async ({
  browser,
  request,
}) => {
  const school = await addTestSchool(request);
  const users = await addUsers(school);
  const { id, title } = await publishPost(request, users, 'Giờ ra chơi');
  const comment = (user: Member, text: string) =>
    requestAs(request, user.username, 'POST', `/api/posts/${id}/comment`, { text });
  await comment(users.author, 'Của bạn khác');
  await comment(users.classmate, 'Đã gửi');

  const page = await openFeed(browser, users.classmate, { serviceWorkers: 'allow' });
  await goOfflineAndReload(page);
  await closeToast(page, messages.feed.loadFailed);
  await postCard(page, title).getByLabel('Viết bình luận').fill('Chưa gửi đã xóa');
  await page.keyboard.press('Enter');
  await expect(commentWith(page, 'Chưa gửi đã xóa')).toContainText('Chưa gửi');
  await closeToast(page, messages.feed.commentFailed);
  for (const [text, neighbour] of [
    ['Chưa gửi đã xóa', 'Đã gửi'],
    ['Đã gửi', 'Của bạn khác'],
  ] as const) {
    await menuButton(commentWith(page, text)).click();
    await page.getByRole('menuitem', { name: 'Xóa bình luận…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Xóa', exact: true }).click();
    await expect(commentWith(page, text)).toHaveCount(0);
    // After a deletion the focus stays near.
    await expect(menuButton(commentWith(page, neighbour))).toBeFocused();
    await closeToast(page, 'Đã xóa bình luận');
  }
  const other = commentWith(page, 'Của bạn khác');
  await menuButton(other).click();
  await page.getByRole('menuitem', { name: 'Báo cáo bình luận…' }).click();
  await page.getByRole('dialog').getByLabel('Lộ thông tin riêng tư').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Báo cáo' }).click();
  await expect(menuButton(other)).toHaveCount(0);
  await settleOverlays(page);
  await page.reload();
  await expect(other).toBeVisible();
  await expect(menuButton(other)).toHaveCount(0);
  await expect(commentWith(page, 'Đã gửi')).toHaveCount(0);
  // The unsent comment and its deletion cancelled out.
  expect(await page.evaluate(countUnsent)).toBe(2);

  await page.context().setOffline(false);
  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
  const read = await requestAs(request, users.teacher.username, 'GET', `/api/posts/${id}`);
  const { comments }: Post = await read.json();
  expect(comments.map(({ text, can }) => [text, can.approve])).toEqual([['Của bạn khác', true]]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.context().close();
});
