import type { Post } from '@lop-xanh/contract/posts';
import { type Browser, expect, type Page } from '@playwright/test';
import { desktop, openAs } from './login.ts';
import type { RemoteServer } from './remote-server.ts';

/** Opens the feed on a device and waits until the app and its lists are cached there. */
export async function openCachedFeed(
  browser: Browser,
  { network }: RemoteServer,
  username: string,
  size = desktop,
): Promise<Page> {
  network.condition = 'up';
  const context = await browser.newContext({ viewport: size, baseURL: network.address });
  const page = await context.newPage();
  await openAs(page, username);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('main [role=status]')).toHaveCount(0);
  return page;
}

export const fetchTeacherPosts = async (
  { requestAs }: RemoteServer,
  { request }: Page,
): Promise<Post[]> =>
  (await (await requestAs(request, 'teacher', 'GET', '/api/posts')).json()).posts;
