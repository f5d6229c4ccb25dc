import { expect, type Page, test } from '@playwright/test';
import { video, write } from './feed.ts';
import { enterAs, phone } from './people.ts';

/** From now on these parts of the app cannot be fetched; answers when each was asked for in vain. */
async function lose(page: Page, ...names: string[]): Promise<() => Promise<unknown>> {
  const failures = names.map((name) =>
    page.waitForEvent('requestfailed', (one) => one.url().includes(`/js/${name}.`)),
  );
  await page.route(/\/static\/js\//, (route) =>
    names.some((name) => route.request().url().includes(`/js/${name}.`))
      ? route.abort()
      : route.continue(),
  );
  return () => Promise.all(failures);
}

test('what cannot be fetched ahead of its time neither breaks nor reloads the page', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  const lost = await lose(page, 'overlay-host', 'menu-drawer', 'refused-actions');
  await enterAs(page, 'student');
  let loads = 0;
  page.on('load', () => loads++);
  await lost();
  await page.getByRole('navigation', { name: 'Thanh dưới' }).getByRole('link').last().click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(loads).toBe(0);
});

test('a page that is shown and cannot be fetched is tried once more by a reload, then told', async ({
  page,
}) => {
  await lose(page, 'profile-route');
  await enterAs(page, 'student');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Hồ sơ' }).first().click();
  await reloaded;
  await expect(page.getByRole('alert')).toContainText('Hãy kiểm tra mạng rồi tải lại');
  await page.unroute(/\/static\/js\//);
  await page.getByRole('button', { name: 'Tải lại trang' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
});

test('a question that cannot be shown in the app is asked by the browser', async ({ page }) => {
  const lost = await lose(page, 'overlay-host');
  await enterAs(page, 'gv0001');
  const editor = await write(page, 'Bài chưa gửi', 'Có tệp');
  const file = { name: 'hát.mp4', mimeType: 'video/mp4', buffer: video };
  await editor.locator('input[type=file]').setInputFiles(file);
  await expect(editor.getByRole('listitem')).toHaveCount(1);
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.message());
    void question.dismiss();
  });
  await editor.getByRole('button', { name: 'Đóng' }).last().click();
  await lost();
  await expect.poll(() => asked).toEqual([expect.stringContaining('Bỏ thay đổi?')]);
  await expect(editor.getByRole('listitem')).toHaveCount(1);
});
