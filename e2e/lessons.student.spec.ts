import { messages } from '@lop-xanh/contract/messages';
import { readDeviceStorage } from './device-storage.ts';
import { createGate } from './gate.ts';
import { cardsIn, fetchExpectedLibrary, quietClass, section } from './lessons.ts';
import { desktop, openAs, phone } from './login.ts';
import { expect, test } from './test.ts';

const { grade, student } = quietClass;
const words = messages.lessons;
const current = 'Bài hiện tại';

test('a student on a phone sees only this week’s lesson and reads it', async ({ page }) => {
  const library = await fetchExpectedLibrary(page, student, grade);
  const now = library.current;
  await page.setViewportSize(phone);
  await openAs(page, student, '/lessons');
  await expect(cardsIn(page, words.thisWeek)).toHaveCount(now?.cards.length ?? 0);
  const card = cardsIn(page, words.thisWeek).first();
  await expect(card).toContainText(`Tuần ${now?.week}`);
  await expect(card).toContainText(current);
  await expect(page.getByRole('heading', { name: words.thisMonth })).toHaveCount(0);
  await expect(page.getByText(words.left(library.progress.left), { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0);

  await card.click();
  const entry = now?.cards[0]?.entry;
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(entry?.title ?? '');
  await expect(main).toContainText(entry?.summary ?? '');
  for (const line of [...(entry?.outline ?? []), ...(entry?.items ?? [])]) {
    await expect(main.getByText(line, { exact: true }).first()).toBeVisible();
  }
  const summary = main.getByText(entry?.summary ?? '', { exact: true });
  await main.getByRole('heading', { name: words.summary }).click();
  await expect(summary).toBeHidden();
  await main.getByRole('heading', { name: words.summary }).click();
  await expect(summary).toBeVisible();

  const box = await main.getByRole('link', { name: messages.navigation.lessons }).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  const next = library.weeks.find((week) => week.isActive && week.week > (now?.week ?? 0));
  await main
    .getByRole('navigation', { name: 'Các tuần khác' })
    .getByRole('link', { name: `Tuần ${next?.week} ` })
    .click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(
    next?.cards[0]?.entry.title ?? '',
  );
});

test('the next lesson is fetched in advance once the line is back', async ({ page, context }) => {
  const oneLesson = /\/api\/lessons\/\d+$/;
  await page.route(oneLesson, (route) => route.abort());
  const failed: string[] = [];
  page.on('requestfailed', (request) => {
    if (oneLesson.test(request.url())) failed.push(request.url());
  });
  await openAs(page, student);
  // It is tried twice, and again when the profile has been refetched.
  const countFirst = () => failed.filter((url) => url === failed[0]).length;
  await expect.poll(countFirst).toBe(4);
  await context.setOffline(true);
  await page.unroute(oneLesson);
  const firstLesson = new RegExp(`lessons/one/${failed[0]?.split('/').at(-1)}\\b`);
  expect(await readDeviceStorage(page)).not.toMatch(firstLesson);
  await context.setOffline(false);
  await expect.poll(() => readDeviceStorage(page)).toMatch(firstLesson);
});

test('a student on a wide screen sees every week still to come', async ({ page }) => {
  const library = await fetchExpectedLibrary(page, student, grade);
  await page.setViewportSize(desktop);
  await openAs(page, student, '/lessons');
  const cards = cardsIn(page, words.thisMonth);
  await expect(cards).toHaveCount(library.thisMonth.flatMap((week) => week.cards).length);
  await expect(cards.first()).toContainText(current);
  await expect(page.getByText(current)).toHaveCount(library.current?.cards.length ?? 0);
  await expect(page.getByText(words.left(library.progress.left), { exact: true })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: words.progress })).toHaveAttribute(
    'aria-valuenow',
    String(library.progress.percent),
  );
  const finished = library.finished.flatMap((week) => week.cards);
  if (finished.length > 0) await expect(cardsIn(page, words.finished)).toHaveCount(finished.length);
  else await expect(section(page, words.finished)).toContainText(words.noneCompleted);

  await page.setViewportSize({ width: 900, height: 500 });
  await expect(page.getByRole('heading', { name: words.thisWeek })).toBeVisible();
  await page.setViewportSize({ width: 901, height: 500 });
  await expect(page.getByRole('heading', { name: words.thisMonth })).toBeVisible();
});

test('a missing lesson or week shows a message and a way back', async ({ page }) => {
  const { lessons } = await fetchExpectedLibrary(page, student, grade);
  const otherGrade = await fetchExpectedLibrary(page, 'mod', grade + 2);
  const own = lessons[0]?.id;
  const main = page.getByRole('main');
  await openAs(page, student, '/lessons/999999999/week/1');
  await expect(main).toContainText(words.notFound);
  await page.goto(`/lessons/${otherGrade.lessons[0]?.id}/week/1`);
  await expect(main).toContainText(words.notFound);
  for (const week of ['36', '0', 'abc']) {
    await page.goto(`/lessons/${own}/week/${week}`);
    await expect(main).toContainText(words.weekUnavailable(week));
  }
  await main.getByRole('link', { name: 'Quay lại' }).click();
  await expect(page).toHaveURL('/lessons');
});

test('the loading, failed and empty states each have their own message', async ({ page }) => {
  const { lessons } = await fetchExpectedLibrary(page, student, grade);
  const list = /\/api\/lessons\?/;
  // From the beginning, because a list that was loaded once is shown from the device. Only the user's own retry
  // succeeds: the lessons of the coming week ask for the list, too.
  const retried = page.locator('html[data-retried]');
  await page.route(list, async (route) => {
    const isRetried = (await retried.count()) > 0;
    const empty = { lessons: [], classes: [] };
    await route.fulfill(isRetried ? { json: empty } : { status: 500, json: {} });
  });
  const gate = createGate();
  await page.route(/\/api\/lessons\/\d+$/, async (route) => {
    await gate.opened;
    await route.continue();
  });
  await openAs(page, student, `/lessons/${lessons[0]?.id}/week/1`);
  await expect(page.getByText(words.loading, { exact: true })).toBeVisible();
  const backLink = page.getByRole('main').getByRole('link', { name: messages.navigation.lessons });
  await expect(backLink).toBeVisible();
  gate.open();
  await expect(page.getByText(words.loading, { exact: true })).toHaveCount(0);

  await page.goto('/lessons');
  await expect(page.getByRole('alert')).toContainText('Không tải được bài giảng');
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    addEventListener('click', () => Object.assign(dataset, { retried: '' }), { capture: true });
  });
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(page.getByText('Chưa có bài giảng', { exact: true })).toBeVisible();
});
