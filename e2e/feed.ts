import type { Locator, Page } from '@playwright/test';
import { makeMp4 } from '../server/src/testing/videos.ts';

/** The posts on a page, or in a part of it, whose title contains this text. */
export const postCard = (page: Page, title: string, part: Page | Locator = page): Locator =>
  part.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });

/** Opens the post editor and fills in its text. */
export async function writePost(page: Page, title: string, content: string): Promise<Locator> {
  await page.getByRole('button', { name: /Hôm nay lớp có gì vui|Viết tiếp bản nháp/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tiêu đề').fill(title);
  await dialog.getByLabel('Nội dung').fill(content);
  return dialog;
}

/** Confirms that nobody without consent can be recognized in the files of the open post editor. */
export async function confirmPhotos(editor: Locator): Promise<void> {
  await editor.getByLabel(/^Không nhận ra em nào/).check();
}

/** Accepted by the server as a video. */
export const video = makeMp4({ length: 20_000 });

/** A second of a moving picture of 320 × 180. */
export async function recordVideo(page: Page): Promise<Buffer> {
  const content = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 180;
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' });
    const recorded: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => recorded.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let x = 0; x < 320; x += 4) {
      context?.fillRect(x, 0, 3, 180);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(recorded).arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  });
  return Buffer.from(content, 'latin1');
}
