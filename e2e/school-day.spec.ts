import { readFileSync } from 'node:fs';
import { messages } from '@lop-xanh/contract/messages';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { agree, dialog, find, openTab, row, save } from './accounts.ts';
import { card, write } from './feed.ts';
import { desktop, enterAs, logIn, phone } from './people.ts';
import { type PoorNetwork, startPoorNetwork } from './poor-network.ts';
import { expectOneSheet } from './print.ts';
import { openRoll, saveButton, sheetRow } from './roll.ts';
import { screens } from './screens.ts';
import { address } from './settings.ts';

const photo = readFileSync(new URL('fixtures/cardboard.jpg', import.meta.url));

test.use({
  serviceWorkers: 'allow',
  actionTimeout: 20_000,
});

/** What stands on the line between the phones and the school. */
let network: PoorNetwork;
test.beforeAll(async () => {
  network = await startPoorNetwork(address);
});
test.afterAll(() => network.close());

/** One name for all posts and for all lessons. */
const kindOf = (path: string) => path.replace(/\d+/g, '1');
const seen = new Set<string>();

async function comeIn(browser: Browser, size = desktop): Promise<Page> {
  const isPhone = size === phone;
  const context = await browser.newContext({
    viewport: size,
    hasTouch: isPhone,
    isMobile: isPhone,
    ...(isPhone && { baseURL: network.address }),
  });
  const page = await context.newPage();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) seen.add(kindOf(new URL(frame.url()).pathname));
  });
  return page;
}

interface PasswordCard {
  username: string;
  password: string;
}

/** What is on the printed cards that are about to be handed over. */
async function printedCards(page: Page): Promise<PasswordCard[]> {
  const cards = await page.locator('[data-print] li').all();
  return Promise.all(
    cards.map(async (one) => {
      const [, username = '', password = ''] = await one.locator('dd').allTextContents();
      return { username, password };
    }),
  );
}

/** Imports a table of people and gives out their cards. */
async function importPeople(page: Page, name: string, lines: string[]): Promise<PasswordCard[]> {
  await page.getByRole('button', { name: 'Import' }).click();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await dialog(page)
    .getByRole('button', { name: `Ghi ${lines.length - 1} dòng` })
    .click();
  await expect(dialog(page).getByRole('button', { name: 'In các thẻ' })).toBeVisible();
  const cards = await printedCards(page);
  await dialog(page).getByRole('button', { name: 'Xong' }).click();
  return cards;
}

/** The first login: with the card, and then with a password of one's own. */
async function logInWithCard(page: Page, given: PasswordCard | undefined): Promise<void> {
  await page.goto('/login');
  await logIn(page, given?.username ?? '', given?.password);
  await expect(dialog(page)).toContainText('Đặt mật khẩu mới');
  await dialog(page).getByLabel('Mật khẩu mới', { exact: true }).fill('cua-rieng-minh-1');
  await dialog(page).getByLabel('Nhập lại mật khẩu mới').fill('cua-rieng-minh-1');
  await dialog(page).getByRole('button', { name: 'Lưu mật khẩu' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

test('a day in the school', async ({ browser }) => {
  test.setTimeout(240_000);
  const mark = `n${Date.now().toString(36)}`;
  const school = `TH Võ Thị Sáu ${mark}`;
  const title = `Trồng cây đầu năm ${mark}`;
  const [admin, mod, teacher] = [
    await comeIn(browser),
    await comeIn(browser),
    await comeIn(browser),
  ];
  const [student, parent] = [await comeIn(browser, phone), await comeIn(browser, phone)];

  await test.step('an Admin makes a school, its Mod and its classes', async () => {
    await enterAs(admin, 'admin');
    await expect(heading(admin)).toBeVisible();
    await admin.goto('/admin/accounts');
    await admin.getByRole('button', { name: 'Add', exact: true }).click();
    await save(admin, { 'Tên trường': school });
    await openTab(admin, 'Moderator', 0);
    await admin.getByRole('button', { name: 'Create moderator' }).click();
    await save(admin, { Tên: 'Hạnh', Username: `${mark}.mod`, Password: 'matkhau-mod' });
    await openTab(admin, 'Classes', 0);
    for (const name of ['1A', '1B']) {
      await admin.getByRole('button', { name: 'Create class' }).click();
      await save(admin, { 'Tên lớp': name, Khối: 'Khối 1' });
      await expect(row(admin, name)).toBeVisible();
    }
    await admin.goto('/admin/lessons');
    await expect(heading(admin)).toBeVisible();
  });

  const cards = await test.step('the Mod imports the teachers and the students', async () => {
    await logInWithCard(mod, { username: `${mark}.mod`, password: 'matkhau-mod' });
    await mod.goto('/admin/accounts');
    await openTab(mod, 'Teachers', 0);
    const teachers = await importPeople(mod, 'giáo viên.csv', [
      'Tên đăng nhập,Họ và tên đệm,Tên,Lớp,Email',
      `${mark}.hoa,Nguyễn Thị,Hoa,1A,hoa@truong.vn`,
      `${mark}.nam,Trần Văn,Nam,1B,nam@truong.vn`,
    ]);
    await openTab(mod, 'Students', 0);
    const students = await importPeople(mod, 'học sinh.csv', [
      'Tên đăng nhập,Họ và tên đệm,Tên,Lớp,Email',
      ...['An', 'Bình', 'Chi', 'Dũng'].map(
        (name, at) => `${mark}.${at + 1},Công Tằng Tôn Nữ Hoàng,${name},1A,hs@truong.vn`,
      ),
    ]);
    await expect(mod.getByRole('tab', { name: 'Students 4' })).toBeVisible();
    return { teacher: teachers[0], student: students[0] };
  });

  await test.step('the Admin gives a student’s parent an account', async () => {
    await admin.goto('/admin/accounts');
    await admin.getByRole('button', { name: school, exact: true }).click();
    await openTab(admin, 'Students', 4);
    await admin.getByRole('button', { name: 'Phụ huynh của Công Tằng Tôn Nữ Hoàng An' }).click();
    await dialog(admin).getByRole('button', { name: messages.accounts.addParent }).click();
    await save(admin, { Tên: 'Lan', Username: `${mark}.lan`, Password: 'matkhau-lan' });
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
    const composer = await write(teacher, title, 'Mỗi bạn một cây con, tưới nước mỗi ngày.');
    await composer.locator('input[type=file]').setInputFiles([
      { name: 'vườn.jpg', mimeType: 'image/jpeg', buffer: photo },
      { name: 'lớp.png', mimeType: 'image/png', buffer: await teacher.screenshot() },
    ]);
    await composer.getByRole('button', { name: 'Đăng bài' }).click();
    await expect(composer).toHaveCount(0);
    await expect(card(teacher, title).first()).toBeVisible();
  });

  await test.step('the teacher takes the roll call', async () => {
    await teacher.goto('/classes');
    await openRoll(teacher, 1);
    for (const key of ['v', '2', 'Enter']) await teacher.keyboard.press(key);
    await expect(saveButton(teacher)).toBeFocused();
    await teacher.keyboard.press('Enter');
    await dialog(teacher).getByRole('button', { name: 'Save attendance' }).click();
    await expect(teacher.getByText(messages.attendance.saved)).toBeVisible();
    await expect(sheetRow(teacher, 'Bình')).toContainText('Vắng');
  });

  await test.step('the Mod hears of both and approves', async () => {
    await mod.goto('/notifications');
    const news = mod.getByRole('list', { name: messages.navigation.notifications });
    await expect(news.getByRole('listitem')).toHaveCount(2);
    await news.getByRole('button', { name: new RegExp(title) }).click();
    await dialog(mod).getByRole('button', { name: 'Approve' }).click();
    await expect(mod.getByText(messages.moderation.approved)).toBeVisible();
  });

  await test.step('student and parent see it on their phones, like and comment', async () => {
    await logInWithCard(student, cards.student);
    const shown = card(student, title);
    await expect(shown.getByRole('img').first()).toBeVisible();
    await shown.getByRole('button', { name: /^Thích/ }).click();
    await shown.getByLabel('Viết bình luận').fill('Con tưới cây rồi ạ');
    await student.keyboard.press('Enter');
    await expect(shown.getByText('Con tưới cây rồi ạ', { exact: true })).toBeVisible();

    await logInWithCard(parent, { username: `${mark}.lan`, password: 'matkhau-lan' });
    await expect(card(parent, title)).toContainText('Con tưới cây rồi ạ');
    await card(parent, title)
      .getByRole('button', { name: /^Thích/ })
      .click();
    await expect(card(parent, title).getByRole('button', { name: 'Thích, 2 lượt' })).toBeVisible();
    await card(parent, title).getByRole('link', { name: title }).click();
    await expect(parent).toHaveURL(/\/posts\/\d+/);
    await expect(heading(parent)).toBeVisible();
    await parent.goto('/profile');
    await expect(parent.getByRole('main')).toContainText('Công Tằng Tôn Nữ Hoàng An');
  });

  await test.step('a student scans a thing that is to be thrown away', async () => {
    await student.goto('/scan-app/scan');
    const picture = { name: 'vỏ hộp.jpg', mimeType: 'image/jpeg', buffer: photo };
    await student.locator('input[type=file]').setInputFiles(picture);
    const answer = student.getByRole('article', { name: 'Kết quả' });
    await expect(answer.getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
  });

  await test.step('the network drops and comes back, and nothing is lost', async () => {
    await student.goto('/');
    await expect(card(student, title)).toBeVisible();
    await student.evaluate(() => navigator.serviceWorker.ready);
    network.weather = 'down';
    await card(student, title).getByLabel('Viết bình luận').fill('Mai con mang bình tưới');
    await student.keyboard.press('Enter');
    await expect(card(student, title).getByText('Mai con mang bình tưới')).toBeVisible();
    await student.reload();
    await expect(card(student, title).getByText('Mai con mang bình tưới')).toBeVisible();
    network.weather = 'through';
    await student.evaluate(() => window.dispatchEvent(new Event('online')));
    await teacher.goto('/');
    await expect(async () => {
      await teacher.reload();
      await expect(card(teacher, title).first()).toContainText('Mai con mang bình tưới');
    }).toPass();
  });

  await test.step('a student moves to another class, and is told', async () => {
    const name = 'Công Tằng Tôn Nữ Hoàng Chi';
    await mod.goto('/admin/accounts?tab=students');
    await find(mod, name);
    await mod.getByRole('button', { name: `Sửa ${name}` }).click();
    await save(mod, { Lớp: 'Lớp 1B' });
    await expect(row(mod, name)).toContainText('1B');
    await mod.getByRole('link', { name: `Lịch sử của ${name}` }).click();
    await expect(mod.getByRole('table').getByRole('row')).toHaveText([
      /Học sinh/,
      /1A1B/,
      /pending assignment1A/,
    ]);
    await mod.goto('/admin/teacher-history');
    await expect(mod.getByRole('table')).toContainText('Nguyễn Thị Hoa');
  });

  await test.step('the Mod prints the register and a report', async () => {
    await mod.goto('/classes?view=year');
    await expect(mod.getByRole('table')).toContainText('Công Tằng Tôn Nữ Hoàng Bình');
    await expectOneSheet(mod, 'landscape');
    await mod.goto('/admin/student-history');
    await mod.getByRole('combobox', { name: 'Student' }).fill('Bình');
    await mod.getByRole('option', { name: 'Công Tằng Tôn Nữ Hoàng Bình' }).click();
    await mod.getByRole('button', { name: messages.history.viewReport }).click();
    await expect(mod.getByRole('article')).toContainText('Công Tằng Tôn Nữ Hoàng Bình');
    await expectOneSheet(mod, 'portrait');
  });

  await test.step('the day is written down, and every screen was passed', async () => {
    await admin.goto('/admin/audit');
    await admin.getByLabel('Trường').selectOption(school);
    await expect(admin.getByRole('table')).toContainText('4 dòng, 4 thêm mới');
    for (const path of ['/help', '/training', '/settings', '/notifications', '/classes']) {
      await student.goto(path);
      await expect(heading(student)).toBeVisible();
    }
    expect(screens.filter(({ path }) => !seen.has(kindOf(path)))).toEqual([]);
    expect(seen).toContain('/login');
  });
  await agreeToLogOut(teacher);
});

async function agreeToLogOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await agree(page, messages.navigation.logout);
  await expect(page).toHaveURL('/login');
}
