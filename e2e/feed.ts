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
