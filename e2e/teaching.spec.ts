import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messages } from '@lop-xanh/contract/messages';
import { expectAccessible } from './axe.ts';
import { drawBatteries } from './battery-photos.ts';
import { openAs, phone } from './login.ts';
import { address, chromiumWithCamera, dataDir } from './settings.ts';
import { type Browser, expect, type Page, test } from './test.ts';
import { addTestSchool } from './test-school.ts';
import { startUnreliableNetwork } from './unreliable-network.ts';

const cardboard = readFileSync(new URL('fixtures/cardboard.jpg', import.meta.url));
/** What the fake camera shows, from the next time it is opened. */
const videoFile = join(dirname(dataDir), 'teaching.mjpeg');
const showToCamera = (photo: Buffer) => {
  writeFileSync(`${videoFile}.new`, Buffer.concat([photo, photo]));
  renameSync(`${videoFile}.new`, videoFile);
};

test.use({
  serviceWorkers: 'allow',
  launchOptions: {
    ...chromiumWithCamera,
    args: [
      ...chromiumWithCamera.args,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${videoFile}`,
    ],
  },
});

async function openOnPhone(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, baseURL, permissions: ['camera'] });
  return context.newPage();
}

const toFile = (buffer: Buffer, index = 0) => ({
  name: `anh-${index}.jpg`,
  mimeType: 'image/jpeg',
  buffer,
});
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const result = (page: Page) => page.getByRole('article', { name: 'Kết quả' });

/** Starts at the page of the classes, and ends at the page of the kind. */
async function addKind(teacher: Page, name: string, suggestion?: string) {
  await teacher.getByRole('link', { name: 'Dạy máy quét' }).click();
  await button(teacher, 'Thêm món').click();
  const dialog = teacher.getByRole('dialog', { name: 'Thêm món' });
  await button(teacher, 'Lưu').click();
  await expect(dialog.getByLabel('Tên món')).toBeFocused();
  if (suggestion) await button(teacher, suggestion).click();
  await dialog.getByLabel('Tên món').fill(name);
  await dialog.getByLabel('Thuộc nhóm').selectOption('Rác nguy hại');
  await dialog.getByLabel('Lời khuyên').fill('Em bỏ vào hộp thu pin nhé.');
  await button(teacher, 'Lưu').click();
  await expect(teacher.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Picks an entry of a menu, and confirms it if it asks. */
async function choose(page: Page, menu: string, entry: string, confirmation?: string) {
  await button(page, menu).click();
  await page.getByRole('menuitem', { name: entry }).click();
  if (confirmation) await confirm(page, confirmation);
}
const confirm = (page: Page, label: string) =>
  page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();

test('a class teaches its scanner batteries, which it then knows, also on the device', async ({
  browser,
  page: teacher,
  request,
}) => {
  // Two nets see each of a dozen photos.
  const network = await startUnreliableNetwork(address);
  const student = await openOnPhone(browser, network.address);
  const [shown, sent, scanned, ...picked] = await drawBatteries(student, 11);
  if (!shown || !sent || !scanned) throw new Error('No photos were drawn.');
  const school = await addTestSchool(request);
  const place = { class_id: school.classId, isChangePass: false };
  const { username: hoa } = await school.add('Teacher', 'Hoa', place);
  const { username: minh } = await school.add('Student', 'Minh', place);

  await test.step('a teacher adds a kind of their own', async () => {
    await teacher.context().grantPermissions(['camera']);
    await openAs(teacher, hoa, '/classes');
    await addKind(teacher, 'Pin');
  });

  await test.step('the teacher photographs one and picks more from the device', async () => {
    showToCamera(shown);
    await teacher.getByRole('link', { name: 'Chụp ảnh để dạy' }).click();
    await button(teacher, 'Chụp').click();
    await expect(teacher.getByRole('img', { name: 'Đã dạy' })).toHaveCount(1);
    await button(teacher, 'Chụp').click();
    await expect(teacher.getByText(/giống hệt một ảnh đã dạy/)).toBeVisible();
    await expectAccessible(teacher);
    await button(teacher, 'Bỏ ảnh').click();
    await teacher
      .locator('input[type=file]')
      .setInputFiles(picked.map((photo, index) => toFile(photo, index)));
    await expect(teacher.getByRole('img', { name: 'Đã dạy' })).toHaveCount(9);
    await teacher.goBack();
    await expect(teacher.getByText('9 ảnh · còn 1 ảnh nữa')).toBeVisible();
  });

  await test.step('a student sends one, which a teacher approves', async () => {
    showToCamera(sent);
    await openAs(student, minh, '/scan-app/scan');
    await student.getByRole('link', { name: 'Dạy Mầm' }).click();
    await student.getByRole('link', { name: 'Pin' }).click();
    await button(student, 'Chụp').click();
    await expect(student.getByRole('img', { name: 'Chờ thầy cô xem' })).toHaveCount(1);
    await teacher.reload();
    await button(teacher, /^Duyệt ảnh của .*Minh$/).click();
    await expect(teacher.getByText('10 ảnh', { exact: true })).toBeVisible();
    await expect(teacher.getByText(/Nhận đúng: trước 0%, nay (\d\d|100)%/)).toBeVisible();
  });

  await test.step('the scanner knows it, and still what it knew before', async () => {
    showToCamera(scanned);
    await student.goto('/scan-app/scan');
    await button(student, messages.scan.shoot).click();
    await expect(result(student).getByRole('heading', { name: 'Pin' })).toBeVisible();
    await expect(result(student)).toContainText('Rác nguy hại');
    await expect(result(student)).toContainText('Em bỏ vào hộp thu pin nhé.');
    await expect(result(student)).toContainText('Máy quét của trường em đã học món này');
    await student.locator('input[type=file]').setInputFiles(toFile(cardboard));
    await expect(result(student).getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
  });

  await test.step('without the server, the device knows it too', async () => {
    const countCached = () =>
      student.evaluate(async () => (await (await caches.open('scanner')).keys()).length);
    await expect.poll(countCached).toBe(2);
    await student.evaluate(() => navigator.serviceWorker.ready);
    network.condition = 'down';
    // What was taught is kept on the device: nothing of this page is in memory any more.
    await student.reload();
    await button(student, messages.scan.shoot).click();
    await expect(result(student)).toContainText('máy của em tự trả lời');
    await expect(result(student).getByRole('heading', { name: 'Pin' })).toBeVisible();
    await student.locator('input[type=file]').setInputFiles(toFile(cardboard));
    await expect(result(student).getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
  });

  await test.step('an Admin resets the scanner, which then knows what it knew at first', async () => {
    const context = await browser.newContext({ viewport: phone, baseURL: address });
    const admin = await context.newPage();
    await openAs(admin, 'admin', `/teach?school=${school.id}`);
    await expect(admin.getByText('10 ảnh', { exact: true })).toBeVisible();
    await choose(admin, 'Việc khác với máy quét', 'Xóa hết những gì đã dạy…', 'Xóa hết');
    await expect(admin.getByText('Máy quét trở lại như lúc đầu')).toBeVisible();
    await expect(admin.getByText('Máy quét chưa học món nào')).toBeVisible();
    await context.close();
    network.condition = 'up';
    await student.goto('/scan-app/scan');
    await student.locator('input[type=file]').setInputFiles(toFile(scanned));
    await expect(button(student, 'Khác')).toBeVisible();
    await expect(result(student).getByText('Máy quét của trường em đã học')).toBeHidden();
    await expect(student.getByText(/máy của em tự trả lời/)).toBeHidden();
  });
  await student.context().close();
  await network.close();
});

test('what was taught is taken back, removed, moved to another scanner and undone there', async ({
  browser,
  page: teacher,
  request,
}) => {
  const student = await openOnPhone(browser, address);
  const [wrong, sent, discarded, ...picked] = await drawBatteries(student, 6);
  if (!wrong || !sent || !discarded) throw new Error('No photos were drawn.');
  showToCamera(sent);
  const school = await addTestSchool(request);
  const place = { class_id: school.classId, isChangePass: false };
  const { username: hoa } = await school.add('Teacher', 'Hoa', place);
  const { username: minh } = await school.add('Student', 'Minh', place);
  const name = 'Pin đồng hồ';
  const { username: mai } = await school.add('Mod', 'Mai', { isChangePass: false });
  const mod = await openOnPhone(browser, address);
  const pick = (page: Page, photos: Buffer[]) =>
    page.locator('input[type=file]').setInputFiles(photos.map(toFile));

  await test.step('a Mod lets the school keep its photos', async () => {
    await openAs(mod, mai, '/teach');
    await choose(mod, 'Việc khác với máy quét', 'Lưu ảnh đã dạy…', 'Lưu ảnh');
    await expect(mod.getByText('Từ nay ảnh được lưu')).toBeVisible();
  });

  await test.step('a teacher teaches batteries in the words of the school', async () => {
    await teacher.context().grantPermissions(['camera']);
    await openAs(teacher, hoa, '/classes');
    await addKind(teacher, name, 'Pin');
    await teacher.getByRole('link', { name: 'Chụp ảnh để dạy' }).click();
    await pick(teacher, picked);
    await expect(teacher.getByRole('img', { name: 'Đã dạy' })).toHaveCount(3);
  });

  await test.step('the Mod sees the photos, and deletes them without what the scanner learned', async () => {
    await mod.reload();
    await mod.getByRole('link', { name }).click();
    const photos = mod.getByRole('img', { name: /^Ảnh của .*Hoa$/ });
    await expect(photos).toHaveCount(3);
    await mod.getByRole('link', { name: 'Các món đã dạy' }).click();
    await choose(mod, 'Việc khác với máy quét', 'Thôi lưu ảnh đã dạy…', 'Xóa ảnh, thôi lưu');
    await expect(mod.getByText('Đã xóa các ảnh, và không lưu ảnh nữa')).toBeVisible();
    await mod.getByRole('link', { name }).click();
    await expect(mod.getByText('Không lưu ảnh')).toHaveCount(3);
    await expect(photos).toHaveCount(0);
    await expect(mod.getByText('3 ảnh · còn 7 ảnh nữa')).toBeVisible();
    await mod.context().close();
  });

  let attempts = 0;
  let attemptsBefore = 0;
  await test.step('photos that are not sent yet are dropped by leaving', async () => {
    await teacher.route('**/api/scanner/kinds/*/photos', (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      attempts += 1;
      return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: {} });
    });
    await pick(teacher, [discarded]);
    await expect.poll(() => attempts).toBeGreaterThan(1);
    await teacher.getByRole('link', { name: 'My Classes' }).click();
    await confirm(teacher, 'Bỏ ảnh');
    await expect(teacher).toHaveURL('/classes');
    attemptsBefore = attempts;
  });

  await test.step('a student takes a photo back and sends another, which the teacher sees', async () => {
    await openAs(student, minh, '/scan-app/scan');
    await student.getByRole('link', { name: 'Dạy Mầm' }).click();
    await student.getByRole('link', { name }).click();
    await pick(student, [wrong]);
    const waiting = student.getByRole('img', { name: 'Chờ thầy cô xem' });
    await expect(waiting).toHaveCount(1);
    await button(student, 'Bỏ ảnh đã gửi').click();
    await expect(waiting).toHaveCount(0);
    await pick(student, [sent]);
    await expect(waiting).toHaveCount(1);
    await teacher.goto('/classes');
    await teacher.getByRole('link', { name: 'Dạy máy quét (1)' }).click();
    await expect(teacher.getByText('1 ảnh chờ duyệt')).toBeVisible();
  });

  await test.step('a child finds the kind of the school among all others', async () => {
    const head = student.waitForResponse('**/api/scanner/device');
    await student.goto('/scan-app/scan');
    await head;
    await pick(student, [cardboard]);
    await button(student, 'Khác').click();
    await button(student, name).click();
    await expect(result(student).getByRole('heading', { name })).toBeVisible();
  });

  await test.step('a child who is asked about a lookalike gets the words of the school too', async () => {
    await button(student, 'Khác').click();
    await button(student, 'Kim loại').click();
    await student
      .getByRole('group', { name: 'Có phải pin đồng hồ không?' })
      .getByRole('button', { name: 'Phải', exact: true })
      .click();
    await expect(result(student).getByRole('heading', { name })).toBeVisible();
    await expect(result(student)).toContainText('Em bỏ vào hộp thu pin nhé.');
    await student.context().close();
  });

  await test.step('the teacher rejects one photo and removes another', async () => {
    await teacher.getByRole('link', { name }).click();
    await button(teacher, /^Từ chối ảnh của .*Minh$/).click();
    await expect(teacher.getByText('Ảnh học sinh gửi, chờ duyệt')).toBeHidden();
    await teacher
      .getByRole('button', { name: /^Bỏ ảnh của .*Hoa$/ })
      .first()
      .click();
    await confirm(teacher, 'Bỏ ảnh');
    await expect(teacher.getByText('2 ảnh · còn 8 ảnh nữa')).toBeVisible();
  });

  const file = await test.step('the teacher exports the rest and deletes the kind', async () => {
    await teacher.getByRole('link', { name: 'Các món đã dạy' }).click();
    const downloading = teacher.waitForEvent('download');
    await choose(teacher, 'Việc khác với máy quét', 'Xuất cho trường khác');
    const path = await (await downloading).path();
    await teacher.getByRole('link', { name }).click();
    await choose(teacher, `Việc khác với “${name}”`, 'Xóa món này…', 'Xóa');
    await expect(teacher.getByText('Máy quét chưa học món nào')).toBeVisible();
    return path;
  });

  await test.step('an import brings it back, and can be undone as a whole', async () => {
    const choosing = teacher.waitForEvent('filechooser');
    await choose(teacher, 'Việc khác với máy quét', 'Nhập từ trường khác…');
    await (await choosing).setFiles(file);
    await expect(teacher.getByText('Đã nhập 1 món với 2 ảnh đã dạy')).toBeVisible();
    await teacher.getByRole('link', { name }).click();
    await expect(teacher.getByText('Nhập từ trường khác', { exact: true })).toHaveCount(2);
    await teacher.getByRole('link', { name: 'Các món đã dạy' }).click();
    await choose(teacher, 'Việc khác với máy quét', 'Bỏ những gì đã nhập…', 'Bỏ ảnh đã nhập');
    await expect(teacher.getByText('Máy quét chưa học món nào')).toBeVisible();
  });
  expect(attempts).toBe(attemptsBefore);
});
