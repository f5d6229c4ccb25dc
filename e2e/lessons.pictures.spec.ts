import { lessons } from '@lop-xanh/contract/lessons';
import { openAs } from './login.ts';
import { expect, type Page, test } from './test.ts';

/** Incompressible noise that takes half a minute to upload at 100 kB/s. */
function largePicture() {
  const noise = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * i * 31 + i * 7) % 251);
  return { name: 'rừng.png', mimeType: 'image/png', buffer: Buffer.from(noise) };
}

const waitForAbort = (page: Page) =>
  page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith(lessons.uploadThumbnail.path),
  );

test('an upload shows its progress and stops when it is cancelled or its week is deleted', async ({
  page,
}) => {
  await openAs(page, 'admin', '/admin/lessons');
  await page.getByRole('link', { name: 'Thêm bài giảng' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bài giảng mới' });
  const addWeek = dialog.getByRole('button', { name: 'Thêm tuần' });
  const picture = dialog.locator('input[type=file]');
  const saveButton = dialog.getByRole('button', { name: 'Lưu' });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 100_000,
  });

  await addWeek.click();
  await picture.setInputFiles(largePicture());
  const bar = dialog.getByRole('progressbar', { name: 'Tiến độ gửi ảnh' });
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]/);
  let aborted = waitForAbort(page);
  await dialog.getByRole('button', { name: 'Hủy gửi' }).click();
  await aborted;
  await expect(saveButton).toBeEnabled();
  await expect(dialog.getByText('Chọn ảnh đại diện')).toBeVisible();
  await expect(dialog.locator('p[role=alert]')).toBeEmpty();

  await picture.setInputFiles(largePicture());
  await expect(bar).toBeVisible();
  aborted = waitForAbort(page);
  await dialog.getByRole('button', { name: 'Xóa tuần 1' }).click();
  await page.getByRole('dialog', { name: 'Xóa tuần 1?' }).getByRole('button').last().click();
  await aborted;
  await expect(saveButton).toBeEnabled();
});
