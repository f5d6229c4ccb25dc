import { messages } from '@lop-xanh/contract/messages';
import { openAs, phone } from './login.ts';
import { chromiumWithCamera } from './settings.ts';
import { expect, type Page, test } from './test.ts';

test.use({
  viewport: phone,
  permissions: ['camera'],
  launchOptions: {
    ...chromiumWithCamera,
    args: [...chromiumWithCamera.args, '--use-fake-device-for-media-stream=device-count=2'],
  },
});

/** The id of the camera whose video is playing. */
const getCameraId = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const stream = video.srcObject as MediaStream | null;
    const isMoving = video.readyState >= video.HAVE_CURRENT_DATA && !video.paused;
    return isMoving ? stream?.getVideoTracks()[0]?.getSettings().deviceId : undefined;
  });

test('a phone with two cameras can switch between them', async ({ page }) => {
  await openAs(page, 'student', '/scan-app/scan');
  const switchCamera = page.getByRole('button', { name: 'Đổi máy ảnh' });
  await expect(switchCamera).toBeEnabled();
  await expect.poll(() => getCameraId(page)).toBeTruthy();
  const first = await getCameraId(page);

  await switchCamera.click();
  await expect.poll(() => getCameraId(page)).toMatch(new RegExp(`^(?!${first}$).+`));
  await switchCamera.click();
  await expect.poll(() => getCameraId(page)).toBe(first);
  await expect(page.getByRole('button', { name: messages.scan.shoot })).toBeEnabled();
});
