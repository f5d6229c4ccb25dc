import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messages } from '@lop-xanh/contract/messages';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { enterAs, phone } from './people.ts';
import { type PoorNetwork, startPoorNetwork } from './poor-network.ts';
import { address, chromium, dataDir, port } from './settings.ts';

const photo = readFileSync(new URL('fixtures/cardboard.jpg', import.meta.url));
/** A film of one picture is that picture again and again. */
const film = join(dirname(dataDir), 'camera.mjpeg');

/** A name that a browser does not trust without https, as it does trust 127.0.0.1. */
const plainHost = 'lop-xanh.test';

test.use({
  serviceWorkers: 'allow',
  launchOptions: {
    ...chromium,
    args: [
      ...chromium.args,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
      `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`,
    ],
  },
});

let network: PoorNetwork;
test.beforeAll(async () => {
  writeFileSync(film, Buffer.concat([photo, photo]));
  network = await startPoorNetwork(address);
});
test.afterAll(() => network.close());

async function scanner(browser: Browser, permissions: string[]): Promise<Page> {
  const baseURL = network.address;
  const context = await browser.newContext({ viewport: phone, baseURL, permissions });
  const page = await context.newPage();
  await enterAs(page, 'student', '/scan-app/scan');
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name });
const hint = (page: Page) => page.getByText('Đặt một món rác lên nền trơn');
const answer = (page: Page) => page.getByRole('article', { name: 'Kết quả' });
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
/** A picture with nothing in it. */
const blankPicture = async (page: Page) => (await page.context().newPage()).screenshot();
const onDevice = (page: Page) => answer(page).getByText(/máy của em tự trả lời/);

test('a student scans, scans again, and without the server is answered on the device', async ({
  browser,
}) => {
  const page = await scanner(browser, ['camera']);
  await expect(hint(page)).toBeVisible();
  await button(page, messages.scan.shoot).click();
  await expect(answer(page).getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
  await expect(answer(page)).toContainText('Rác tái chế');
  await expect(answer(page).getByRole('listitem')).toHaveCount(3);
  await expect(onDevice(page)).toHaveCount(0);
  expect(page.workers()).toEqual([]);
  await expect(page.locator('video')).toHaveCount(0);

  await button(page, 'Quét lại').click();
  await expect(button(page, messages.scan.shoot)).toBeEnabled();
  await expect(button(page, 'Đổi máy ảnh')).toBeDisabled();

  // The runtime and the small model arrive while the server is there, and the worker keeps them.
  const kept = () =>
    page.evaluate(async () => (await (await caches.open('scanner')).keys()).length);
  await expect.poll(kept, { timeout: 30_000 }).toBe(2);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect(button(page, messages.scan.shoot)).toBeEnabled();
  network.weather = 'down';
  await button(page, messages.scan.shoot).click();
  await expect(onDevice(page)).toBeVisible({ timeout: 30_000 });
  await expect(answer(page).getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
  await choose(page, 'tuong.png', 'image/png', await blankPicture(page));
  await expect(page.getByText(messages.scan.unrecognised)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/máy của em tự trả lời/)).toBeVisible();
  network.weather = 'through';
  await page.context().close();
});

test('a student whose camera is denied chooses a file, and hears what is wrong with it', async ({
  browser,
}) => {
  const page = await scanner(browser, []);
  await expect(page.getByRole('alert')).toContainText('Máy ảnh chưa được phép mở');
  await expect(button(page, 'Thử lại')).toBeVisible();
  await expect(hint(page)).toHaveCount(0);
  await choose(page, 'bia.jpg', 'image/jpeg', photo);
  await expect(answer(page).getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
  // What is not forgotten cannot be chosen again: a browser tells of a change only.
  await expect(page.locator('input[type=file]')).toHaveValue('');
  await choose(page, 'tuong.png', 'image/png', await blankPicture(page));
  await expect(page.getByText(messages.scan.unrecognised)).toBeVisible();
  await choose(page, 'chu.jpg', 'image/jpeg', Buffer.from('không phải ảnh'));
  await expect(page.getByText(messages.scan.failed)).toBeVisible();
  await page.context().close();
});

test('a site without https says that the camera needs it', async ({ page }) => {
  await enterAs(page, 'student', `http://${plainHost}:${port}/scan-app/scan`);
  await expect(page.getByRole('alert')).toContainText(messages.scan.noCamera);
  await expect(page.getByRole('alert')).toContainText('https');
  await choose(page, 'bia.jpg', 'image/jpeg', photo);
  await expect(answer(page).getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
});
