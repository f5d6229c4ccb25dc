import { AxeBuilder } from '@axe-core/playwright';
import { messages } from '@lop-xanh/contract/messages';
import { dayInVietnam } from '@lop-xanh/contract/rules/dates';
import { likeBucket } from '@lop-xanh/contract/rules/like-groups';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { callAs } from './calls.ts';
import { addOwnSchool, type Member, type OwnSchool } from './own-school.ts';
import { desktop, enterAs, phone } from './people.ts';

const { notifications: words, moderation, post: postWords, session } = messages;

const items = (page: Page): Locator =>
  page.getByRole('list', { name: messages.navigation.notifications }).getByRole('listitem');
const item = (page: Page, text: string): Locator => items(page).filter({ hasText: text });
const dot = (page: Page): Locator =>
  page.getByRole('banner').getByRole('img', { name: 'có thông báo chưa đọc' });

async function open(browser: Browser, { username }: Member, size = desktop): Promise<Page> {
  const page = await (await browser.newContext({ viewport: size })).newPage();
  await enterAs(page, username, '/notifications');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [role=status]')).toHaveCount(0);
  return page;
}

test('each event reaches those it concerns at once, with no reload, and nobody else', async ({
  browser,
  request,
}) => {
  test.setTimeout(180_000);
  const school = await addOwnSchool(request);
  const { classId: class_id, otherClassId } = school;
  const people = {
    mod: await school.add('Mod', 'Mai'),
    secondMod: await school.add('Mod', 'Nam'),
    teacher: await school.add('Teacher', 'Hoa', { class_id }),
    colleague: await school.add('Teacher', 'Tuấn', { class_id: otherClassId }),
    student: await school.add('Student', 'An', { class_id }),
    stranger: await school.add('Student', 'Khoa', { class_id: otherClassId }),
  };
  const parent = await school.add('Parent', 'Long', { student_ids: [people.student.id] });
  const classmates = await addStudents(school, ['Em', 'Dũng', 'Chi', 'Bình']);
  const call = async ({ username }: Member, method: string, path: string, data?: unknown) => {
    const response = await callAs(request, username, method, path, data);
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };

  const pages = {
    mod: await open(browser, people.mod),
    secondMod: await open(browser, people.secondMod),
    teacher: await open(browser, people.teacher),
    colleague: await open(browser, people.colleague),
    student: await open(browser, people.student, phone),
    stranger: await open(browser, people.stranger, phone),
    parent: await open(browser, parent, phone),
  };
  type Who = keyof typeof pages;
  /** All but Mods and parents have been told of their class when they got it. */
  const counts: Record<Who, number> = {
    mod: 0,
    secondMod: 0,
    teacher: 1,
    colleague: 1,
    student: 1,
    stranger: 1,
    parent: 0,
  };
  /** These get one item more, with this text; nobody else has got anything. */
  const expectNews = async (news: Partial<Record<Who, string>>) => {
    for (const [who, text] of Object.entries(news) as [Who, string][]) {
      counts[who] += 1;
      await expect(items(pages[who]).first()).toContainText(text);
    }
    for (const who of Object.keys(pages) as Who[]) {
      await expect(items(pages[who]), who).toHaveCount(counts[who]);
    }
  };
  await expect(pages.mod.getByText(words.empty)).toBeVisible();
  await expect(dot(pages.mod)).toHaveCount(0);
  await expectNews({});

  const title = 'Ngày hội tái chế';
  const photo = await pages.mod.screenshot({ type: 'jpeg' });
  const form = new FormData();
  form.append('title', title);
  form.append('content', 'Mang vỏ hộp sữa nhé.');
  form.append('attachments', new File([new Uint8Array(photo)], 'ảnh.jpg', { type: 'image/jpeg' }));
  const { id } = await call(people.teacher, 'POST', '/api/posts', form);
  const pending = `Bài viết chờ duyệt: “${title}”`;
  await expectNews({ mod: pending, secondMod: pending });
  await expect(items(pages.mod).first()).toContainText('Nguyễn Thị Hoa · Lớp\u00a03A');
  await expect(dot(pages.mod)).toBeVisible();
  const sidebar = pages.mod.getByRole('navigation', { name: 'Menu chính' });
  await expect(sidebar.getByRole('img', { name: 'có thông báo chưa đọc' })).toBeVisible();

  await item(pages.mod, pending).getByRole('button').click();
  const modal = pages.mod.getByRole('dialog', { name: title });
  await expect(modal).toContainText('Nguyễn Thị Hoa');
  await expect(modal.getByRole('button', { name: 'Reject' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page: pages.mod })
    .include('[role=dialog]')
    .analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual(
    [],
  );
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
  await expectNews({ teacher: 'đã được duyệt', student: fresh, parent: fresh });
  await expect(dot(pages.mod)).toHaveCount(0);
  await expect(dot(pages.student)).toHaveCount(0);

  await item(pages.secondMod, pending).getByRole('button').click();
  const late = pages.secondMod.getByRole('dialog', { name: title });
  await expect(late).toContainText('Đã được Nguyễn Thị Mai duyệt');
  await expect(late.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await late.getByRole('button', { name: 'Close' }).click();

  // All of them like in the same five minutes, which may have to begin first.
  const left = () => likeBucket(new Date()).getTime() + limits.likeBucketMs - Date.now();
  await expect.poll(left, { timeout: 70_000 }).toBeGreaterThan(60_000);
  await call(classmates[0] as Member, 'POST', `/api/posts/${id}/like`, { liked: true });
  await expectNews({ teacher: 'Em liked your post' });
  for (const liker of [...classmates.slice(1), people.student]) {
    await call(liker, 'POST', `/api/posts/${id}/like`, { liked: true });
  }
  const likes = item(pages.teacher, 'An, Bình, Chi and 2 others liked your post');
  await expect(likes).toBeVisible();
  await expectNews({});
  await call(parent, 'POST', `/api/posts/${id}/comment`, { text: 'Hay quá' });
  await expectNews({ teacher: 'Nguyễn Thị Long đã bình luận' });
  await likes.getByRole('link').click();
  await expect(pages.teacher).toHaveURL(`/posts/${id}`);
  await pages.teacher.goBack();
  await expect(likes.getByText('Chưa đọc')).toHaveCount(0);
  await expect(item(pages.teacher, 'đã bình luận').getByText('Chưa đọc')).toBeAttached();

  const { students } = await call(people.teacher, 'GET', `/api/classes/${class_id}/students`);
  await call(people.teacher, 'POST', `/api/classes/${class_id}/attendance`, {
    week: 1,
    date: dayInVietnam(new Date()),
    students: students.map((one: Member) => ({ id: one.id, status: 'present' })),
  });
  const roll = 'Lớp 3A đã điểm danh tuần 1';
  await expectNews({ mod: roll, secondMod: roll });

  const otherTab = await pages.mod.context().newPage();
  await otherTab.goto('/');
  await expect(dot(otherTab)).toBeVisible();
  await pages.mod.getByRole('button', { name: words.markAllRead }).click();
  await expect(dot(pages.mod)).toHaveCount(0);
  await expect(dot(otherTab)).toHaveCount(0);
  await expect(pages.mod.getByRole('button', { name: words.markAllRead })).toBeDisabled();
  await expect(dot(pages.secondMod)).toBeVisible();

  await call(people.teacher, 'DELETE', `/api/posts/${id}`);
  await item(pages.secondMod, pending).getByRole('button').click();
  await expect(pages.secondMod.getByRole('dialog')).toContainText(postWords.notFound);
  await item(pages.parent, fresh).getByRole('link').click();
  await expect(pages.parent.getByRole('main')).toContainText(postWords.notFound);
  await pages.parent.goBack();

  const { mod } = people;
  await call(mod, 'PUT', `/api/admin/students/${people.stranger.id}`, { class_id });
  await expectNews({ stranger: 'Bạn được xếp vào lớp 3A' });
  await call(mod, 'POST', `/api/admin/users/${people.student.id}/reset`);
  await expect(pages.student.getByText(session.expired)).toBeVisible();
});

async function addStudents({ classId, add }: OwnSchool, names: string[]): Promise<Member[]> {
  const students: Member[] = [];
  for (const name of names) students.push(await add('Student', name, { class_id: classId }));
  return students;
}

test('with the stream cut the poll finds what is new, and the stream comes back by itself', async ({
  browser,
  request,
}) => {
  const { add, classId: class_id } = await addOwnSchool(request);
  const mod = await add('Mod', 'Mai');
  const teacher = await add('Teacher', 'Hoa', { class_id });
  const submit = (title: string) =>
    callAs(request, teacher.username, 'POST', '/api/posts', { title, content: 'Nội dung' });
  const page = await (await browser.newContext({ viewport: desktop })).newPage();
  await page.clock.install();
  const stream = '**/api/notifications/stream';
  let tries = 0;
  await page.route(stream, (route) => {
    tries += 1;
    return route.abort();
  });
  await enterAs(page, mod.username, '/notifications');
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
