import type { Post } from '@lop-xanh/contract/posts';
import { dialog, fillAndSave, findRow, openTab, tableRow } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { confirmPhotos, postCard, writePost } from './feed.ts';
import { desktop, navigateTo, openAs, phone } from './login.ts';
import { requestAs } from './requests.ts';
import { type APIRequestContext, expect, type Locator, type Page, test } from './test.ts';
import { addTestSchool, type Member } from './test-school.ts';

/** A school with a Mod, a teacher and, in the class, a student of eight years. */
async function addSchool(request: APIRequestContext) {
  const school = await addTestSchool(request);
  const inClass = { class_id: school.classId };
  return {
    ...school,
    mod: await school.add('Mod', 'Tuấn'),
    teacher: await school.add('Teacher', 'Hoa', inClass),
    minh: await school.add('Student', 'Minh', { ...inClass, birth_date: '2018-03-14' }),
  };
}

async function addPostWithPhoto(
  request: APIRequestContext,
  { teacher, mod }: { teacher: Member; mod: Member },
  title: string,
  photo: Buffer,
): Promise<void> {
  const form = new FormData();
  form.set('title', title);
  form.set('content', 'Cả lớp cùng tưới cây');
  form.set('attachments', new File([new Uint8Array(photo)], 'cây.png', { type: 'image/png' }));
  const created = await requestAs(request, teacher.username, 'POST', '/api/posts', form);
  const { id }: Post = await created.json();
  const approved = await requestAs(request, mod.username, 'PUT', `/api/posts/${id}/approve`);
  expect(approved.ok()).toBe(true);
}

async function answer(page: Page, button: Locator, choice: string): Promise<void> {
  await button.click();
  await dialog(page).getByLabel(choice).check();
  await dialog(page).getByRole('button', { name: 'Gửi câu trả lời' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('parent and child answer about photos, and a withdrawal lists the posts to review', async ({
  browser,
  page: parent,
  request,
}) => {
  const school = await addSchool(request);
  const { minh, mod } = school;
  const { username } = await school.add('Parent', 'Hạnh', { student_ids: [minh.id] });

  await parent.setViewportSize(phone);
  await openAs(parent, username);
  const question = parent.getByRole('heading', { name: 'Cho đăng ảnh có Minh?' });
  await expect(question).toBeVisible();
  await parent.getByRole('button', { name: 'Trả lời về ảnh của Minh' }).click();
  await dialog(parent).getByRole('button', { name: 'Gửi câu trả lời' }).click();
  await expect(dialog(parent).getByText('Hãy chọn một câu trả lời')).toBeVisible();
  await dialog(parent)
    .getByRole('radio', { name: /^Đồng ý/ })
    .check();
  await dialog(parent).getByRole('button', { name: 'Gửi câu trả lời' }).click();
  await expect(question).toHaveCount(0);
  await navigateTo(parent, '/profile');
  const ofMinh = parent.getByRole('region', { name: minh.full_name });
  await expect(ofMinh).toContainText('Nguyễn Thị Hạnh đồng ý');
  await expect(ofMinh).toContainText('Con chưa trả lời');
  await expect(ofMinh).toContainText('Chưa được đăng ảnh');

  const student = await browser.newPage({ viewport: phone });
  await openAs(student, minh.username, '/profile');
  const own = student.getByRole('region', { name: minh.full_name });
  const ownButton = own.getByRole('button', { name: /rả lời/ });
  await answer(student, ownButton, 'Có, em đồng ý');
  await expect(own).toContainText('Em đồng ý');
  await expect(own.getByText('Được đăng ảnh', { exact: true })).toBeVisible();

  const title = 'Lớp mình trồng cây';
  const photo = await student.screenshot({ clip: { x: 0, y: 0, width: 90, height: 60 } });
  await addPostWithPhoto(request, school, title, photo);
  await answer(student, ownButton, 'Không, em không muốn');
  await expect(own.getByText('Chưa được đăng ảnh', { exact: true })).toBeVisible();
  await student.close();

  const office = await browser.newPage({ viewport: desktop });
  await openAs(office, mod.username, '/notifications');
  await office.getByRole('button', { name: `${minh.full_name} không còn được đăng ảnh` }).click();
  const review = office.getByRole('dialog', { name: `Bài có ảnh, có thể có ${minh.full_name}` });
  await expect(review.getByRole('listitem')).toContainText('Lớp 3A · Nguyễn Thị Hoa');
  await expectAccessible(office);
  await review.getByRole('button', { name: title }).click();
  const post = office.getByRole('dialog', { name: title });
  await post.getByRole('button', { name: /^Việc khác/ }).click();
  await office.getByRole('menuitem', { name: 'Gỡ bài viết…' }).click();
  const withdrawal = office.getByRole('dialog', { name: 'Gỡ bài viết?' });
  await withdrawal.getByLabel('Ảnh em chưa có đồng ý').check();
  await withdrawal.getByRole('button', { name: 'Gỡ bài' }).click();
  await expect(post.getByText('Ảnh em chưa có đồng ý')).toBeVisible();
  await post.getByRole('button', { name: 'Close' }).click();
  await expect(review.getByText('Không có bài nào có ảnh')).toBeVisible();
  await office.close();
});

test('the office records a class, then the composer and the desk warn of the others', async ({
  browser,
  page: office,
  request,
}) => {
  const school = await addSchool(request);
  const { mod, teacher, minh } = school;
  const lan = await school.add('Student', 'Lan', { class_id: school.classId });

  await office.setViewportSize(desktop);
  await openAs(office, mod.username, '/admin/accounts');
  await openTab(office, 'Students', 2);
  await findRow(office, lan.full_name);
  await office.getByRole('button', { name: `Sửa ${lan.full_name}` }).click();
  await fillAndSave(office, { 'Ngày sinh': '2018-09-02', 'Giới tính': 'Nữ' });
  await tableRow(office, lan.full_name).getByRole('button', { name: /^Sửa/ }).click();
  await expect(dialog(office).getByLabel('Ngày sinh')).toHaveValue('2018-09-02');
  await office.keyboard.press('Escape');

  await openTab(office, 'Classes', 2);
  await office.getByRole('button', { name: 'Việc khác với lớp 3A' }).click();
  await office.getByRole('menuitem', { name: 'Đồng ý đăng ảnh…' }).click();
  await office.getByRole('button', { name: 'Phụ huynh chưa trả lời: đồng ý' }).click();
  await office.getByRole('button', { name: 'Học sinh chưa trả lời: đồng ý' }).click();
  await dialog(office).getByLabel(`Phụ huynh: ${lan.full_name}`).selectOption('Không đồng ý');
  await expectAccessible(office);
  await office.getByRole('button', { name: 'Ghi 4 câu trả lời' }).click();
  await expect(dialog(office)).toHaveCount(0);

  await openTab(office, 'Students', 2);
  await findRow(office, lan.full_name);
  await office.getByRole('button', { name: `Việc khác với ${lan.full_name}` }).click();
  await office.getByRole('menuitem', { name: 'Đồng ý đăng ảnh…' }).click();
  await expect(dialog(office)).toContainText('Phụ huynh không đồng ý');
  await dialog(office).getByRole('radio', { name: 'Không đồng ý' }).check();
  await dialog(office).getByLabel('Người ký').fill('Trần Văn Ba');
  await dialog(office).getByRole('button', { name: 'Ghi câu trả lời' }).click();
  await expect(dialog(office)).toHaveCount(0);
  await office.getByRole('button', { name: `Việc khác với ${lan.full_name}` }).click();
  await office.getByRole('menuitem', { name: 'Đồng ý đăng ảnh…' }).click();
  await expect(dialog(office)).toContainText('Trần Văn Ba không đồng ý');
  await dialog(office).getByText('3 câu trả lời đã ghi').click();
  await expect(dialog(office).getByRole('listitem')).toHaveCount(5);
  await office.keyboard.press('Escape');

  const author = await browser.newPage({ viewport: phone });
  await openAs(author, teacher.username);
  const title = 'Vườn rau lớp em';
  const editor = await writePost(author, title, 'Rau đã lên xanh');
  const buffer = await author.screenshot({ clip: { x: 0, y: 0, width: 90, height: 60 } });
  const addPhoto = (name: string) =>
    editor.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await addPhoto('vườn.png');
  const warning = editor.getByRole('region', { name: 'Đồng ý đăng ảnh' });
  await expect(warning).toContainText('1 em chưa có đồng ý đăng ảnh');
  await expect(warning).toContainText(lan.full_name);
  await expect(warning).not.toContainText(minh.full_name);
  await editor.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(warning).toContainText('Hãy xác nhận trước khi đăng');
  await expectAccessible(author);
  await confirmPhotos(editor);
  // The author has not looked at this one yet.
  await addPhoto('rau.png');
  await expect(warning.getByRole('checkbox')).not.toBeChecked();
  await confirmPhotos(editor);

  // The confirmation is kept with a post that waits for the network.
  await author.route('**/api/posts', (route) => route.abort());
  await editor.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(postCard(author, title).getByText('Chưa gửi')).toBeVisible();
  await author.unroute('**/api/posts');
  await author.evaluate(() => dispatchEvent(new Event('online')));
  await expect(postCard(author, title).getByText('Chưa gửi')).toHaveCount(0);
  await author.close();

  await navigateTo(office, '/admin/moderation');
  const facts = office.getByRole('region', { name: 'Đồng ý đăng ảnh' });
  await expect(facts).toContainText('1 em chưa có đồng ý đăng ảnh · giáo viên xác nhận');
  await expect(facts).toContainText(lan.full_name);
});
