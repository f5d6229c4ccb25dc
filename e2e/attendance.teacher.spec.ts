import type { AttendanceWeek } from '@lop-xanh/contract/attendance';
import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { dayInVietnam, formatDay, schoolYearOf } from '@lop-xanh/contract/rules/dates';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { type CallAs, callsTo } from './calls.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { desktop, enterAs, phone } from './people.ts';
import { count, openRoll, row, save, saveButton, sheetRow } from './roll.ts';
import { expectShownFor } from './shown-for.ts';

/** Rolls are called for good, so these tests have a school of their own. */
test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'allow' });

let server: OwnServer;
let as: CallAs;

test.beforeAll(async () => {
  server = await startOwnServer();
  as = callsTo(server.address);
});
test.afterAll(() => server.remove());

async function person(
  browser: Browser,
  username: string,
  { size = desktop, path = '/classes' } = {},
): Promise<Page> {
  const isPhone = size === phone;
  const context = await browser.newContext({
    viewport: size,
    baseURL: server.address,
    hasTouch: isPhone,
    isMobile: isPhone,
  });
  const page = await context.newPage();
  await enterAs(page, username, path);
  return page;
}

async function read(request: APIRequestContext, username: string, path: string) {
  return (await as(request, username, 'GET', path)).json();
}

async function classOf(request: APIRequestContext, username: string): Promise<SchoolClass> {
  return (await read(request, username, '/api/classes')).classes[0];
}

async function savedWeek(page: Page, username: string, week: number) {
  const { id } = await classOf(page.request, username);
  const answer = await read(page.request, username, `/api/classes/${id}/attendance/weeks`);
  return (answer.weeks as AttendanceWeek[]).find((one) => one.week === week);
}

/** A teacher of twelve students for each test: one test's weeks are no other's. */
const teachers = ['gv0001', 'gv0026', 'gv0051', 'gv0076'] as const;

test('35 students with 3 absent take 6 key presses, and everybody concerned sees it at once', async ({
  browser,
}) => {
  const teacher = await person(browser, 'teacher');
  await openRoll(teacher, 10);
  await expect(count(teacher, '35 chưa điểm danh')).toBeVisible();
  await expect(saveButton(teacher)).toBeDisabled();
  await expect(row(teacher, 1)).toBeFocused();

  const students: Student[] = (
    await read(
      teacher.request,
      'teacher',
      `/api/classes/${(await classOf(teacher.request, 'teacher')).id}/students`,
    )
  ).students;
  const minh = students.findIndex(({ full_name }) => full_name === 'Phạm Nhật Minh') + 1;
  // The keyboard's rows of ten name the students: '3' the third, 'S' the 22nd, 'B' the 35th.
  expect(minh).toBe(22);
  const presses = ['v', '3', 's', 'b', 'Enter'];
  expect(presses.length).toBeLessThanOrEqual(6);
  for (const key of presses) await teacher.keyboard.press(key);
  await expect(count(teacher, '32 có mặt')).toBeVisible();
  await expect(count(teacher, '3 vắng')).toBeVisible();

  await expect(saveButton(teacher)).toBeFocused();
  await teacher.keyboard.press('Enter');
  const dialog = teacher.getByRole('dialog');
  const absent = [3, 22, 35].map((place) => students[place - 1]?.full_name ?? '');
  await expect(dialog).toContainText(`Vắng 3: ${absent.join(', ')}.`);
  await expect(dialog.getByRole('button', { name: 'Save attendance' })).toBeFocused();
  await expectShownFor(teacher.getByText(messages.attendance.saved), limits.savedAttendanceMs, () =>
    teacher.keyboard.press('Enter'),
  );
  for (const name of absent) await expect(sheetRow(teacher, name)).toContainText('Vắng');
  await expect(teacher.getByRole('button', { name: 'Có mặt' })).toHaveCount(0);

  const { id } = await classOf(teacher.request, 'teacher');
  const mod = await person(browser, 'mod', { path: `/classes?class=${id}` });
  await expect(mod.getByRole('heading', { name: 'Lớp 3A · Tuần 10' })).toBeVisible();
  await expect(mod.getByText('Nguyễn Thị Hoa3A')).toBeVisible();
  for (const name of absent) await expect(sheetRow(mod, name)).toContainText('Vắng');
  await expect(saveButton(mod)).toHaveCount(0);

  const { pages, answers } = await studentSide(browser);
  for (const page of pages) {
    await expect(page.getByRole('button', { name: 'Tuần 10: Vắng' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(page.getByRole('button', { name: 'Tuần 11: chưa điểm danh' })).toBeVisible();
    await page.getByRole('button', { name: 'Tuần 11: chưa điểm danh' }).click();
    await expect(page.getByText(messages.attendance.none)).toBeVisible();
  }
  const others = students.filter((_, place) => place !== 21).map(({ id }) => id);
  expect(answers.length).toBeGreaterThanOrEqual(2);
  for (const answer of await Promise.all(answers)) {
    for (const other of others) expect(answer).not.toContain(`"student_id":${other},`);
  }
});

/** The demo student and parent, and every answer about attendance that reached them. */
async function studentSide(browser: Browser) {
  const answers: Promise<string>[] = [];
  const pages: Page[] = [];
  for (const username of ['student', 'parent']) {
    const page = await person(browser, username, { size: phone, path: '/profile' });
    page.on('response', (response) => {
      if (response.url().includes('/attendance')) answers.push(response.text());
    });
    await page.goto('/classes');
    await expect(page.getByRole('button', { name: /^Tuần 35:/ })).toBeVisible();
    pages.push(page);
  }
  return { pages, answers };
}

test('on a phone the marks survive a reload, and All present touches none of them', async ({
  browser,
}) => {
  const page = await person(browser, teachers[0], { size: phone });
  await openRoll(page, 10);
  const mark = (place: number, words: string) =>
    row(page, place).getByRole('button', { name: words, exact: true });
  await mark(2, 'Vắng').tap();
  await mark(5, 'Vắng').tap();
  await row(page, 2)
    .getByRole('button', { name: /^Ghi chú/ })
    .tap();
  await row(page, 2).getByRole('textbox').fill('Bị ốm');
  await page.keyboard.press('Enter');
  await page.getByLabel('Chọn ngày điểm danh').fill(earlierDay());

  await page.reload();
  await openRoll(page, 10);
  await expect(mark(2, 'Vắng')).toHaveAttribute('aria-pressed', 'true');
  await expect(row(page, 2)).toContainText('Bị ốm');
  await page.getByRole('button', { name: 'All present' }).tap();
  await expect(count(page, '10 có mặt')).toBeVisible();
  await expect(count(page, '2 vắng')).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(count(page, '10 chưa điểm danh')).toBeVisible();
  await expect(mark(5, 'Vắng')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await page.getByRole('button', { name: 'All present' }).tap();
  await save(page);
  await expect(page.getByText(messages.attendance.saved)).toBeVisible();

  const saved = await savedWeek(page, teachers[0], 10);
  expect(saved?.date).toBe(earlierDay());
  const absent = saved?.records.filter(({ status }) => status === 'absent');
  expect(absent).toMatchObject([{ note: 'Bị ốm' }, { note: '' }]);
  // The week stays in view, and the next one is open.
  await expect(page.getByRole('button', { name: /^Đã điểm danh Tuần 10/ })).toBeVisible();
});

/** Yesterday, or today on the first day of a school year. */
function earlierDay(): string {
  const today = dayInVietnam(new Date());
  const yesterday = dayInVietnam(new Date(Date.now() - 86_400_000));
  return schoolYearOf(yesterday) === schoolYearOf(today) ? yesterday : today;
}

test('a roll call left open overnight is for the new day, and can be set to either', async ({
  browser,
}) => {
  const [yesterday, today] = [earlierDay(), dayInVietnam(new Date())];
  const page = await person(browser, teachers[1], { size: phone, path: '/help' });
  await page.clock.install({ time: new Date(`${yesterday}T23:58:00+07:00`) });
  await page.goto('/classes?week=14');
  await openRoll(page, 14);
  const chosen = (day: string) =>
    page.getByRole('button', { name: `Ngày điểm danh: ${formatDay(day)}` });
  const note = page.getByText('Đã sang ngày mới');
  await row(page, 3).getByRole('button', { name: 'Vắng' }).click();
  await expect(chosen(yesterday)).toBeVisible();
  await expect(note).toHaveCount(0);

  const now = new Date();
  await page.clock.fastForward(now.getTime() - (await page.evaluate(() => Date.now())));
  await expect(chosen(today)).toBeVisible();
  await expect(note).toBeVisible();
  await page.reload();
  await expect(chosen(today)).toBeVisible();
  await page.getByRole('button', { name: `Đổi về ${formatDay(yesterday)}` }).click();
  await expect(chosen(yesterday)).toBeVisible();
  await expect(note).toHaveCount(0);
  await page.getByLabel('Chọn ngày điểm danh').fill(today);
  await expect(chosen(today)).toBeVisible();
  await page.getByRole('button', { name: 'All present' }).click();
  await save(page);
  await expect(page.getByText(messages.attendance.saved)).toBeVisible();
  const saved = await savedWeek(page, teachers[1], 14);
  expect(saved?.date).toBe(today);
  expect(saved?.records.map(({ status }) => status).indexOf('absent')).toBe(2);
});

test('keys P and A mark one after the other', async ({ browser }) => {
  const page = await person(browser, teachers[1]);
  await openRoll(page, 10);
  for (const key of ['p', 'a', 'ArrowDown', 'p']) await page.keyboard.press(key);
  await expect(count(page, '2 có mặt')).toBeVisible();
  await expect(row(page, 2)).toHaveAccessibleName(/: Vắng$/);
  await expect(row(page, 3)).toHaveAccessibleName(/chưa điểm danh$/);
  await expect(row(page, 5)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(count(page, '1 có mặt')).toBeVisible();
});

test('who comes second is shown the sheet of who was first', async ({ browser }) => {
  const [first, second] = [
    await person(browser, teachers[1], { path: '/classes?week=12' }),
    await person(browser, teachers[1], { path: '/classes?week=12' }),
  ];
  for (const page of [first, second]) await openRoll(page, 12);
  await row(first, 1).getByRole('button', { name: 'Vắng' }).click();
  await first.getByRole('button', { name: 'All present' }).click();
  await save(first);
  await expect(first.getByText(messages.attendance.saved)).toBeVisible();

  await row(second, 2).getByRole('button', { name: 'Vắng' }).click();
  await second.getByRole('button', { name: 'All present' }).click();
  await save(second);
  const dialog = second.getByRole('dialog', { name: messages.attendance.alreadySaved });
  await expect(dialog).toContainText('Trên máy này: Vắng 1:');
  await dialog.getByRole('button', { name: 'Đã hiểu' }).click();
  const saved = await savedWeek(second, teachers[1], 12);
  const [one, two] = saved?.records ?? [];
  await expect(sheetRow(second, one?.full_name ?? '')).toContainText('Vắng');
  await expect(sheetRow(second, two?.full_name ?? '')).toContainText('Có mặt');
});

test('a refusal is told, and the marks stay on the screen', async ({ browser }) => {
  const page = await person(browser, teachers[2]);
  await openRoll(page, 10);
  await page.getByRole('button', { name: 'All present' }).click();
  // The real server refuses a week that does not exist.
  const spoil = /attendance$/;
  await page.route(spoil, async (route) => {
    const body = { ...route.request().postDataJSON(), week: 36 };
    await route.continue({ postData: JSON.stringify(body) });
  });
  await save(page);
  await expect(page.getByRole('alert').getByText('Dữ liệu gửi lên chưa đúng')).toBeVisible();
  await expect(count(page, '12 có mặt')).toBeVisible();
  await page.unroute(spoil);

  // Something on the way answers without a word of ours.
  await page.route(spoil, (route) => route.fulfill({ status: 418, body: '<html></html>' }));
  await save(page);
  await expect(page.getByText(messages.attendance.saveFailed(418))).toBeVisible();
  await expect(count(page, '12 có mặt')).toBeVisible();
  await page.unroute(spoil);
  await save(page);
  await expect(page.getByText(messages.attendance.saved)).toBeVisible();
});

test('without a server the roll opens, waits on the device, and is sent once', async ({
  browser,
}) => {
  const page = await person(browser, teachers[3]);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await openRoll(page, 10);
  await server.stop();
  await page.reload();
  await openRoll(page, 10);
  await row(page, 4).getByRole('button', { name: 'Vắng' }).click();
  await page.getByRole('button', { name: 'All present' }).click();
  await save(page);
  await expect(page.getByText(messages.attendance.unreachable)).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Chưa gửi').last()).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: 'Vắng' })).toHaveCount(1);

  await page.reload();
  await page.getByRole('button', { name: /^Tuần 10/ }).click();
  await expect(main.getByRole('listitem').filter({ hasText: 'Vắng' })).toHaveCount(1);
  await server.start();
  const taken = page.getByRole('button', { name: /^Đã điểm danh Tuần 10/ });
  // It may have gone out by itself already.
  await page.getByRole('button', { name: 'Gửi ngay' }).or(taken).first().click();
  await expect(taken).toBeVisible();
  await expect(main.getByText(/điểm danh lúc/)).toBeVisible();
  await expect(main.getByText('Chưa gửi')).toHaveCount(0);
  const saved = await savedWeek(page, teachers[3], 10);
  expect(saved?.records.map(({ status }) => status).indexOf('absent')).toBe(3);
});
