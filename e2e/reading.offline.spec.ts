import { messages } from '@lop-xanh/contract/messages';
import { readDeviceStorage } from './device-storage.ts';
import { navigateTo, openAs, phone } from './login.ts';
import { type RemoteServer, startRemoteServer } from './remote-server.ts';
import { type Browser, expect, type Page, test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

let remote: RemoteServer;
test.beforeAll(async () => {
  remote = await startRemoteServer();
});
test.afterAll(() => remote.remove());

/** What each page shows of its data, by its path. */
type Sights = Record<string, (page: Page) => Promise<unknown>>;

const seeText = (text: string | RegExp) => (page: Page) =>
  expect(page.getByRole('main').getByText(text).first()).toBeVisible();
/** Drawn, and not only asked for. */
const seePicture = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('main img[src*="/uploads/lessons/"]')
        .first()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    )
    .toBe(true);

async function openPages(browser: Browser, username: string, sights: Sights): Promise<Page> {
  remote.network.condition = 'up';
  const context = await browser.newContext({ viewport: phone, baseURL: remote.network.address });
  const page = await context.newPage();
  await openAs(page, username);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  const visits = Object.entries(sights);
  // Within the app, which stores what it shows a moment later; the last page is left like the others.
  for (const [path, see] of [...visits, ...visits.slice(0, 1)]) {
    await navigateTo(page, path);
    await see(page);
  }
  return page;
}

async function reopenOffline(page: Page, sights: Sights): Promise<void> {
  remote.network.condition = 'down';
  // After an update the browser's own cache has none of the app's files.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.clearBrowserCache');
  for (const [path, see] of Object.entries(sights)) {
    await page.goto(path);
    await see(page);
    // The header stands behind a mode that fills the screen.
    const age = page.getByText(/^Cập nhật (vừa xong|\d+ phút trước)$/).filter({ visible: true });
    await expect(age).toBeVisible();
  }
}

test('a student reads offline what they opened once, and next week’s lesson', async ({
  browser,
}) => {
  const sights: Sights = {
    '/': seeText('Em nhớ mang theo'),
    '/lessons': seePicture,
    '/notifications': seeText('Bài viết mới'),
    '/classes': seeText('Lớp 3A'),
    '/profile': seeText('Minh'),
  };
  const page = await openPages(browser, 'student', sights);
  // Fetched in advance: the student has not opened any lesson.
  await expect.poll(() => readDeviceStorage(page)).toContain('lessons/one/');
  await reopenOffline(page, sights);
  await page.goto('/');
  await page.getByRole('link', { name: /Em nhớ mang theo/ }).click();
  await expect(page).toHaveURL(/\/lessons\/\d+\/week\/\d+$/);
  await seeText(messages.lessons.supplies)(page);

  // Two hours later, or on the next day by the calendar.
  await page.clock.setSystemTime(Date.now() + 2 * 3_600_000);
  await page.goto('/lessons');
  await expect(page.getByText(/^Cập nhật (2 giờ trước|hôm qua)$/)).toBeVisible();
  remote.network.condition = 'up';
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(page.getByText(/^Cập nhật /)).toHaveCount(0);

  await page.getByRole('button', { name: 'Mở menu' }).click();
  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: messages.navigation.logout }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readDeviceStorage(page)).not.toMatch(/Phạm Nhật Minh|lessons\/one\//);
  await expect.poll(() => page.evaluate(() => caches.has('lesson-pictures'))).toBe(false);
});

test('parents and teachers read offline about their children and classes', async ({ browser }) => {
  const parentSights: Sights = {
    '/': seeText(/^Hôm nay .+ (có mặt|vắng|chưa được điểm danh)/),
    '/classes': seeText('Điểm danh'),
    '/profile': seeText('Lớp 3A'),
  };
  const parent = await openPages(browser, 'parent', parentSights);
  await reopenOffline(parent, parentSights);
  const teacherSights: Sights = {
    '/classes?view=roll': seeText('Minh'),
    '/classes': seeText('Lớp 3A'),
    '/activities': seeText('Tuần'),
  };
  const teacher = await openPages(browser, 'teacher', teacherSights);
  await reopenOffline(teacher, teacherSights);
  // Also if the device takes longer to read it than the app waits and tries.
  await teacher.addInitScript(() => {
    IDBOpenDBRequest.prototype.addEventListener = function (
      type: string,
      listener: EventListener,
      options?: AddEventListenerOptions,
    ) {
      const late = (event: Event) => setTimeout(() => listener(event), 3_000);
      const used = type === 'success' ? late : listener;
      EventTarget.prototype.addEventListener.call(this, type, used, options);
    };
  });
  await reopenOffline(teacher, { '/activities': seeText('Tuần') });
});

test('on a line that hangs, what is stored is shown at once and reads are given up after 8 seconds', async ({
  browser,
}) => {
  const page = await openPages(browser, 'student', { '/lessons': seePicture });
  await page.clock.install();
  await page.context().route(/\/api\//, () => {});
  const givenUp: string[] = [];
  page.on('requestfailed', (request) => givenUp.push(new URL(request.url()).pathname));
  await page.reload();
  await seePicture(page);
  const reads = () => givenUp.filter((path) => path.startsWith('/api/lessons'));
  expect(reads()).toEqual([]);
  await page.clock.fastForward(8_000);
  await expect.poll(reads).not.toEqual([]);
  await expect(page.getByText(/^Cập nhật (vừa xong|\d+ phút trước)$/)).toBeVisible();
  await seePicture(page);

  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(page.getByText(/^Cập nhật /)).toHaveCount(0);
});
