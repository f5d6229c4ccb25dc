import type { Post } from '@lop-xanh/contract/posts';
import { type Browser, expect, type Page } from '@playwright/test';
import type { FarServer } from './far-server.ts';
import { desktop, enterAs } from './people.ts';

/** Somebody whose device has the app for good, and what all its lists show. */
export async function visitor(
  browser: Browser,
  { network }: FarServer,
  username: string,
  size = desktop,
): Promise<Page> {
  network.weather = 'through';
  const context = await browser.newContext({ viewport: size, baseURL: network.address });
  const page = await context.newPage();
  await enterAs(page, username);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('main [role=status]')).toHaveCount(0);
  return page;
}

export const postsOfTeacher = async ({ as }: FarServer, { request }: Page): Promise<Post[]> =>
  (await (await as(request, 'teacher', 'GET', '/api/posts')).json()).posts;

/** What tells on the page that something waits. */
export const unsent = (page: Page) => page.getByText(/thay đổi chưa gửi\. Sẽ/);
