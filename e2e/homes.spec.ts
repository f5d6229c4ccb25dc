import type { Post } from '@lop-xanh/contract/posts';
import { formatDay, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { savedRow, saveSheet, studentRow, waitForSheet } from './attendance.ts';
import { postCard } from './feed.ts';
import { desktop, navigateTo, openAs, phone } from './login.ts';
import { requestAs } from './requests.ts';
import { type APIRequestContext, expect, type Page, test } from './test.ts';
import { addTestSchool, type Member } from './test-school.ts';

const today = getVietnamDate(new Date());

/** A class with two students; their parent has a third child in another class. */
async function addFamily(request: APIRequestContext) {
  const school = await addTestSchool(request);
  const inClass = { class_id: school.classId };
  const an = await school.add('Student', 'An', inClass);
  const binh = await school.add('Student', 'Bình', inClass);
  const chi = await school.add('Student', 'Chi', { class_id: school.otherClassId });
  return {
    ...school,
    an,
    binh,
    chi,
    mod: await school.add('Mod', 'Tuấn'),
    teacher: await school.add('Teacher', 'Hoa', inClass),
    parent: await school.add('Parent', 'Hạnh', { student_ids: [an.id, binh.id, chi.id] }),
  };
}

async function addPost(
  request: APIRequestContext,
  { teacher, mod }: { teacher: Member; mod: Member },
  title: string,
): Promise<void> {
  const body = { title, content: 'Cả lớp cùng tưới cây' };
  const created = await requestAs(request, teacher.username, 'POST', '/api/posts', body);
  const { id }: Post = await created.json();
  const approved = await requestAs(request, mod.username, 'PUT', `/api/posts/${id}/approve`);
  expect(approved.ok()).toBe(true);
}

const childTab = (page: Page, name: string) => page.getByRole('tab', { name });

test('a leave note is in the roll, and the homes tell what the roll said', async ({
  browser,
  page: parent,
  request,
}) => {
  const family = await addFamily(request);
  const { an, binh, teacher } = family;
  await parent.setViewportSize(phone);
  await openAs(parent, family.parent.username);
  await expect(parent.getByRole('banner')).toContainText('3 con');
  await expect(childTab(parent, 'An')).toHaveAttribute('aria-selected', 'true');
  await expect(
    parent.getByRole('heading', { name: 'Hôm nay An chưa được điểm danh' }),
  ).toBeVisible();
  await expect(parent.getByRole('link', { name: /Bài tuần này · Tuần 1/ })).toBeVisible();
  await parent.getByRole('button', { name: 'Xin phép nghỉ' }).click();
  const form = parent.getByRole('dialog', { name: 'Xin phép nghỉ cho An' });
  await form.getByRole('button', { name: 'Gửi đơn' }).click();
  await expect(form.getByText('Hãy viết lý do')).toBeVisible();
  await form.getByLabel('Lý do').fill('sốt');
  await form.getByRole('button', { name: 'Gửi đơn' }).click();
  await expect(form).toHaveCount(0);
  await expect(parent.getByRole('heading', { name: 'Hôm nay An xin nghỉ' })).toBeVisible();
  await expect(childTab(parent, 'An')).toContainText('Xin nghỉ');

  // The note arrived before the network broke.
  const roll = await browser.newPage({ viewport: desktop });
  await openAs(roll, teacher.username, '/classes');
  await waitForSheet(roll, 1);
  const notes = roll.getByRole('listitem').filter({ hasText: an.full_name });
  await expect(notes).toContainText(`${formatDay(today)} · Nguyễn Thị Hạnh`);
  await roll.route('**/leave-notes*', (route) => route.abort());
  await roll.reload();
  await waitForSheet(roll, 1);
  await roll.unroute('**/leave-notes*');
  const row = studentRow(roll, 1);
  await expect(row).toHaveAccessibleName(`${an.full_name}: Vắng có phép`);
  await expect(row).toContainText('Có phép: sốt');
  await expect(row).toContainText('gia đình báo');
  await notes.getByRole('button', { name: /^Chấp nhận/ }).click();
  await expect(notes).toHaveCount(0);
  // The teacher decides: the mark can be changed and changed back, by keyboard too.
  await row.getByRole('button', { name: 'Có mặt' }).click();
  await expect(row).not.toContainText('Có phép: sốt');
  await row.getByRole('button', { name: 'Vắng' }).click();
  await roll.keyboard.press('c');
  await expect(row).toHaveAccessibleName(`${an.full_name}: Vắng`);
  await roll.keyboard.press('c');
  await studentRow(roll, 2).getByRole('button', { name: 'Vắng' }).click();
  await saveSheet(roll);
  await expect(savedRow(roll, an.full_name).last()).toContainText('Vắng có phép');
  await expect(savedRow(roll, binh.full_name)).toContainText('Vắng không phép');
  await expect(roll.getByText('1 có phép')).toBeVisible();
  await roll.getByRole('button', { name: 'Sửa điểm danh' }).click();
  const corrected = roll
    .getByRole('grid', { name: 'Học sinh trong buổi điểm danh' })
    .getByRole('row')
    .nth(1);
  await corrected.getByRole('button', { name: 'Có phép' }).click();
  await expect(corrected).toContainText('Trước: Vắng không phép');
  await roll.getByRole('button', { name: 'Hủy' }).click();
  await roll.close();

  // The notification of the absence brings the day up to date.
  await expect(parent.getByRole('heading', { name: 'Hôm nay An nghỉ có phép' })).toBeVisible();
  await expect(childTab(parent, 'Bình')).toContainText('Vắng');
  await childTab(parent, 'An').press('ArrowRight');
  await expect(childTab(parent, 'Bình')).toBeFocused();
  await expect(parent.getByRole('heading', { name: 'Hôm nay Bình vắng không phép' })).toBeVisible();
  await expect(parent.getByText(/^Lớp 3A · điểm danh lúc \d\d:\d\d, \d\d\/\d\d$/)).toBeVisible();
  await childTab(parent, 'Chi').click();
  await expect(parent.getByText('Lớp 4B', { exact: true })).toBeVisible();

  // The same without a network, from the device.
  await parent.route('**/api/me/today', (route) => route.abort());
  await parent.reload();
  await expect(childTab(parent, 'Chi')).toHaveAttribute('aria-selected', 'true');
  await expect(childTab(parent, 'Bình')).toContainText('Vắng');
  await navigateTo(parent, '/classes');
  await expect(parent.getByRole('button', { name: 'Tuần 1: Vắng có phép' })).toBeVisible();
});

test('a student sees the next lesson, and what was just taught after the roll', async ({
  page,
  request,
}) => {
  const { an, teacher, classId, binh } = await addFamily(request);
  await page.setViewportSize(phone);
  await openAs(page, an.username);
  await expect(page.getByRole('heading', { name: 'Hôm nay' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /^Tuần 1 .*Em nhớ mang theo/ })).toBeVisible();
  await expect(main.getByText(/Vừa học/)).toHaveCount(0);
  const students = [an, binh].map(({ id }) => ({ id, status: 'present' }));
  const sheet = { week: 1, date: today, students };
  const path = `/api/classes/${classId}/attendance`;
  expect((await requestAs(request, teacher.username, 'POST', path, sheet)).status()).toBe(201);
  await page.reload();
  await expect(main.getByRole('link', { name: /^Tuần 2 / })).toBeVisible();
  await main.getByRole('link', { name: /^Vừa học · Tuần 1/ }).click();
  await expect(page).toHaveURL(/\/lessons\/\d+\/week\/1$/);
});

test('a teacher sees how many families have read a post, and reminds the others once', async ({
  browser,
  page: parent,
  request,
}) => {
  const family = await addFamily(request);
  const { an, binh, teacher } = family;
  const dung = await family.add('Student', 'Dũng', { class_id: family.classId });
  const title = 'Lớp mình trồng cây';
  await addPost(request, family, title);
  await parent.setViewportSize(phone);
  await openAs(parent, family.parent.username, `/?child=${family.chi.id}`);
  await expect(childTab(parent, 'Chi')).toHaveAttribute('aria-selected', 'true');
  await expect(postCard(parent, title)).toHaveCount(0);
  await childTab(parent, 'An').click();
  const reported = parent.waitForResponse(/\/api\/posts\/seen$/);
  await postCard(parent, title).scrollIntoViewIfNeeded();
  expect((await reported).ok()).toBe(true);

  const staff = await browser.newPage({ viewport: desktop });
  await openAs(staff, teacher.username);
  await staff.getByRole('button', { name: '2/3 gia đình đã xem' }).click();
  const dialog = staff.getByRole('dialog', { name: '2/3 gia đình đã xem' });
  await expect(dialog.getByRole('listitem')).toHaveText([dung.full_name]);
  await dialog.getByRole('button', { name: 'Nhắc các gia đình chưa xem' }).click();
  await expect(dialog.getByText(/^Đã nhắc lúc /)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Nhắc/ })).toHaveCount(0);
  await staff.close();
  const told = await requestAs(request, dung.username, 'GET', '/api/notifications');
  expect(await told.text()).toContain('post_reminder');
  for (const { username } of [an, binh]) {
    const others = await requestAs(request, username, 'GET', '/api/notifications');
    expect(await others.text()).not.toContain('post_reminder');
  }
});
