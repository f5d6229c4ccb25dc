import { readFileSync } from 'node:fs';
import { messages } from '@lop-xanh/contract/messages';
import {
  checkStudents,
  confirmDialog,
  dialog,
  fillAndSave,
  findRow,
  openParents,
  openTab,
  tableRow,
  writeStudents,
} from './accounts.ts';
import { saveButton, savedRow, waitForSheet } from './attendance.ts';
import { confirmPhotos, postCard, writePost } from './feed.ts';
import {
  importTeachers,
  logInWithCard,
  type PasswordCard,
  readPrintedCards,
} from './first-login.ts';
import { desktop, openAs, phone } from './login.ts';
import { expectPaper } from './print.ts';
import { screens } from './screens.ts';
import { address } from './settings.ts';
import { type Browser, expect, type Page, test } from './test.ts';
import { startUnreliableNetwork, type UnreliableNetwork } from './unreliable-network.ts';

const photo = readFileSync(new URL('fixtures/cardboard.jpg', import.meta.url));

test.use({
  serviceWorkers: 'allow',
  actionTimeout: 20_000,
});

/** The network between the phones and the school. */
let network: UnreliableNetwork;
test.beforeAll(async () => {
  network = await startUnreliableNetwork(address);
});
test.afterAll(() => network.close());

/** The same path for all posts, and for all lessons. */
const toPathPattern = (path: string) => path.replace(/\d+/g, '1');
const visited = new Set<string>();

async function openPage(browser: Browser, size = desktop): Promise<Page> {
  const isPhone = size === phone;
  const context = await browser.newContext({
    viewport: size,
    hasTouch: isPhone,
    isMobile: isPhone,
    ...(isPhone && { baseURL: network.address }),
  });
  const page = await context.newPage();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) visited.add(toPathPattern(new URL(frame.url()).pathname));
  });
  return page;
}

/** Imports a list of students and returns their password cards. */
async function importStudents(page: Page, lines: string[]): Promise<PasswordCard[]> {
  const buffer = Buffer.from(lines.join('\n'));
  await checkStudents(page, { name: 'học sinh.csv', mimeType: 'text/csv', buffer });
  await writeStudents(page, lines.length - 1);
  await page.getByRole('button', { name: /^Thẻ của/ }).click();
  await expect(dialog(page).getByRole('button', { name: 'In các thẻ' })).toBeVisible();
  const cards = await readPrintedCards(page);
  await dialog(page).getByRole('button', { name: 'Đã ghi lại' }).click();
  await page.getByRole('link', { name: 'Về danh sách' }).click();
  return cards;
}

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

test('a whole school day works for every role', async ({ browser }) => {
  const prefix = `n${Date.now().toString(36)}`;
  const school = `TH Võ Thị Sáu ${prefix}`;
  const title = `Trồng cây đầu năm ${prefix}`;
  const [admin, mod, teacher] = [
    await openPage(browser),
    await openPage(browser),
    await openPage(browser),
  ];
  const [student, parent] = [await openPage(browser, phone), await openPage(browser, phone)];

  await test.step('an Admin creates a school, its Mod and its classes', async () => {
    await openAs(admin, 'admin');
    await expect(heading(admin)).toBeVisible();
    await admin.goto('/admin/accounts');
    await admin.getByRole('button', { name: 'Add', exact: true }).click();
    await fillAndSave(admin, { 'Tên trường': school });
    await openTab(admin, 'Moderator', 0);
    await admin.getByRole('button', { name: 'Thêm quản trị trường' }).click();
    await fillAndSave(admin, {
      Tên: 'Hạnh',
      'Tên đăng nhập': `${prefix}.mod`,
      'Mật khẩu': 'matkhau-mod',
    });
    await openTab(admin, 'Classes', 0);
    for (const name of ['1A', '1B']) {
      await admin.getByRole('button', { name: 'Thêm lớp' }).click();
      await fillAndSave(admin, { 'Tên lớp': name, Khối: 'Khối 1' });
      await expect(tableRow(admin, name)).toBeVisible();
    }
    await admin.goto('/admin/lessons');
    await expect(heading(admin)).toBeVisible();
  });

  const cards = await test.step('the Mod imports the teachers and the students', async () => {
    await logInWithCard(mod, { username: `${prefix}.mod`, password: 'matkhau-mod' });
    await mod.goto('/admin/accounts');
    await openTab(mod, 'Teachers', 0);
    const teachers = await importTeachers(mod, 'giáo viên.csv', [
      'Tên đăng nhập,Họ và tên đệm,Tên,Lớp,Email',
      `${prefix}.hoa,Nguyễn Thị,Hoa,1A,hoa@truong.vn`,
      `${prefix}.nam,Trần Văn,Nam,1B,nam@truong.vn`,
    ]);
    await openTab(mod, 'Students', 0);
    const students = await importStudents(mod, [
      'Tên đăng nhập,Họ và tên đệm,Tên,Lớp,Email',
      ...['An', 'Bình', 'Chi', 'Dũng'].map(
        (name, index) => `${prefix}.${index + 1},Công Tằng Tôn Nữ Hoàng,${name},1A,hs@truong.vn`,
      ),
    ]);
    await expect(mod.getByRole('tab', { name: 'Students 4' })).toBeVisible();
    return { teacher: teachers[0], student: students[0] };
  });

  await test.step('the Admin creates an account for a student’s parent', async () => {
    await admin.goto('/admin/accounts');
    await admin.getByRole('button', { name: school, exact: true }).click();
    await openTab(admin, 'Students', 4);
    await openParents(admin, 'Công Tằng Tôn Nữ Hoàng An');
    await dialog(admin).getByRole('button', { name: messages.accounts.addParent }).click();
    await fillAndSave(admin, {
      Tên: 'Lan',
      'Tên đăng nhập': `${prefix}.lan`,
      'Mật khẩu': 'matkhau-lan',
    });
  });

  await test.step('the teacher prepares the week and posts photos', async () => {
    await logInWithCard(teacher, cards.teacher);
    await teacher.goto('/lessons');
    await teacher.getByRole('main').getByRole('link').first().click();
    await expect(teacher).toHaveURL(/\/lessons\/\d+\/week\/\d+/);
    await expect(heading(teacher)).toBeVisible();
    await teacher.goto('/activities');
    await expect(heading(teacher)).toBeVisible();
    await teacher.goto('/');
    const editor = await writePost(teacher, title, 'Mỗi bạn một cây con, tưới nước mỗi ngày.');
    await editor.locator('input[type=file]').setInputFiles([
      { name: 'vườn.jpg', mimeType: 'image/jpeg', buffer: photo },
      { name: 'lớp.png', mimeType: 'image/png', buffer: await teacher.screenshot() },
    ]);
    await confirmPhotos(editor);
    await editor.getByRole('button', { name: 'Đăng bài' }).click();
    await expect(editor).toHaveCount(0);
    await expect(postCard(teacher, title).first()).toBeVisible();
  });

  await test.step('the teacher takes attendance', async () => {
    await teacher.goto('/classes');
    await waitForSheet(teacher, 1);
    for (const key of ['v', '2', 'Enter']) await teacher.keyboard.press(key);
    await expect(saveButton(teacher)).toBeFocused();
    await teacher.keyboard.press('Enter');
    await dialog(teacher)
      .getByRole('button', { name: /^(Lưu điểm danh|Vẫn lưu)$/ })
      .click();
    await expect(teacher.getByText(messages.attendance.saved)).toBeVisible();
    await expect(savedRow(teacher, 'Bình')).toContainText('Vắng');
  });

  await test.step('the Mod is notified of both and approves the post, which waits on the desk', async () => {
    await mod.goto('/admin/moderation');
    await expect(mod.getByRole('main').getByRole('heading', { name: title })).toBeVisible();
    await mod.goto('/notifications');
    const notifications = mod.getByRole('list', { name: messages.navigation.notifications });
    await expect(notifications.getByRole('listitem')).toHaveCount(2);
    await notifications.getByRole('button', { name: new RegExp(title) }).click();
    await dialog(mod).getByRole('button', { name: 'Approve' }).click();
    await expect(mod.getByText(messages.moderation.approved)).toBeVisible();
  });

  await test.step('the student and the parent see, like and comment on the post on their phones', async () => {
    await logInWithCard(student, cards.student);
    const shown = postCard(student, title);
    await expect(shown.getByRole('img').first()).toBeVisible();
    await shown.getByRole('button', { name: /^Thích/ }).click();
    await shown.getByLabel('Viết bình luận').fill('Con tưới cây rồi ạ');
    await student.keyboard.press('Enter');
    await expect(shown.getByText('Con tưới cây rồi ạ', { exact: true })).toBeVisible();

    await logInWithCard(parent, { username: `${prefix}.lan`, password: 'matkhau-lan' });
    await expect(postCard(parent, title)).toContainText('Con tưới cây rồi ạ');
    await postCard(parent, title)
      .getByRole('button', { name: /^Thích/ })
      .click();
    await expect(
      postCard(parent, title).getByRole('button', { name: 'Thích, 2 lượt' }),
    ).toBeVisible();
    await postCard(parent, title).getByRole('link', { name: title }).click();
    await expect(parent).toHaveURL(/\/posts\/\d+/);
    await expect(heading(parent)).toBeVisible();
    await parent.goto('/profile');
    await expect(parent.getByRole('main')).toContainText('Công Tằng Tôn Nữ Hoàng An');
  });

  await test.step('a student scans a piece of waste', async () => {
    await student.goto('/scan-app/scan');
    const picture = { name: 'vỏ hộp.jpg', mimeType: 'image/jpeg', buffer: photo };
    await student.locator('input[type=file]').setInputFiles(picture);
    const result = student.getByRole('article', { name: 'Kết quả' });
    await expect(result.getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
  });

  await test.step('a comment survives a network outage', async () => {
    await student.goto('/');
    await expect(postCard(student, title)).toBeVisible();
    await student.evaluate(() => navigator.serviceWorker.ready);
    network.condition = 'down';
    await postCard(student, title).getByLabel('Viết bình luận').fill('Mai con mang bình tưới');
    await student.keyboard.press('Enter');
    await expect(postCard(student, title).getByText('Mai con mang bình tưới')).toBeVisible();
    await student.reload();
    await expect(postCard(student, title).getByText('Mai con mang bình tưới')).toBeVisible();
    network.condition = 'up';
    await student.evaluate(() => window.dispatchEvent(new Event('online')));
    await teacher.goto('/');
    await expect(async () => {
      await teacher.reload();
      await expect(postCard(teacher, title).first()).toContainText('Mai con mang bình tưới');
    }).toPass();
  });

  await test.step('a student is moved to another class, and the histories show it', async () => {
    const name = 'Công Tằng Tôn Nữ Hoàng Chi';
    await mod.goto('/admin/accounts?tab=students');
    await findRow(mod, name);
    await mod.getByRole('button', { name: `Sửa ${name}` }).click();
    await fillAndSave(mod, { Lớp: 'Lớp 1B' });
    await expect(tableRow(mod, name)).toContainText('1B');
    await mod.getByRole('link', { name: `Lịch sử của ${name}` }).click();
    await expect(mod.getByRole('table').getByRole('row')).toHaveText([
      /Học sinh/,
      /1A1B/,
      /pending assignment1A/,
    ]);
    await mod.goto('/admin/teacher-history');
    await mod.getByRole('table').getByRole('link', { name: 'Nguyễn Thị Hoa' }).first().click();
    await expect(heading(mod)).toContainText('Nguyễn Thị Hoa');
  });

  await test.step('the Mod prints the attendance grid and a report', async () => {
    await mod.goto('/classes?view=year');
    await expect(mod.getByRole('table')).toContainText('Công Tằng Tôn Nữ Hoàng Bình');
    await expectPaper(mod, 'landscape');
    await mod.goto('/admin/student-history');
    await mod.getByRole('combobox', { name: 'Student' }).fill('Bình');
    await mod.getByRole('option', { name: 'Công Tằng Tôn Nữ Hoàng Bình' }).click();
    await mod.getByRole('button', { name: messages.history.viewReport }).click();
    await expect(mod.getByRole('article')).toContainText('Công Tằng Tôn Nữ Hoàng Bình');
    await expectPaper(mod, 'portrait');
  });

  await test.step('the audit log has the day, and every screen was visited', async () => {
    await admin.goto('/admin/audit');
    await admin.getByLabel('Trường').selectOption(school);
    await expect(admin.getByRole('table')).toContainText('4 dòng, 4 thêm mới');
    for (const path of [
      '/help',
      '/training',
      '/settings',
      '/notifications',
      '/classes',
      '/memories',
    ]) {
      await student.goto(path);
      await expect(heading(student)).toBeVisible();
    }
    await admin.goto('/admin/lessons');
    await admin.getByRole('link', { name: /^Sửa / }).first().click();
    await expect(admin.getByRole('dialog')).toContainText('Sửa bài giảng');
    await admin.goto('/admin/lessons/new');
    await expect(admin.getByRole('dialog')).toContainText('Bài giảng mới');
    await mod.goto('/admin/school-year');
    await expect(heading(mod)).toContainText('Năm học mới');
    await mod.goto('/admin/overview');
    await expect(heading(mod)).toContainText('Tổng quan');
    await mod.goto('/admin/attendance');
    await expect(heading(mod)).toContainText('Điểm danh');
    await mod.goto('/admin/reports');
    await expect(heading(mod)).toContainText('Báo cáo');
    await mod.getByRole('link', { name: /^\d/ }).first().click();
    await expect(heading(mod)).toContainText('Báo cáo lớp');
    await mod.goto('/cards');
    await expect(heading(mod)).toContainText('Thẻ đăng nhập');
    await mod.goto('/teach');
    await expect(heading(mod)).toContainText('Dạy máy quét');
    await mod.goto('/admin/privacy');
    await expect(heading(mod)).toContainText('Dữ liệu cá nhân');
    expect(screens.filter(({ path }) => !visited.has(toPathPattern(path)))).toEqual([]);
    expect(visited).toContain('/login');
  });
  await logOut(teacher);
});

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await confirmDialog(page, messages.navigation.logout);
  await expect(page).toHaveURL('/login');
}
