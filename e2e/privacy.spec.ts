import type { Post } from '@lop-xanh/contract/posts';
import type { DataRequest } from '@lop-xanh/contract/privacy';
import { dialog } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { readDeviceStorage } from './device-storage.ts';
import { postCard } from './feed.ts';
import { desktop, openAs, phone } from './login.ts';
import { expectPaper } from './print.ts';
import { requestAs } from './requests.ts';
import {
  type APIRequestContext,
  type Browser,
  expect,
  type Locator,
  type Page,
  test,
} from './test.ts';
import { addTestSchool, type Member } from './test-school.ts';

const main = (page: Page) => page.getByRole('main');
const requestCard = (page: Page, name: string) =>
  main(page).getByRole('article').filter({ hasText: name });

const photosOf = (post: Locator) => post.locator('img[src*="/uploads/posts/"]');

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
  'base64',
);

async function openDevice(
  browser: Browser,
  username: string,
  path: string,
  { size = desktop, serviceWorkers = 'block' as 'allow' | 'block' } = {},
) {
  const context = await browser.newContext({ viewport: size, serviceWorkers });
  const page = await context.newPage();
  await openAs(page, username, path);
  return page;
}

/** An approved post with two photos, whose text names the child. */
async function publishPost(
  request: APIRequestContext,
  { teacher, mod }: { teacher: Member; mod: Member },
  childName: string,
): Promise<void> {
  const form = new FormData();
  form.set('title', 'Vườn rau của lớp');
  form.set('content', `Bạn ${childName} tưới cây mỗi sáng.`);
  for (const name of ['1.png', '2.png']) {
    form.append('attachments', new File([pixel], name, { type: 'image/png' }));
  }
  const created = await requestAs(request, teacher.username, 'POST', '/api/posts', form);
  expect(created.status(), await created.text()).toBe(201);
  const { id }: Post = await created.json();
  await requestAs(request, mod.username, 'PUT', `/api/posts/${id}/approve`);
}

test('a parent asks for erasure, the office erases, and the parent’s app no longer has the child', async ({
  browser,
  request,
}) => {
  const school = await addTestSchool(request);
  const inClass = { class_id: school.classId, isChangePass: false };
  const mod = await school.add('Mod', 'Mai', { isChangePass: false });
  const teacher = await school.add('Teacher', 'Hoa', inClass);
  const child = await school.add('Student', 'Khánh Vy', inClass);
  const sister = await school.add('Student', 'Linh', { class_id: school.otherClassId });
  const family = { student_ids: [child.id, sister.id], isChangePass: false };
  const parent = await school.add('Parent', 'Long', family);
  await publishPost(request, { teacher, mod }, child.full_name);
  const teacherPage = await openDevice(browser, teacher.username, '/');
  await expect(postCard(teacherPage, 'Vườn rau')).toContainText(child.full_name);
  await expect(photosOf(postCard(teacherPage, 'Vườn rau'))).toHaveCount(2);

  const app = await openDevice(browser, parent.username, '/', {
    size: phone,
    serviceWorkers: 'allow',
  });
  await app.evaluate(() => navigator.serviceWorker.ready);
  await app.getByRole('tab', { name: child.full_name.split(' ').slice(-2).join(' ') }).click();
  await expect(postCard(app, 'Vườn rau')).toContainText(child.full_name);
  await app.goto('/classes');
  await expect(main(app)).toContainText(child.full_name);

  await test.step('the parent files a request on the profile', async () => {
    await app.goto('/profile');
    await main(app).getByRole('button', { name: 'Gửi yêu cầu' }).click();
    await dialog(app).getByRole('button', { name: 'Gửi yêu cầu' }).click();
    await expect(dialog(app)).toContainText('Hãy chọn một yêu cầu');
    await dialog(app)
      .getByRole('radio', { name: /^Xóa dữ liệu/ })
      .check();
    await dialog(app).getByLabel('Dữ liệu của').selectOption(child.full_name);
    await dialog(app).getByLabel('Chi tiết').fill('Gia đình chuyển về Huế');
    await dialog(app).getByRole('button', { name: 'Gửi yêu cầu' }).click();
    await expect(dialog(app)).toHaveCount(0);
    const own = main(app).getByRole('list', { name: 'Yêu cầu đã gửi' });
    await expect(own).toContainText(child.full_name);
    await expect(own).toContainText('Chờ trả lời, chậm nhất');
  });

  const office = await openDevice(browser, mod.username, '/notifications');
  const card = requestCard(office, child.full_name);
  await test.step('a notification leads the office to the request, whose clock runs', async () => {
    await main(office)
      .getByRole('link', { name: /^Yêu cầu về dữ liệu của/ })
      .click();
    await expect(office).toHaveURL('/admin/privacy');
    await expect(card).toContainText('Gia đình chuyển về Huế');
    await expect(card).toContainText('Còn 2 ngày làm việc để trả lời');
    const list = await requestAs(request, mod.username, 'GET', '/api/privacy/requests');
    const [filed]: DataRequest[] = (await list.json()).requests;
    const due = Date.parse(filed?.answer_due ?? '');
    await office.clock.setFixedTime(due);
    await office.reload();
    await expect(card).toContainText('Hôm nay là hạn trả lời');
    await office.clock.setFixedTime(due + 2 * 86_400_000);
    await office.reload();
    await expect(card).toContainText('Quá hạn trả lời 2 ngày');
    await office.clock.setFixedTime(Date.now());
    await office.reload();
  });

  await test.step('the office accepts by keyboard', async () => {
    await card.getByRole('button', { name: 'Trả lời' }).press('Enter');
    await expect(dialog(office).getByRole('radio', { name: /^Chấp nhận/ })).toBeFocused();
    await office.keyboard.press('Space');
    await office.keyboard.press('Tab');
    await office.keyboard.type('Nhà trường sẽ xóa dữ liệu của em.');
    await office.keyboard.press('Tab');
    await office.keyboard.press('Tab');
    await office.keyboard.press('Enter');
    await expect(dialog(office)).toHaveCount(0);
    await expect(card).toContainText('Còn 15 ngày để hoàn tất');
    await expect(card.getByRole('button', { name: 'Xem và xóa' })).toBeVisible();
    await app.reload();
    await expect(main(app)).toContainText('Nhà trường sẽ xóa dữ liệu của em.');
  });

  // Nothing on the parent's device asks the server until it is opened again.
  await app.goto('about:blank');

  await test.step('the preview shows what goes, what stays, mentions and photos', async () => {
    await card.getByRole('button', { name: 'Xem và xóa' }).click();
    const preview = dialog(office);
    await expect(preview).toContainText('Tài khoản: tên, mã, liên hệ, mật khẩu');
    await expect(preview).toContainText('Để sĩ số của lớp qua các năm vẫn đúng.');
    const mention = preview.getByRole('checkbox', { name: /tưới cây mỗi sáng/ });
    await expect(mention).toBeChecked();
    const photos = preview.getByRole('checkbox', { name: /^Vườn rau của lớp/ });
    await expect(photos).toHaveCount(2);
    await expect(photos.first()).not.toBeChecked();
    await photos.first().check();
    await expectAccessible(office);
    await preview.getByLabel(/^Để xác nhận/).fill('Nguyễn Thị Linh');
    await preview.getByRole('button', { name: 'Xóa vĩnh viễn' }).click();
    await expect(preview).toContainText(`Hãy gõ đúng: ${child.full_name}`);
    await preview.getByLabel(/^Để xác nhận/).fill(child.full_name);
    await preview.getByRole('button', { name: 'Xóa vĩnh viễn' }).click();
    await expect(preview).toHaveCount(0);
    await expect(main(office)).toContainText('Không có yêu cầu nào cần xử lý');
  });

  await test.step('the certificate names nobody and prints on one page', async () => {
    await main(office).getByText('Tất cả', { exact: true }).click();
    const done = requestCard(office, 'Đã hoàn tất');
    await expect(done).not.toContainText(child.full_name);
    await done.getByRole('button', { name: 'Biên bản xóa' }).click();
    await expect(dialog(office)).toContainText('Biên bản xóa dữ liệu cá nhân');
    await expectAccessible(office);
    const paper = office.locator('[data-print]');
    await expect(paper).toContainText(school.name);
    await expect(paper).toContainText('Ảnh và video');
    for (const { full_name } of [child, parent, mod]) {
      await expect(paper).not.toContainText(full_name);
    }
    await expectPaper(office, 'portrait');
  });

  await test.step('the class keeps its post without the name and the photo', async () => {
    await teacherPage.reload();
    const post = postCard(teacherPage, 'Vườn rau');
    await expect(post).toContainText('Bạn … tưới cây mỗi sáng.');
    await expect(photosOf(post)).toHaveCount(1);
  });

  await test.step('the parent’s device forgets the child with the first response', async () => {
    await app.goto('/notifications');
    await expect(main(app)).toContainText('Dữ liệu đã được xóa theo yêu cầu của bạn');
    const isKnown = async () => (await readDeviceStorage(app)).includes('Khánh Vy');
    await expect.poll(isKnown).toBe(false);
    await app.goto('/classes');
    await expect(main(app)).toContainText(sister.full_name);
    await app.context().setOffline(true);
    for (const path of ['/classes', '/', '/profile', '/memories']) {
      await app.goto(path);
      await expect(main(app).getByRole('heading', { level: 1 })).toBeVisible();
      await expect(app.locator('body')).not.toContainText('Khánh Vy');
    }
    expect(await isKnown()).toBe(false);
  });
});

test('a teacher asks for a copy, which the office makes and the teacher downloads', async ({
  browser,
  request,
}) => {
  const school = await addTestSchool(request);
  const mod = await school.add('Mod', 'Mai', { isChangePass: false });
  const teacher = await school.add('Teacher', 'Hoa', { isChangePass: false });
  const filed = await requestAs(request, teacher.username, 'POST', '/api/privacy/requests', {
    kind: 'copy',
    subject_id: teacher.id,
  });
  expect(filed.status(), await filed.text()).toBe(201);

  const office = await openDevice(browser, mod.username, '/admin/privacy', { size: phone });
  const card = requestCard(office, teacher.full_name);
  await card.getByRole('button', { name: 'Trả lời' }).click();
  await dialog(office)
    .getByRole('radio', { name: /^Chấp nhận/ })
    .check();
  await dialog(office).getByLabel('Câu trả lời cho người gửi').fill('Vâng.');
  await dialog(office).getByRole('button', { name: 'Gửi trả lời' }).click();
  const copy = office.waitForEvent('download');
  await card.getByRole('button', { name: 'Tải bản sao' }).click();
  expect((await copy).suggestedFilename()).toMatch(/^du-lieu-\d+\.zip$/);
  await card.getByRole('button', { name: 'Ghi kết quả' }).click();
  await dialog(office).getByLabel('Kết quả gửi tới người yêu cầu').fill('Bản sao đã sẵn sàng.');
  await dialog(office).getByRole('button', { name: 'Hoàn tất' }).click();
  await expect(main(office)).toContainText('Không có yêu cầu nào cần xử lý');

  const profile = await openDevice(browser, teacher.username, '/profile');
  const own = main(profile).getByRole('list', { name: 'Yêu cầu đã gửi' });
  await expect(own).toContainText('Bản sao đã sẵn sàng.');
  const ownCopy = profile.waitForEvent('download');
  await own.getByRole('button', { name: 'Tải bản sao' }).click();
  expect((await ownCopy).suggestedFilename()).toMatch(/^du-lieu-\d+\.zip$/);
});

test('the office records a request that came on paper, and refuses it', async ({ page }) => {
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Mai', { isChangePass: false });
  await school.add('Student', 'Khánh Vy', { class_id: school.classId });
  await openAs(page, mod.username, '/admin/privacy');
  await expect(main(page).getByRole('table', { name: 'Thời hạn lưu giữ' })).toContainText(
    '180 ngày',
  );
  await page.getByRole('button', { name: 'Ghi đơn giấy' }).click();
  await dialog(page).getByRole('button', { name: 'Ghi yêu cầu' }).click();
  await expect(dialog(page)).toContainText('Hãy chọn người');
  await dialog(page).getByLabel('Yêu cầu').selectOption('Sửa dữ liệu');
  await dialog(page).getByRole('combobox', { name: 'Họ và tên' }).fill('Khánh');
  await page.getByRole('option', { name: /Khánh Vy/ }).click();
  await dialog(page).getByLabel('Người gửi đơn').fill('Trần Văn Bảo');
  await dialog(page).getByLabel('Ngày nhận đơn').fill('2026-01-05');
  await dialog(page).getByLabel('Nội dung đơn').fill('Tên đệm của em bị sai');
  await dialog(page).getByRole('button', { name: 'Ghi yêu cầu' }).click();
  await expect(dialog(page)).toHaveCount(0);

  const card = requestCard(page, 'Khánh Vy');
  await expect(card).toContainText('Trần Văn Bảo · gửi đơn giấy ngày 05/01/2026');
  await expect(card).toContainText(/Quá hạn trả lời \d+ ngày/);
  await card.getByRole('button', { name: 'Trả lời' }).click();
  await dialog(page)
    .getByRole('radio', { name: /^Từ chối/ })
    .check();
  await dialog(page).getByLabel('Câu trả lời cho người gửi').fill('Tên đúng như giấy khai sinh.');
  await dialog(page).getByRole('button', { name: 'Gửi trả lời' }).click();
  await expect(main(page)).toContainText('Không có yêu cầu nào cần xử lý');
  await main(page).getByText('Tất cả', { exact: true }).click();
  await expect(card).toContainText('Tên đúng như giấy khai sinh.');
  await expect(card.getByRole('button')).toHaveCount(0);
});
