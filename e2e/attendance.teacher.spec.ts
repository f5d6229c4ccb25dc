import type { AttendanceWeek } from '@lop-xanh/contract/attendance';
import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { posts } from '@lop-xanh/contract/posts';
import { formatDay, getSchoolYear, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { limits } from '@lop-xanh/contract/rules/limits';
import {
  countText,
  markAbsent,
  openRoll,
  saveButton,
  savedRow,
  saveSheet,
  studentRow,
  waitForSheet,
} from './attendance.ts';
import { confirmPhotos, video, writePost } from './feed.ts';
import { desktop, openAs, phone } from './login.ts';
import { openOutbox, outboxSheet, unsentButton } from './outbox.ts';
import { createRequestAs, type RequestAs } from './requests.ts';
import {
  type APIRequestContext,
  type Browser,
  expect,
  type Locator,
  type Page,
  test,
} from './test.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { expectVisibleFor } from './visible-for.ts';

/** A saved sheet is final, so these tests have a server of their own. */
test.describe.configure({ mode: 'serial' });

let server: TestServer;
let requestAs: RequestAs;

test.beforeAll(async () => {
  server = await startTestServer();
  requestAs = createRequestAs(server.address);
});
test.afterAll(() => server.remove());

async function openAsUser(
  browser: Browser,
  username: string,
  { size = desktop, path = '/classes', serviceWorkers = 'block' as 'allow' | 'block' } = {},
): Promise<Page> {
  const isPhone = size === phone;
  const context = await browser.newContext({
    viewport: size,
    baseURL: server.address,
    hasTouch: isPhone,
    isMobile: isPhone,
    serviceWorkers,
  });
  const page = await context.newPage();
  await openAs(page, username, path);
  return page;
}

async function fetchJson(request: APIRequestContext, username: string, path: string) {
  return (await requestAs(request, username, 'GET', path)).json();
}

async function fetchClass(request: APIRequestContext, username: string): Promise<SchoolClass> {
  return (await fetchJson(request, username, '/api/classes')).classes[0];
}

async function fetchSavedWeek(page: Page, username: string, week: number) {
  const { id } = await fetchClass(page.request, username);
  const { weeks } = await fetchJson(page.request, username, `/api/classes/${id}/attendance/weeks`);
  return (weeks as AttendanceWeek[]).find((saved) => saved.week === week);
}

/** One teacher of twelve students per test, so that no test uses another's weeks. */
const teachers = ['gv0001', 'gv0026', 'gv0051', 'gv0076'] as const;

test('marking 3 of 35 students absent takes 6 key presses, and everyone concerned sees the sheet at once', async ({
  browser,
}) => {
  const teacher = await openAsUser(browser, 'teacher');
  await waitForSheet(teacher, 10);
  await expect(countText(teacher, '35 chưa điểm danh')).toBeVisible();
  await expect(saveButton(teacher)).toBeDisabled();
  await expect(studentRow(teacher, 1)).toBeFocused();

  const students: Student[] = (
    await fetchJson(
      teacher.request,
      'teacher',
      `/api/classes/${(await fetchClass(teacher.request, 'teacher')).id}/students`,
    )
  ).students;
  const minh = students.findIndex(({ full_name }) => full_name === 'Phạm Nhật Minh') + 1;
  // Each row of ten keys stands for ten students: '3' is the third, 'S' the 22nd, 'B' the 35th.
  expect(minh).toBe(22);
  const presses = ['v', '3', 's', 'b', 'Enter'];
  expect(presses.length).toBeLessThanOrEqual(6);
  for (const key of presses) await teacher.keyboard.press(key);
  await expect(countText(teacher, '32 có mặt')).toBeVisible();
  await expect(countText(teacher, '3 vắng')).toBeVisible();

  await expect(saveButton(teacher)).toBeFocused();
  await teacher.keyboard.press('Enter');
  const dialog = teacher.getByRole('dialog');
  const absent = [3, 22, 35].map((number) => students[number - 1]?.full_name ?? '');
  await expect(dialog).toContainText(`Vắng 3: ${absent.join(', ')}.`);
  await expect(dialog.getByRole('button', { name: 'Lưu điểm danh' })).toBeFocused();
  await expectVisibleFor(
    teacher.getByText(messages.attendance.saved),
    limits.savedAttendanceNoticeMs,
    () => teacher.keyboard.press('Enter'),
  );
  for (const name of absent) await expect(savedRow(teacher, name)).toContainText('Vắng');
  await expect(teacher.getByRole('button', { name: 'Có mặt' })).toHaveCount(0);

  const { id } = await fetchClass(teacher.request, 'teacher');
  const mod = await openAsUser(browser, 'mod', { path: `/classes?class=${id}` });
  await expect(mod.getByRole('heading', { name: 'Lớp 3A · Tuần 10' })).toBeVisible();
  await expect(mod.getByText('Nguyễn Thị Hoa3A')).toBeVisible();
  for (const name of absent) await expect(savedRow(mod, name)).toContainText('Vắng');
  await expect(saveButton(mod)).toHaveCount(0);

  const { pages, responses } = await openFamilyPages(browser);
  for (const page of pages) {
    await expect(page.getByRole('button', { name: 'Tuần 10: Vắng' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(page.getByRole('button', { name: 'Tuần 11: chưa điểm danh' })).toBeVisible();
    await page.getByRole('button', { name: 'Tuần 11: chưa điểm danh' }).click();
    await expect(page.getByText(messages.attendance.none)).toBeVisible();
  }
  const otherIds = students.filter((_, index) => index !== 21).map((student) => student.id);
  expect(responses.length).toBeGreaterThanOrEqual(2);
  for (const response of await Promise.all(responses)) {
    for (const id of otherIds) expect(response).not.toContain(`"student_id":${id},`);
  }
});

/** The pages of the demo student and parent, and every attendance response they received. */
async function openFamilyPages(browser: Browser) {
  const responses: Promise<string>[] = [];
  const pages: Page[] = [];
  for (const username of ['student', 'parent']) {
    const page = await openAsUser(browser, username, { size: phone, path: '/profile' });
    page.on('response', (response) => {
      if (response.url().includes('/attendance')) responses.push(response.text());
    });
    await page.goto('/classes');
    await expect(page.getByRole('button', { name: /^Tuần 35:/ })).toBeVisible();
    pages.push(page);
  }
  return { pages, responses };
}

test('on a phone the roll is a mode of its own, and its marks survive a reload', async ({
  browser,
}) => {
  const page = await openAsUser(browser, teachers[0], { size: phone });
  await openRoll(page, 10);
  await expect(page.getByRole('navigation', { name: 'Thanh dưới' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  expect(await countRowsInSight(page)).toBeGreaterThanOrEqual(10);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await countRowsInSight(page)).toBeGreaterThanOrEqual(6);
  await page.setViewportSize(phone);

  const state = (number: number) =>
    studentRow(page, number).getByRole('button', { name: /^(Chưa|Có mặt|Vắng)$/ });
  const note = (number: number) => studentRow(page, number).getByRole('textbox');
  await state(2).tap();
  await state(5).tap();
  await expect(saveButton(page)).toHaveText('Lưu điểm danh · còn 10');
  await state(6).tap();
  await expect(state(6)).toHaveText('Vắng');
  await state(6).tap();
  await expect(state(6)).toHaveText('Có mặt');
  // A tap on the name of an absent student opens the note; on another name it changes the state.
  const name = (number: number) => studentRow(page, number).getByRole('rowheader');
  await name(2).tap();
  await note(2).fill('Bị ốm');
  await studentRow(page, 2).getByRole('button', { name: 'Có phép' }).tap();
  await expect(note(2)).toBeVisible();
  await note(2).press('Enter');
  await expect(note(2)).toHaveCount(0);
  await expect(studentRow(page, 2)).toHaveAccessibleName(/: Vắng có phép$/);
  await name(7).tap();
  await expect(state(7)).toHaveText('Vắng');
  await page.getByRole('button', { name: 'Hoàn tác' }).tap();
  await expect(state(7)).toHaveText('Chưa');
  // A long press, a swipe and the N key open the note of anybody, and mark nobody.
  for (const open of [pressLong, swipe, pressN]) {
    await open(page, studentRow(page, 3));
    await expect(note(3)).toBeFocused();
    await note(3).press('Escape');
    await expect(note(3)).toHaveCount(0);
  }
  await expect(state(3)).toHaveText('Chưa');
  await page.getByLabel('Chọn ngày điểm danh').fill(previousDay());

  await page.reload();
  await waitForSheet(page, 10);
  await expect(state(2)).toHaveText('Vắng');
  await expect(studentRow(page, 2)).toContainText('Bị ốm');
  await page.getByRole('button', { name: 'Tất cả có mặt' }).tap();
  await expect(countText(page, '10 có mặt')).toBeVisible();
  await expect(countText(page, '2 vắng')).toBeVisible();

  await page.getByRole('button', { name: 'Hoàn tác' }).tap();
  await expect(countText(page, '9 chưa điểm danh')).toBeVisible();
  await expect(state(5)).toHaveText('Vắng');
  await expect(page.getByRole('button', { name: 'Hoàn tác' })).toBeDisabled();
  // Back leaves the roll, which can be continued.
  await page.getByRole('button', { name: 'Quay lại' }).tap();
  await expect(countText(page, '2 vắng')).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeVisible();
  await openRoll(page, 10);
  await page.getByRole('button', { name: 'Tất cả có mặt' }).tap();
  await expect(saveButton(page)).toHaveText('Lưu điểm danh');
  await saveSheet(page);
  await expect(page.getByText(messages.attendance.saved)).toBeVisible();

  const saved = await fetchSavedWeek(page, teachers[0], 10);
  expect(saved?.date).toBe(previousDay());
  const absent = saved?.records.filter(({ status }) => status === 'absent');
  expect(absent).toMatchObject([{ note: 'Bị ốm', isExcused: true }, { note: '' }]);
  // The page of the class shows the saved sheet, and the next week is open.
  await expect(page.getByRole('button', { name: /^Đã điểm danh Tuần 10/ })).toBeVisible();
});

/** The rows that no bar covers. */
async function countRowsInSight(page: Page): Promise<number> {
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows.first()).toBeInViewport({ ratio: 1 });
  return rows.evaluateAll(
    (all) =>
      all.filter((row) => {
        const { left, top, bottom } = row.getBoundingClientRect();
        const isOnTop = (y: number) => row.contains(document.elementFromPoint(left + 60, y));
        return isOnTop(top + 2) && isOnTop(bottom - 2);
      }).length,
  );
}

async function pressLong(page: Page, row: Locator): Promise<void> {
  await row.hover();
  await page.mouse.down();
  await expect(row.getByRole('textbox')).toBeVisible();
  await page.mouse.up();
}

async function swipe(page: Page, row: Locator): Promise<void> {
  const { x, y, width, height } = (await row.boundingBox()) as NonNullable<
    Awaited<ReturnType<Locator['boundingBox']>>
  >;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 4, y + height / 2, { steps: 5 });
  await page.mouse.up();
}

async function pressN(page: Page, row: Locator): Promise<void> {
  await row.focus();
  await page.keyboard.press('n');
}

/** Yesterday, or today on the first day of a school year. */
function previousDay(): string {
  const today = getVietnamDate(new Date());
  const yesterday = getVietnamDate(new Date(Date.now() - 86_400_000));
  return getSchoolYear(yesterday) === getSchoolYear(today) ? yesterday : today;
}

test('a sheet left open overnight moves to the new day, and either day can be chosen', async ({
  browser,
}) => {
  const [yesterday, today] = [previousDay(), getVietnamDate(new Date())];
  const page = await openAsUser(browser, teachers[1], { size: phone, path: '/help' });
  await page.clock.install({ time: new Date(`${yesterday}T23:58:00+07:00`) });
  await page.goto('/classes?week=14&view=roll');
  await waitForSheet(page, 14);
  const chosen = (day: string) =>
    page.getByRole('button', { name: `Ngày điểm danh: ${formatDay(day)}` });
  const note = page.getByText('Đã sang ngày mới');
  await markAbsent(page, 3);
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
  const dateField = page.getByLabel('Chọn ngày điểm danh');
  await expectTapsReach(dateField);
  // As in a browser that has no showPicker().
  await page.evaluate(() => Reflect.deleteProperty(HTMLInputElement.prototype, 'showPicker'));
  await chosen(yesterday).press('Enter');
  await expect(dateField).toBeFocused();
  await dateField.fill(today);
  await expect(chosen(today)).toBeVisible();
  await page.getByRole('button', { name: 'Tất cả có mặt' }).click();
  await saveSheet(page);
  await expect(page.getByText(messages.attendance.saved)).toBeVisible();
  const saved = await fetchSavedWeek(page, teachers[1], 14);
  expect(saved?.date).toBe(today);
  expect(saved?.records.map(({ status }) => status).indexOf('absent')).toBe(2);
});

test('the P and A keys mark one student after another', async ({ browser }) => {
  const page = await openAsUser(browser, teachers[1]);
  await waitForSheet(page, 10);
  for (const key of ['p', 'a', 'ArrowDown', 'p']) await page.keyboard.press(key);
  await expect(countText(page, '2 có mặt')).toBeVisible();
  await expect(studentRow(page, 2)).toHaveAccessibleName(/: Vắng$/);
  await expect(studentRow(page, 3)).toHaveAccessibleName(/chưa điểm danh$/);
  await expect(studentRow(page, 5)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(countText(page, '1 có mặt')).toBeVisible();
});

test('a second save shows the sheet that was saved first', async ({ browser }) => {
  const [first, second] = [
    await openAsUser(browser, teachers[1], { path: '/classes?week=12' }),
    await openAsUser(browser, teachers[1], { path: '/classes?week=12' }),
  ];
  for (const page of [first, second]) await waitForSheet(page, 12);
  await studentRow(first, 1).getByRole('button', { name: 'Vắng' }).click();
  await first.getByRole('button', { name: 'Tất cả có mặt' }).click();
  await saveSheet(first);
  await expect(first.getByText(messages.attendance.saved)).toBeVisible();

  await studentRow(second, 2).getByRole('button', { name: 'Vắng' }).click();
  await second.getByRole('button', { name: 'Tất cả có mặt' }).click();
  await saveSheet(second);
  const dialog = second.getByRole('dialog', { name: messages.attendance.alreadySaved });
  await expect(dialog).toContainText('Trên máy này: Vắng 1:');
  await dialog.getByRole('button', { name: 'Đã hiểu' }).click();
  const saved = await fetchSavedWeek(second, teachers[1], 12);
  const [firstRecord, secondRecord] = saved?.records ?? [];
  await expect(savedRow(second, firstRecord?.full_name ?? '')).toContainText('Vắng');
  await expect(savedRow(second, secondRecord?.full_name ?? '')).toContainText('Có mặt');
});

test('a rejected save shows its error and keeps the marks on screen', async ({ browser }) => {
  const page = await openAsUser(browser, teachers[2]);
  await waitForSheet(page, 10);
  await page.getByRole('button', { name: 'Tất cả có mặt' }).click();
  // The real server rejects a week that does not exist.
  const savePath = /attendance$/;
  await page.route(savePath, async (route) => {
    const body = { ...route.request().postDataJSON(), week: 36 };
    await route.continue({ postData: JSON.stringify(body) });
  });
  await saveSheet(page);
  await expect(page.getByRole('alert').getByText('Dữ liệu gửi lên chưa đúng')).toBeVisible();
  await expect(countText(page, '12 có mặt')).toBeVisible();
  await page.unroute(savePath);

  // A proxy responds instead of our server.
  await page.route(savePath, (route) => route.fulfill({ status: 418, body: '<html></html>' }));
  await saveSheet(page);
  await expect(page.getByText(messages.attendance.saveFailed(418))).toBeVisible();
  await expect(countText(page, '12 có mặt')).toBeVisible();
  await page.unroute(savePath);
  await saveSheet(page);
  await expect(page.getByText(messages.attendance.saved)).toBeVisible();
});

test('without a server a sheet opens, waits on the device and is sent once', async ({
  browser,
}) => {
  const page = await openAsUser(browser, teachers[3], { serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await waitForSheet(page, 10);
  await server.stop();
  await page.reload();
  await waitForSheet(page, 10);
  await studentRow(page, 4).getByRole('button', { name: 'Vắng' }).click();
  await page.getByRole('button', { name: 'Tất cả có mặt' }).click();
  await saveSheet(page);
  await expect(page.getByText(messages.attendance.unreachable)).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Chưa gửi').last()).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: 'Vắng' })).toHaveCount(1);

  await page.reload();
  await page.getByRole('button', { name: /^Tuần 10/ }).click();
  await expect(main.getByRole('listitem').filter({ hasText: 'Vắng' })).toHaveCount(1);
  await server.start();
  const taken = page.getByRole('button', { name: /^Đã điểm danh Tuần 10/ });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(taken).toBeVisible();
  await expect(main.getByText(/điểm danh lúc/)).toBeVisible();
  await expect(main.getByText('Chưa gửi')).toHaveCount(0);
  const saved = await fetchSavedWeek(page, teachers[3], 10);
  expect(listAbsentRows(saved)).toEqual([4]);
});

test('an unsent sheet opens again in its form, and a rejected one as a correction', async ({
  browser,
}) => {
  const page = await openAsUser(browser, teachers[2], {
    path: '/classes?week=11',
    serviceWorkers: 'allow',
  });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await waitForSheet(page, 11);
  await studentRow(page, 2).getByRole('button', { name: 'Vắng' }).click();
  await page.getByRole('button', { name: 'Tất cả có mặt' }).click();
  await page.context().setOffline(true);
  await saveSheet(page);
  await expect(page.getByText(messages.attendance.unreachable)).toBeVisible();
  await (await openOutbox(page)).getByRole('button', { name: 'Mở lại' }).click();
  await waitForSheet(page, 11);
  await expect(unsentButton(page)).toHaveCount(0);
  await expect(studentRow(page, 2)).toHaveAccessibleName(/: Vắng$/);
  await studentRow(page, 5).getByRole('button', { name: 'Vắng' }).click();
  await saveSheet(page);
  await expect(unsentButton(page)).toHaveText('1');

  const other = await openAsUser(browser, teachers[2], { path: '/classes?week=11' });
  await waitForSheet(other, 11);
  await other.getByRole('button', { name: 'Tất cả có mặt' }).click();
  await saveSheet(other);
  await expect(other.getByText(messages.attendance.saved)).toBeVisible();
  await other.context().close();

  await page.context().setOffline(false);
  const rejected = outboxSheet(page).getByRole('region', { name: 'Cần xem lại' });
  await expect(rejected).toContainText(messages.attendance.alreadySaved);
  await rejected.getByRole('button', { name: 'Mở lại' }).click();
  await page.getByLabel('Lý do sửa').selectOption('Đánh dấu nhầm học sinh');
  await page.getByRole('button', { name: 'Lưu sửa đổi' }).click();
  await expect(page.getByText('Đã sửa từ Có mặt thành Vắng không phép')).toHaveCount(2);
  await expect(unsentButton(page)).toHaveCount(0);
  expect(listAbsentRows(await fetchSavedWeek(page, teachers[2], 11))).toEqual([2, 5]);
});

test('a video that cannot be sent does not hold back a sheet', async ({ browser }) => {
  const page = await openAsUser(browser, teachers[2], { path: '/', serviceWorkers: 'allow' });
  await page
    .context()
    .route(`**${posts.create.path}`, (route) =>
      route.request().method() === 'POST' ? undefined : route.fallback(),
    );
  const editor = await writePost(page, 'Video trên đường truyền yếu', 'Gửi mãi chưa xong');
  const file = { name: 'video.mp4', mimeType: 'video/mp4', buffer: video };
  await editor.locator('input[type=file]').setInputFiles(file);
  await confirmPhotos(editor);
  await editor.getByRole('button', { name: 'Đăng bài' }).click();
  await page.goto('/classes?week=12');
  await waitForSheet(page, 12);
  await page.getByRole('button', { name: 'Tất cả có mặt' }).click();
  await saveSheet(page);
  await expect(page.getByText(messages.attendance.saved)).toBeVisible();
  const waiting = (await openOutbox(page)).getByRole('listitem');
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText('Video trên đường truyền yếu');

  // While it is being sent, it can neither be opened nor discarded.
  await expect(waiting.getByRole('button')).toHaveCount(0);
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().route(`**${posts.create.path}`, (route) => route.abort());
  await page.reload();
  await openOutbox(page);
  await expect(waiting.getByRole('button')).toHaveText(['Mở lại', 'Bỏ']);
  await waiting.getByRole('button', { name: 'Bỏ' }).click();
  const question = page.getByRole('dialog', { name: 'Xóa khỏi máy này?' });
  await expect(question).toContainText('Có thể máy chủ đã nhận được');
  await question.getByRole('button', { name: 'Xóa' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(unsentButton(page)).toHaveCount(0);
});

const listAbsentRows = (sheet: AttendanceWeek | undefined) =>
  sheet?.records.flatMap(({ status }, index) => (status === 'absent' ? [index + 1] : []));

/** A tap in the middle of a field's place is a tap on the field, whatever is drawn there. */
async function expectTapsReach(field: Locator): Promise<void> {
  const isOnTop = await field.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
  });
  expect(isOnTop).toBe(true);
}
