import { lessons } from '@lop-xanh/contract/lessons';
import { expect, type Page, test } from '@playwright/test';
import { enterAs } from './people.ts';

/** A picture of noise, which cannot be made small: on a line of 100 kB a second it takes half a minute. */
function largePicture() {
  const noise = Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * at * 31 + at * 7) % 251);
  return { name: 'rừng.png', mimeType: 'image/png', buffer: Buffer.from(noise) };
}

const isStopped = (page: Page) =>
  page.waitForEvent('requestfailed', (one) => one.url().endsWith(lessons.uploadThumbnail.path));

test('a picture on its way is seen to move, and stops when it is cancelled or its week is removed', async ({
  page,
}) => {
  await enterAs(page, 'admin', '/admin/lessons');
  await page.getByRole('button', { name: 'Thêm bài giảng' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bài giảng mới' });
  const addWeek = dialog.getByRole('button', { name: 'Thêm tuần' });
  const picture = dialog.locator('input[type=file]');
  const saving = dialog.getByRole('button', { name: 'Lưu' });
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
  let stopped = isStopped(page);
  await dialog.getByRole('button', { name: 'Hủy gửi' }).click();
  await stopped;
  await expect(saving).toBeEnabled();
  await expect(dialog.getByText('Chọn ảnh đại diện')).toBeVisible();
  await expect(dialog.locator('p[role=alert]')).toBeEmpty();

  await picture.setInputFiles(largePicture());
  await expect(bar).toBeVisible();
  stopped = isStopped(page);
  await dialog.getByRole('button', { name: 'Xóa tuần 1' }).click();
  await page.getByRole('dialog', { name: 'Xóa tuần 1?' }).getByRole('button').last().click();
  await stopped;
  await expect(saving).toBeEnabled();
});
