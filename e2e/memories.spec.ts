import type { Post } from '@lop-xanh/contract/posts';
import type { RolloverDraft } from '@lop-xanh/contract/years';
import { postCard } from './feed.ts';
import { openAs, phone } from './login.ts';
import { requestAs } from './requests.ts';
import { type APIRequestContext, expect, test } from './test.ts';
import { addTestSchool, type Member } from './test-school.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
);

/** The teacher writes a post with photos, and the Mod approves it. */
async function publish(
  request: APIRequestContext,
  { teacher, mod }: { teacher: Member; mod: Member },
  { title, photos = 0 }: { title: string; photos?: number },
): Promise<void> {
  const form = new FormData();
  form.set('title', title);
  form.set('content', `Nội dung: ${title}`);
  for (let number = 0; number < photos; number++) {
    form.append('attachments', new File([pixel], `${number}.png`, { type: 'image/png' }));
  }
  const created = await requestAs(request, teacher.username, 'POST', '/api/posts', form);
  expect(created.status(), await created.text()).toBe(201);
  const { id }: Post = await created.json();
  await requestAs(request, mod.username, 'PUT', `/api/posts/${id}/approve`);
}

test('a student who has moved finds the old class among the memories, until the day they left', async ({
  page,
}) => {
  const { request } = page;
  const school = await addTestSchool(request);
  const mod = await school.add('Mod', 'Mai');
  const inClass = { class_id: school.classId, isChangePass: false };
  const teacher = await school.add('Teacher', 'Hoa', inClass);
  const student = await school.add('Student', 'Minh', inClass);
  const sister = await school.add('Student', 'Linh', { class_id: school.otherClassId });
  const parent = await school.add('Parent', 'Long', { student_ids: [student.id, sister.id] });
  const staff = { teacher, mod };
  await publish(request, staff, { title: 'Bài đầu tiên' });
  for (let number = 2; number <= 21; number++) {
    await publish(request, staff, { title: `Bài số ${number}` });
  }
  await publish(request, staff, { title: 'Ngày tổng kết', photos: 5 });

  await page.setViewportSize(phone);
  await openAs(page, student.username, '/memories');
  const main = page.getByRole('main');
  await expect(main).toContainText('Chưa có kỷ niệm nào');

  const move = { class_id: school.otherClassId };
  await requestAs(request, 'admin', 'PUT', `/api/admin/users/${student.id}`, move);
  await publish(request, staff, { title: 'Sau khi bạn đi' });
  await page.goto('/');
  await expect(main).not.toContainText('Ngày tổng kết');
  await main.getByRole('link', { name: 'Kỷ niệm' }).click();
  await expect(page).toHaveURL('/memories');
  const oldClass = main.getByRole('region', { name: 'Lớp 3A · Nguyễn Thị Hoa' });
  await expect(oldClass).toContainText('22 bài, 5 ảnh');
  await expect(oldClass).not.toContainText('Lớp của');
  const lastDay = postCard(page, 'Ngày tổng kết', oldClass);
  await expect(lastDay).toContainText('+2');
  await expect(lastDay.locator('img')).toHaveCount(3);
  await expect(oldClass).not.toContainText('Sau khi bạn đi');

  // The second page loads on the way down.
  await expect(postCard(page, 'Bài đầu tiên')).toHaveCount(0);
  await postCard(page, 'Bài số 4').scrollIntoViewIfNeeded();
  await expect(postCard(page, 'Bài đầu tiên')).toBeVisible();
  await expect(oldClass.getByRole('article')).toHaveCount(22);

  // A tap anywhere opens the post, where the student still likes it.
  await postCard(page, 'Bài đầu tiên').click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Bài đầu tiên');
  await main.getByRole('button', { name: /^Thích, 0/ }).click();
  await expect(main.getByRole('button', { name: /^Thích, 1/ })).toBeVisible();
  await page.goBack();
  await expect(postCard(page, 'Bài đầu tiên')).toBeInViewport();
  await expect(postCard(page, 'Bài đầu tiên')).toContainText('1 lượt thích');

  // Without the server, the first page is on the device.
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(oldClass).toContainText('22 bài, 5 ảnh');
  await expect(postCard(page, 'Bài số 21')).toBeVisible();
  await postCard(page, 'Bài số 21').click();
  await expect(main).toContainText('Nội dung: Bài số 21');
  await page.unroute('**/api/**');

  await test.step('a parent of two reads whose class it was', async () => {
    const context = await page.context().browser()?.newContext({ viewport: phone });
    const parentPage = await context?.newPage();
    if (!context || !parentPage) throw new Error('There is no browser.');
    await openAs(parentPage, parent.username, '/profile');
    await parentPage.getByRole('main').getByRole('link', { name: 'Kỷ niệm' }).click();
    await expect(parentPage.getByRole('region', { name: /^Lớp 3A/ })).toContainText('Lớp của Minh');
    await expect(parentPage.getByRole('main')).not.toContainText('Lớp 4B');
    await context.close();
  });
});

/** Starts the next school year as the server proposes it. */
async function startNextYear(request: APIRequestContext, mod: Member): Promise<void> {
  const send = async (method: string, path: string, data?: unknown) => {
    const response = await requestAs(request, mod.username, method, path, data);
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };
  const { plan, version }: RolloverDraft = await send('GET', '/api/school-years/draft');
  for (const newClass of plan.classes) newClass.isWithoutTeacher = newClass.teacher_id === null;
  const saved: RolloverDraft = await send('PUT', '/api/school-years/draft', { plan, version });
  await send('POST', '/api/school-years/start', { version: saved.version });
}

test('memories go back year by year', async ({ page }) => {
  const { request } = page;
  const school = await addTestSchool(request);
  const mod = await school.add('Mod', 'Mai');
  const teacher = await school.add('Teacher', 'Hoa', { class_id: school.classId });
  const student = await school.add('Student', 'Minh', { class_id: school.classId });
  await publish(request, { teacher, mod }, { title: 'Ở lớp Ba' });
  for (const title of ['Ở lớp Bốn', 'Ở lớp Năm']) {
    await startNextYear(request, mod);
    const me = await requestAs(request, student.username, 'GET', '/api/auth/me');
    const { class_id } = await me.json();
    const account = `/api/admin/users/${teacher.id}`;
    await requestAs(request, 'admin', 'PUT', account, { class_id });
    await publish(request, { teacher, mod }, { title });
  }

  await openAs(page, student.username, '/memories');
  const years = page.getByRole('group', { name: 'Năm học' }).getByRole('button');
  await expect(years).toHaveCount(2);
  await expect(years.first()).toHaveAttribute('aria-pressed', 'true');
  const formerClasses = page.getByRole('main').getByRole('region', { name: /^Lớp / });
  await expect(formerClasses).toHaveText([/^Lớp 4A.*Ở lớp Bốn/, /^Lớp 3A.*Ở lớp Ba/]);
  await years.last().click();
  await expect(formerClasses).toHaveText([/^Lớp 3A/]);
  await page.reload();
  await expect(years.last()).toHaveAttribute('aria-pressed', 'true');
});
