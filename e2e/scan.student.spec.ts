import { readFileSync } from 'node:fs';
import { messages } from '@lop-xanh/contract/messages';
import { scan, wasteKinds } from '@lop-xanh/contract/scan';
import { chromiumSeeing, showToCamera } from './fake-camera.ts';
import { openAs, phone } from './login.ts';
import { address, port } from './settings.ts';
import { type Browser, expect, type Page, test } from './test.ts';
import { startUnreliableNetwork, type UnreliableNetwork } from './unreliable-network.ts';

const photo = readFileSync(new URL('fixtures/cardboard.jpg', import.meta.url));

/** Unlike 127.0.0.1, this host is not a secure context without https. */
const plainHost = 'lop-xanh.test';

test.use({
  serviceWorkers: 'allow',
  launchOptions: {
    ...chromiumSeeing,
    args: [...chromiumSeeing.args, `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`],
  },
});

let network: UnreliableNetwork;
test.beforeAll(async () => {
  showToCamera(photo);
  network = await startUnreliableNetwork(address);
});
test.afterAll(() => network.close());

async function openScanner(browser: Browser, permissions: string[]): Promise<Page> {
  const baseURL = network.address;
  const context = await browser.newContext({ viewport: phone, baseURL, permissions });
  const page = await context.newPage();
  await openAs(page, 'student', '/scan-app/scan');
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name });
const hint = (page: Page) => page.getByText('Đặt một món rác lên nền trơn');
const result = (page: Page) => page.getByRole('article', { name: 'Kết quả' });
const chooseFile = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
const allKindsButton = (page: Page) => page.getByRole('button', { name: 'Khác', exact: true });
async function chooseKind(page: Page, name: string): Promise<void> {
  await allKindsButton(page).click();
  await page.getByRole('button', { name, exact: true }).click();
}
const blankPicture = async (page: Page) => (await page.context().newPage()).screenshot();
const deviceNote = (page: Page) => result(page).getByText(/máy của em tự trả lời/);

/** A Mod chooses the rules of Hà Nội for the school. */
async function choosePack(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  await openAs(page, 'mod', '/teach');
  await page.getByLabel('Hà Nội').check();
  await expect(page.getByText('Túi xanh lá cây')).toBeVisible();
  await expect(page.getByRole('link', { name: /Quyết định 87\/2025/ })).toBeVisible();
  await button(page, 'Lưu').click();
  await expect(page.getByText('Đã lưu quy định phân loại rác')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Hà Nội')).toBeChecked();
  await page.close();
}

test('a student scans twice, and without the server the device answers by the rules of the school', async ({
  browser,
}) => {
  await choosePack(browser);
  const page = await openScanner(browser, ['camera']);
  await expect(hint(page)).toBeVisible();
  await button(page, messages.scan.shoot).click();
  await expect(result(page).getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
  await expect(result(page)).toContainText('Rác tái chế');
  await expect(result(page)).toContainText('Thùng xanh dương');
  await expect(result(page)).not.toContainText('Em chọn');
  await expect(result(page).getByRole('listitem')).toHaveCount(3);
  await expect(deviceNote(page)).toHaveCount(0);
  expect(page.workers()).toEqual([]);
  await expect(page.locator('video')).toHaveCount(0);

  // The child may see it better, and can go back to the classifier's answer.
  const other = result(page).getByRole('listitem').first().getByRole('button');
  const otherName = (await other.textContent()) ?? '';
  await other.click();
  await expect(result(page).getByRole('heading', { name: otherName })).toBeFocused();
  await expect(result(page)).toContainText('Em chọn');
  await button(page, 'Bìa các tông').click();
  await expect(result(page)).toContainText('Rác tái chế');

  await button(page, 'Chụp món khác').click();
  await expect(button(page, messages.scan.shoot)).toBeEnabled();
  for (const size of [{ width: 360, height: 640 }, { width: 844, height: 390 }, phone]) {
    await page.setViewportSize(size);
    await expect(button(page, messages.scan.shoot)).toBeInViewport({ ratio: 1 });
    // Nothing lies over the buttons.
    await page.getByText('Chọn ảnh').click({ trial: true });
    await expect(page.locator('video')).toHaveCSS('width', `${size.width}px`);
    await expect(page.getByRole('navigation', { name: 'Thanh dưới' })).toBeHidden();
  }
  await expect(button(page, 'Đổi máy ảnh')).toBeDisabled();

  // The runtime and the small model are downloaded while the server is up, and the service worker caches them.
  const countCached = () =>
    page.evaluate(async () => (await (await caches.open('scanner')).keys()).length);
  await expect.poll(countCached).toBe(2);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect(button(page, messages.scan.shoot)).toBeEnabled();
  network.condition = 'down';
  await button(page, messages.scan.shoot).click();
  await expect(deviceNote(page)).toBeVisible();
  await expect(result(page).getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
  await chooseFile(page, 'tuong.png', 'image/png', await blankPicture(page));
  await expect(page.getByText(messages.scan.unrecognized)).toBeVisible();
  await expect(page.getByText(/máy của em tự trả lời/)).toBeVisible();
  // Where the classifier is unsure, the child chooses among three pictures, or among all of them.
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await allKindsButton(page).click();
  await expect(page.getByRole('listitem')).toHaveCount(wasteKinds.length);
  await button(page, 'Thức ăn thừa').click();
  await expect(result(page).getByRole('heading', { name: 'Thức ăn thừa' })).toBeFocused();
  await expect(result(page).getByText('Túi xanh lá cây', { exact: true })).toBeInViewport();
  await expect(result(page)).toContainText('Em chọn');
  await expect(result(page)).toContainText('Cảm ơn em');
  network.condition = 'up';

  // On a line that hangs, the device answers long before the request is given up.
  await page.context().route(`**${scan.analyze.path}`, () => {});
  await chooseFile(page, 'bia.jpg', 'image/jpeg', photo);
  await expect(result(page).getByRole('heading', { name: 'Bìa các tông' })).toBeVisible({
    timeout: 25_000,
  });
  await expect(deviceNote(page)).toBeVisible();
  await page.context().close();
});

test('a student without camera permission chooses files, says what they are, and sees what is wrong', async ({
  browser,
}) => {
  const page = await openScanner(browser, []);
  await expect(page.getByRole('alert')).toContainText('Máy ảnh chưa được phép mở');
  await expect(button(page, 'Thử lại')).toBeVisible();
  await expect(hint(page)).toHaveCount(0);
  await chooseFile(page, 'bia.jpg', 'image/jpeg', photo);
  await expect(result(page).getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
  // The input must be cleared: the browser reports only changes, so the same file could not be chosen again.
  await expect(page.locator('input[type=file]')).toHaveValue('');
  await chooseFile(page, 'tuong.png', 'image/png', await blankPicture(page));
  await expect(page.getByText(messages.scan.unrecognized)).toBeVisible();

  // A battery looks like metal, and must not end up among it.
  await chooseKind(page, 'Kim loại');
  const question = page.getByRole('group', { name: 'Có phải pin không?' });
  await question.getByRole('button', { name: 'Không phải' }).click();
  await expect(question).toHaveCount(0);
  await expect(result(page).getByText(/Cảm ơn em đã nhìn kỹ/)).toBeFocused();
  await expect(result(page)).toContainText('Rác tái chế');
  await chooseKind(page, 'Đồ điện tử');
  await expect(result(page)).toContainText('Đưa cho thầy cô');
  await expect(question).toHaveCount(0);
  await chooseKind(page, 'Thủy tinh');
  await page
    .getByRole('group', { name: 'Có phải bóng đèn không?' })
    .getByRole('button', { name: 'Phải', exact: true })
    .click();
  await expect(result(page).getByRole('heading', { name: 'Bóng đèn' })).toBeFocused();
  await expect(result(page)).toContainText('Rác nguy hại');
  await chooseFile(page, 'chu.jpg', 'image/jpeg', Buffer.from('không phải ảnh'));
  await expect(page.getByText(messages.scan.failed)).toBeVisible();
  await page.context().close();
});

test('a site without https says that the camera needs https', async ({ page }) => {
  await openAs(page, 'student', `http://${plainHost}:${port}/scan-app/scan`);
  await expect(page.getByRole('alert')).toContainText(messages.scan.noCamera);
  await expect(page.getByRole('alert')).toContainText('https');
  await chooseFile(page, 'bia.jpg', 'image/jpeg', photo);
  await expect(result(page).getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
});
