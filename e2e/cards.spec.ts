import { pictures as allPictures } from '@lop-xanh/contract/rules/pictures';
import { tableRow } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { createCards, pick } from './cards.ts';
import { desktop, openAs, phone } from './login.ts';
import { expect, type Page, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

const own = ['Cá', 'Đèn sao', 'Ếch'];

const wrong = ['Rùa', 'Cá', 'Ếch'];

/** Everything that another program on the device or on the way could read. */
async function collectTraces(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { entries } = await devtools.send('Page.getNavigationHistory');
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href]),
  );
  return [stored, ...entries.map(({ url }) => url)];
}

test('a child logs in with a printed card, and the teacher unlocks and revokes it', async ({
  browser,
  page: teacher,
}) => {
  const school = await addTestSchool(teacher.request);
  const inClass = { class_id: school.classId };
  const hoa = await school.add('Teacher', 'Hoa', inClass);
  const an = await school.add('Student', 'An', inClass);
  await school.add('Student', 'Bình', inClass);

  await teacher.setViewportSize(desktop);
  await teacher.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await openAs(teacher, hoa.username, '/classes');
  await teacher.getByRole('link', { name: /^Thẻ đăng nhập/ }).click();
  const anRow = tableRow(teacher, an.full_name);
  await expect(anRow).toContainText('Chưa có thẻ');
  await teacher.getByRole('button', { name: 'In thẻ…' }).click();
  const [sheet] = await createCards(teacher);
  const secret = sheet?.cards.find(({ student_id }) => student_id === an.id)?.secret as string;
  expect(secret).toMatch(/^[\w-]{22}$/);
  await teacher.getByRole('button', { name: 'In các thẻ' }).click();
  await expect(teacher.locator('body[data-printed]')).toHaveCount(1);
  const printed = teacher.locator('[data-print] li');
  await expect(printed).toHaveCount(2);
  await expect(printed.filter({ hasText: an.full_name })).toContainText(an.username);
  await expect(printed.first()).toContainText(school.name);
  await teacher.getByRole('button', { name: 'Đã in xong' }).click();
  await expect(anRow).toContainText('Chưa chọn hình');

  const context = await browser.newContext({ viewport: phone });
  const child = await context.newPage();
  const requests: string[] = [];
  context.on('request', (request) => {
    requests.push(request.url(), request.headers().referer ?? '');
  });
  await child.goto('/login');
  await child.goto(`/card#${secret}`);
  await expect(child.getByRole('heading', { name: 'Chào An!' })).toBeVisible();
  expect(child.url()).toMatch(/\/card$/);
  await pick(child, ...own, 'Em nhớ rồi', ...wrong);
  await expect(child.getByRole('alert').filter({ hasText: 'Chưa giống lần đầu' })).toBeVisible();
  await pick(child, 'Cá', 'Cá');
  await expect(child.getByRole('alert').filter({ hasText: 'phải khác nhau' })).toBeVisible();
  await pick(child, 'Xóa', ...own, 'Em nhớ rồi', ...own);
  await expect(child).toHaveURL('/');
  await expect(child.getByRole('banner')).toContainText('An');
  const traces = [...requests, ...(await collectTraces(child))];
  expect(traces.length).toBeGreaterThan(10);
  expect(traces.filter((trace) => trace.includes(secret))).toEqual([]);

  // The next day, the device still knows the child.
  await child.close();
  const nextDay = await context.newPage();
  await nextDay.goto('/');
  await expect(nextDay.getByRole('banner')).toContainText('An');

  const thief = await (await browser.newContext({ viewport: phone })).newPage();
  await thief.goto(`/card#${secret}`);
  await expect(thief.getByText('Em chọn ba hình của em')).toBeVisible();
  for (const count of [1, 2, 3, 4]) {
    const answered = thief.waitForResponse(/card\/login$/);
    await pick(thief, ...wrong);
    expect((await answered).status(), `try ${count}`).toBe(401);
    await expect(thief.getByRole('alert').filter({ hasText: 'Chưa đúng ba hình' })).toBeVisible();
    await expect(thief.getByText('Đã chọn 0 trên 3 hình')).toBeAttached();
  }
  await pick(thief, ...wrong);
  await expect(thief.getByRole('alert')).toContainText('Thẻ đang khóa');
  await expect(nextDay.getByRole('banner')).toContainText('An');

  await teacher.reload();
  await expect(anRow).toContainText('Đang khóa');
  await teacher.getByRole('button', { name: `Mở khóa thẻ của ${an.full_name}` }).click();
  await expect(anRow).toContainText('Đang dùng');

  const tablet = await (await browser.newContext({ viewport: phone })).newPage();
  await tablet.goto(`/card#${secret}`);
  await expect(tablet.getByText('Em chọn ba hình của em')).toBeVisible();
  await pick(tablet, ...own);
  await expect(tablet.getByRole('banner')).toContainText('An');

  await teacher.getByRole('button', { name: `Việc khác với ${an.full_name}` }).click();
  await teacher.getByRole('menuitem', { name: 'Thu hồi thẻ…' }).click();
  await teacher.getByRole('dialog').getByRole('button', { name: 'Thu hồi' }).click();
  await expect(anRow).toContainText('Chưa có thẻ');
  for (const device of [nextDay, tablet]) {
    await device.reload();
    await expect(device).toHaveURL(/\/login$/);
  }
  await thief.getByRole('button', { name: 'Thử lại' }).click();
  await expect(thief.getByRole('alert')).toContainText('Thẻ này không còn dùng được');
});

test('a second card replaces the first at once, and a lost network is explained', async ({
  page,
}) => {
  const school = await addTestSchool(page.request);
  const inClass = { class_id: school.classId };
  const hoa = await school.add('Teacher', 'Hoa', inClass);
  for (const name of ['An', 'Bình']) await school.add('Student', name, inClass);
  await openAs(page, hoa.username, '/cards');
  await page.getByRole('button', { name: 'In thẻ…' }).click();
  await page.getByLabel('Cấp sẵn ba hình cho em chưa chọn').check();
  const [sheet] = await createCards(page);
  const [an, binh] = sheet?.cards ?? [];
  await expect(page.locator('[data-print] tr')).toHaveCount(2);
  await page.getByRole('button', { name: 'Đóng', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rời đi' }).click();
  await page.evaluate(() => localStorage.clear());

  await page.goto(`/card#${an?.secret}`);
  await expect(page.getByRole('heading', { name: 'Chào An!' })).toBeVisible();
  await page.evaluate((secret) => {
    location.hash = secret;
  }, String(binh?.secret));
  await expect(page.getByRole('heading', { name: 'Chào Bình!' })).toBeVisible();
  expect(page.url()).toMatch(/\/card$/);
  const traces = await collectTraces(page);
  for (const card of [an, binh]) {
    expect(traces.filter((trace) => trace.includes(String(card?.secret)))).toEqual([]);
  }

  await expectAccessible(page);
  const positions = binh?.pictures?.map((picture) => allPictures.indexOf(picture)) ?? [];
  expect(positions).toHaveLength(3);
  await page.route('**/api/auth/card/login', (route) => route.abort());
  const pictures = page.getByRole('group', { name: 'Các hình' }).getByRole('button');
  await expect(pictures).toHaveCount(12);
  for (const position of positions) {
    await pictures.nth(position).focus();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('alert').filter({ hasText: 'chưa có mạng' })).toBeVisible();
  await page.unroute('**/api/auth/card/login');
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(page.getByRole('banner')).toContainText('Bình');
});

test('a teacher gives one student and then the whole class new passwords, on printed sheets', async ({
  page,
}) => {
  const school = await addTestSchool(page.request);
  const inClass = { class_id: school.classId };
  const hoa = await school.add('Teacher', 'Hoa', inClass);
  const an = await school.add('Student', 'An', inClass);
  const binh = await school.add('Student', 'Bình', inClass);
  await openAs(page, hoa.username, '/cards');
  await page.getByRole('button', { name: `Việc khác với ${an.full_name}` }).click();
  await page.getByRole('menuitem', { name: 'Đặt lại mật khẩu…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Đặt lại' }).click();
  const single = page.getByRole('dialog', { name: 'Mật khẩu tạm thời' });
  await expect(single).toContainText(an.username);
  const printed = page.locator('[data-print] li');
  await expect(printed).toHaveCount(1);
  const password = await single.getByRole('status').innerText();
  await expect(printed).toContainText(password);
  await expect(printed).toContainText(school.name);
  await single.getByRole('button', { name: 'Đã ghi lại' }).click();

  await page.getByRole('button', { name: 'Mật khẩu mới cho cả lớp…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Đặt lại cả lớp' }).click();
  await expect(page.getByRole('dialog', { name: '2 mật khẩu tạm thời' })).toBeVisible();
  await expect(printed).toHaveCount(2);
  await expect(printed.filter({ hasText: binh.full_name })).toContainText(binh.username);
  await expect(printed.filter({ hasText: an.full_name })).not.toContainText(password);
});

test('a Mod prints several classes, each on pages of its own', async ({ page }) => {
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  for (let number = 1; number <= 11; number += 1) {
    await school.add('Student', `An ${number}`, { class_id: school.classId });
  }
  await school.add('Student', 'Bình', { class_id: school.otherClassId });
  await openAs(page, mod.username, '/cards');
  await page.getByRole('button', { name: 'In thẻ…' }).click();
  await page.getByLabel('Tất cả các lớp').check();
  const sheets = await createCards(page, 2);
  expect(sheets.map(({ cards }) => cards.length)).toEqual([11, 1]);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  // Ten cards fit on a page.
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(3);
});

test('the pictures are all in reach with text of 200 %', async ({ page }) => {
  const school = await addTestSchool(page.request);
  const inClass = { class_id: school.classId };
  const hoa = await school.add('Teacher', 'Hoa', inClass);
  await school.add('Student', 'Nguyễn Hoàng Bảo Anh', inClass);
  await page.setViewportSize(phone);
  await openAs(page, hoa.username, '/cards');
  await page.getByRole('button', { name: 'In thẻ…' }).click();
  const [sheet] = await createCards(page);
  await page.evaluate(() => localStorage.clear());
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`/card#${sheet?.cards[0]?.secret}`);
  await expect(page.getByRole('heading', { name: /^Chào/ })).toBeVisible();
  await pick(page, 'Cá', 'Thuyền', 'Quả bóng');
  await expect(page.getByRole('button', { name: 'Em nhớ rồi' })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

test('without a camera, the scanner says what else works', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Đăng nhập bằng thẻ học sinh' }).click();
  await expect(page.getByRole('alert')).toContainText('Không tìm thấy máy ảnh');
  await page.getByRole('link', { name: 'Dùng mật khẩu' }).click();
  await expect(page.getByLabel('Tên đăng nhập')).toBeVisible();
});
