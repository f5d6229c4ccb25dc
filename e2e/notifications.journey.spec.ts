import { messages } from '@lop-xanh/contract/messages';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { limits } from '@lop-xanh/contract/rules/limits';
import { getGroupWindow } from '@lop-xanh/contract/rules/notification-groups';
import { expectAccessible } from './axe.ts';
import { desktop, openAs, phone } from './login.ts';
import { requestAs } from './requests.ts';
import { type Browser, expect, type Locator, type Page, test } from './test.ts';
import { addTestSchool, type Member, type TestSchool } from './test-school.ts';

const { notifications: words, moderation, post: postWords, session } = messages;

const items = (page: Page): Locator =>
  page.getByRole('list', { name: messages.navigation.notifications }).getByRole('listitem');
const item = (page: Page, text: string): Locator => items(page).filter({ hasText: text });
const dot = (page: Page): Locator =>
  page.getByRole('banner').getByRole('img', { name: 'có thông báo chưa đọc' });

async function openNotifications(
  browser: Browser,
  { username }: Member,
  size = desktop,
): Promise<Page> {
  const page = await (await browser.newContext({ viewport: size })).newPage();
  await openAs(page, username, '/notifications');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [role=status]')).toHaveCount(0);
  return page;
}

test('each event notifies the users it concerns at once, without a reload, and nobody else', async ({
  browser,
  request,
}) => {
  const school = await addTestSchool(request);
  const { classId: class_id, otherClassId } = school;
  const users = {
    mod: await school.add('Mod', 'Mai'),
    secondMod: await school.add('Mod', 'Nam'),
    teacher: await school.add('Teacher', 'Hoa', { class_id }),
    colleague: await school.add('Teacher', 'Tuấn', { class_id: otherClassId }),
    student: await school.add('Student', 'An', { class_id }),
    stranger: await school.add('Student', 'Khoa', { class_id: otherClassId }),
  };
  const parent = await school.add('Parent', 'Long', { student_ids: [users.student.id] });
  const classmates = await addStudents(school, ['Em', 'Dũng', 'Chi', 'Bình']);
  const send = async ({ username }: Member, method: string, path: string, data?: unknown) => {
    const response = await requestAs(request, username, method, path, data);
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };

  const pages = {
    mod: await openNotifications(browser, users.mod),
    secondMod: await openNotifications(browser, users.secondMod),
    teacher: await openNotifications(browser, users.teacher),
    colleague: await openNotifications(browser, users.colleague),
    student: await openNotifications(browser, users.student, phone),
    stranger: await openNotifications(browser, users.stranger, phone),
    parent: await openNotifications(browser, parent, phone),
  };
  type PageName = keyof typeof pages;
  /** Everyone with a class was notified when they were assigned to it. */
  const counts: Record<PageName, number> = {
    mod: 0,
    secondMod: 0,
    teacher: 1,
    colleague: 1,
    student: 1,
    stranger: 1,
    parent: 0,
  };
  /** Expects one more item with this text on these pages, and nothing new on the others. */
  const expectNotifications = async (expected: Partial<Record<PageName, string>>) => {
    for (const [name, text] of Object.entries(expected) as [PageName, string][]) {
      counts[name] += 1;
      await expect(items(pages[name]).first()).toContainText(text);
    }
    for (const name of Object.keys(pages) as PageName[]) {
      await expect(items(pages[name]), name).toHaveCount(counts[name]);
    }
  };
  await expect(pages.mod.getByText(words.empty)).toBeVisible();
  await expect(dot(pages.mod)).toHaveCount(0);
  await expectNotifications({});

  const title = 'Ngày hội tái chế';
  const photo = await pages.mod.screenshot({ type: 'jpeg' });
  const form = new FormData();
  form.append('title', title);
  form.append('content', 'Mang vỏ hộp sữa nhé.');
  form.append('attachments', new File([new Uint8Array(photo)], 'ảnh.jpg', { type: 'image/jpeg' }));
  const { id } = await send(users.teacher, 'POST', '/api/posts', form);
  const pending = `Bài viết chờ duyệt: “${title}”`;
  await expectNotifications({ mod: pending, secondMod: pending });
  await expect(items(pages.mod).first()).toContainText('Nguyễn Thị Hoa · Lớp\u00a03A');
  await expect(dot(pages.mod)).toBeVisible();
  const sidebar = pages.mod.getByRole('navigation', { name: 'Menu chính' });
  await expect(sidebar.getByRole('img', { name: 'có thông báo chưa đọc' })).toBeVisible();

  await item(pages.mod, pending).getByRole('button').click();
  const modal = pages.mod.getByRole('dialog', { name: title });
  await expect(modal).toContainText('Nguyễn Thị Hoa');
  await expect(modal.getByRole('button', { name: 'Reject' })).toBeVisible();
  await expectAccessible(pages.mod);
  await modal.getByRole('button', { name: 'Xem ảnh 1 trên 1' }).click();
  const viewer = pages.mod.getByRole('dialog', { name: /Xem ảnh và video/ });
  await expect(viewer).toBeVisible();
  await pages.mod.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await modal.getByRole('button', { name: 'Approve' }).click();
  await expect(pages.mod.getByText(moderation.approved)).toBeVisible();
  await expect(modal).toContainText('Đã được Nguyễn Thị Mai duyệt');
  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(modal).toHaveCount(0);
  const fresh = `Bài viết mới: “${title}”`;
  await expectNotifications({ teacher: 'đã được duyệt', student: fresh, parent: fresh });
  await expect(dot(pages.mod)).toHaveCount(0);
  await expect(dot(pages.student)).toBeVisible();

  await item(pages.secondMod, pending).getByRole('button').click();
  const lateDialog = pages.secondMod.getByRole('dialog', { name: title });
  await expect(lateDialog).toContainText('Đã được Nguyễn Thị Mai duyệt');
  await expect(lateDialog.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await lateDialog.getByRole('button', { name: 'Close' }).click();

  // All likes must fall into the same five minutes; wait for the next ones if too few are left.
  const msLeft = () => getGroupWindow(new Date()).getTime() + limits.groupWindowMs - Date.now();
  await expect.poll(msLeft, { timeout: 70_000 }).toBeGreaterThan(60_000);
  await send(classmates[0] as Member, 'POST', `/api/posts/${id}/like`, { liked: true });
  await expectNotifications({ teacher: 'Em liked your post' });
  for (const liker of [...classmates.slice(1), users.student]) {
    await send(liker, 'POST', `/api/posts/${id}/like`, { liked: true });
  }
  const likes = item(pages.teacher, 'An, Bình, Chi and 2 others liked your post');
  await expect(likes).toBeVisible();
  await expectNotifications({});
  await send(parent, 'POST', `/api/posts/${id}/comment`, { text: 'Hay quá' });
  await expectNotifications({ teacher: 'Nguyễn Thị Long đã bình luận' });
  await likes.getByRole('link').click();
  await expect(pages.teacher).toHaveURL(`/posts/${id}`);
  await pages.teacher.goBack();
  await expect(likes.getByText('Chưa đọc')).toHaveCount(0);
  await expect(item(pages.teacher, 'đã bình luận').getByText('Chưa đọc')).toBeAttached();

  const { students } = await send(users.teacher, 'GET', `/api/classes/${class_id}/students`);
  await send(users.teacher, 'POST', `/api/classes/${class_id}/attendance`, {
    week: 1,
    date: getVietnamDate(new Date()),
    students: students.map((student: Member) => ({ id: student.id, status: 'present' })),
  });
  const sheetSaved = 'Lớp 3A đã điểm danh tuần 1';
  await expectNotifications({ mod: sheetSaved, secondMod: sheetSaved });

  const otherTab = await pages.mod.context().newPage();
  await otherTab.goto('/');
  await expect(dot(otherTab)).toBeVisible();
  await pages.mod.getByRole('button', { name: words.markAllRead }).click();
  await expect(dot(pages.mod)).toHaveCount(0);
  await expect(dot(otherTab)).toHaveCount(0);
  await expect(pages.mod.getByRole('button', { name: words.markAllRead })).toBeDisabled();
  await expect(dot(pages.secondMod)).toBeVisible();

  await send(users.teacher, 'DELETE', `/api/posts/${id}`);
  await item(pages.secondMod, pending).getByRole('button').click();
  await expect(pages.secondMod.getByRole('dialog')).toContainText(postWords.notFound);
  await item(pages.parent, fresh).getByRole('link').click();
  await expect(pages.parent.getByRole('main')).toContainText(postWords.notFound);
  await pages.parent.goBack();

  const { mod } = users;
  await send(mod, 'PUT', `/api/admin/students/${users.stranger.id}`, { class_id });
  await expectNotifications({ stranger: 'Bạn được xếp vào lớp 3A' });
  await send(mod, 'POST', `/api/admin/users/${users.student.id}/reset`);
  await expect(pages.student.getByText(session.expired)).toBeVisible();
});

async function addStudents({ classId, add }: TestSchool, names: string[]): Promise<Member[]> {
  const students: Member[] = [];
  for (const name of names) students.push(await add('Student', name, { class_id: classId }));
  return students;
}

test('polling replaces a broken stream, and the stream reconnects by itself', async ({
  browser,
  request,
}) => {
  const { add, classId: class_id } = await addTestSchool(request);
  const mod = await add('Mod', 'Mai');
  const teacher = await add('Teacher', 'Hoa', { class_id });
  const submit = (title: string) =>
    requestAs(request, teacher.username, 'POST', '/api/posts', { title, content: 'Nội dung' });
  const page = await (await browser.newContext({ viewport: desktop })).newPage();
  await page.clock.install();
  const stream = '**/api/notifications/stream';
  let tries = 0;
  await page.route(stream, (route) => {
    tries += 1;
    return route.abort();
  });
  await openAs(page, mod.username, '/notifications');
  await expect(page.getByText(words.empty)).toBeVisible();
  await expect.poll(() => tries).toBeGreaterThan(0);

  await submit('Tin một');
  await page.clock.fastForward(limits.notificationPollMs);
  await expect(item(page, 'Tin một')).toBeVisible();
  await expect(dot(page)).toBeVisible();
  const readAll = page.getByRole('button', { name: words.markAllRead });
  await readAll.click();
  await expect(dot(page)).toHaveCount(0);
  await expect(readAll).toBeDisabled();

  await submit('Tin hai');
  await page.unroute(stream);
  await page.clock.fastForward('01:00');
  await expect(item(page, 'Tin hai')).toBeVisible();
  await submit('Tin ba');
  await expect(item(page, 'Tin ba')).toBeVisible();
});
