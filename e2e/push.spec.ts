import { expectAccessible } from './axe.ts';
import { logIn, openAs, phone } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, type Page, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

const endpoint = 'https://fcm.googleapis.com/fcm/send/journey';

/** Headless Chromium has no push service, so the browser's part is replaced; the rest is real. */
async function stubPushManager(page: Page, answer: NotificationPermission): Promise<void> {
  await page.addInitScript(
    ({ address, permission }) => {
      let decision: NotificationPermission = 'default';
      Object.defineProperty(Notification, 'permission', { get: () => decision });
      Notification.requestPermission = async () => {
        decision = permission;
        return decision;
      };
      const p256dh =
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
      const keys = { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
      const isSubscribed = () => sessionStorage.getItem('subscribed') !== null;
      const subscription = {
        endpoint: address,
        toJSON: () => ({ endpoint: address, keys }),
        unsubscribe: async () => {
          sessionStorage.removeItem('subscribed');
          return true;
        },
      };
      const pushManager = {
        getSubscription: async () => (isSubscribed() ? subscription : null),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          sessionStorage.setItem('subscribed', applicationServerKey);
          return subscription;
        },
      };
      const registration = { pushManager, getNotifications: async () => [] };
      Object.defineProperty(navigator.serviceWorker, 'ready', { get: async () => registration });
      navigator.serviceWorker.register = async () => registration as never;
      navigator.serviceWorker.getRegistration = async () => registration as never;
    },
    { address: endpoint, permission: answer },
  );
}

const question = (page: Page) =>
  page.getByRole('region', { name: 'Bạn có muốn nhận thông báo của lớp không?' });
const readSubscription = (page: Page) => page.evaluate(() => sessionStorage.getItem('subscribed'));

test('a user is asked after opening a notification, chooses kinds, and a logout ends it', async ({
  page,
  request,
}) => {
  const school = await addTestSchool(request);
  const student = await school.add('Student', 'An', { class_id: school.classId });
  const readSettings = async () =>
    (await requestAs(request, student.username, 'GET', '/api/push')).json();
  await page.setViewportSize(phone);
  await stubPushManager(page, 'granted');
  await openAs(page, student.username);
  const bell = page.getByRole('banner').getByRole('link', { name: /Thông báo|Notifications/ });
  await expect(bell.getByRole('img', { name: 'có thông báo chưa đọc' })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await bell.click();
  await page.getByRole('listitem').getByText('Bạn được xếp vào lớp').click();
  await page.goto('/');
  await expect(question(page)).toBeVisible();
  await expectAccessible(page);

  const sent = page.waitForRequest('**/api/push/subscription');
  await question(page).getByRole('button', { name: 'Bật thông báo' }).click();
  expect((await sent).postDataJSON().endpoint).toBe(endpoint);
  await expect(question(page)).toHaveCount(0);
  const { publicKey } = await readSettings();
  await expect.poll(() => readSubscription(page)).toBe(publicKey);

  await page.goto('/profile');
  const toggle = page.getByRole('switch', { name: 'Nhận thông báo trên máy này' });
  await expect(toggle).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Việc chờ duyệt' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Bình luận và lượt thích' }).uncheck();
  await expect.poll(async () => (await readSettings()).mutedKinds).toEqual(['comments']);

  await page
    .getByRole('main')
    .getByRole('button', { name: /Logout|Đăng xuất$/ })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Logout|Đăng xuất/ })
    .click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readSubscription(page)).toBeNull();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('a user who puts it off is not asked again, and can change their mind on the profile', async ({
  page,
  request,
}) => {
  const school = await addTestSchool(request);
  const mod = await school.add('Mod', 'Mai');
  await stubPushManager(page, 'denied');
  await page.goto('/login');
  await logIn(page, mod.username);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  const listDays = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('push-offer:')));
  await expect.poll(listDays).toHaveLength(1);
  // The first day of use was another one.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('push-offer:'));
    localStorage.setItem(String(key), '2026-01-01');
  });
  await page.goto('/');
  await question(page).getByRole('button', { name: 'Để sau' }).click();
  await expect(question(page)).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(question(page)).toHaveCount(0);

  await page.goto('/profile');
  const toggle = page.getByRole('switch', { name: 'Nhận thông báo trên máy này' });
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(page.getByText('Trình duyệt đang chặn thông báo của Lớp Xanh.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Việc chờ duyệt' })).toBeChecked();
});

test('the installed app has icons of every size that phones ask for', async ({ page, request }) => {
  const { icons } = await (await request.get('/manifest.webmanifest')).json();
  expect(icons.filter(({ purpose }: { purpose: string }) => purpose === 'maskable')).toHaveLength(
    2,
  );
  await page.goto('/login');
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const src of [touchIcon, ...icons.map((icon: { src: string }) => icon.src)]) {
    const response = await request.get(src);
    expect([src, response.status(), response.headers()['content-type']]).toEqual([
      src,
      200,
      expect.stringContaining('image/'),
    ]);
  }
});
