import { postCard } from './feed.ts';
import { openAs, phone } from './login.ts';
import { expect, type Locator, test } from './test.ts';

/** Of each picture, whether it is drawn; undefined while it loads. */
const listDrawn = (pictures: Locator) =>
  pictures.evaluateAll((images) =>
    (images as HTMLImageElement[]).map(({ complete, naturalWidth }) =>
      complete ? naturalWidth > 0 : undefined,
    ),
  );

test('pictures that could not be loaded are loaded again when the network or the user is back', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.route('**/uploads/**', (route) => route.abort());
  await openAs(page, 'student');
  const photo = postCard(page, 'Lớp mình trồng cây').locator('img[src*="/uploads/"]').first();
  // In place of a lesson's picture there is a leaf.
  const lesson = page.getByRole('main').locator('img[src*="/uploads/lessons/"]').first();
  for (const event of ['online', 'visibilitychange']) {
    await photo.scrollIntoViewIfNeeded();
    await expect.poll(() => listDrawn(photo)).toEqual([false]);
    await expect(lesson).toHaveCount(0);
    await page.unroute('**/uploads/**');
    await page.evaluate(
      (type) => document.dispatchEvent(new Event(type, { bubbles: true })),
      event,
    );
    await expect.poll(() => listDrawn(photo)).toEqual([true]);
    await lesson.scrollIntoViewIfNeeded();
    await expect.poll(() => listDrawn(lesson)).toEqual([true]);
    if (event === 'visibilitychange') break;
    await page.route('**/uploads/**', (route) => route.abort());
    await page.reload();
  }
});

test('a picture whose URL has expired is drawn in the open viewer', async ({ page }) => {
  await page.setViewportSize(phone);
  // The feed that is shown first has old URLs.
  await page.route(
    /\/api\/posts\?/,
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/"url":"(\/uploads\/[^"]+)"/g, '"url":"$1&old"');
      await route.fulfill({ response, body });
    },
    { times: 1 },
  );
  await page.route(/\/uploads\/.*&old/, (route) => route.fulfill({ status: 403 }));
  await openAs(page, 'student');
  await postCard(page, 'Lớp mình trồng cây')
    .getByRole('button', { name: /^Xem ảnh 1/ })
    .click();
  const picture = page.locator('.yarl__slide_current img');
  const isDrawn = () =>
    picture.evaluate(
      ({ src, naturalWidth }: HTMLImageElement) => naturalWidth > 0 && !src.includes('&old'),
    );
  await expect(picture).toBeVisible();
  await expect.poll(isDrawn).toBe(true);
  const viewer = page.locator('.yarl__root');
  await viewer.getByRole('button', { name: 'Đóng' }).click();
  await expect(viewer).toHaveCount(0);
});
