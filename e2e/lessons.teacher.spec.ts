import { messages } from '@lop-xanh/contract/messages';
import {
  addLesson,
  cardsIn,
  deleteLesson,
  fetchExpectedLibrary,
  makeWeek,
  quietClass,
} from './lessons.ts';
import { openAs } from './login.ts';
import { expect, test } from './test.ts';

const { grade, teacher } = quietClass;
const words = messages.lessons;

test('a teacher sees the grade of their own class without a choice', async ({ page }) => {
  const { thisMonth, progress } = await fetchExpectedLibrary(page, teacher, grade);
  await openAs(page, teacher, '/lessons');
  await expect(cardsIn(page, words.thisMonth)).toHaveCount(
    thisMonth.flatMap((week) => week.cards).length,
  );
  await expect(page.getByText(words.left(progress.left), { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0);
});

test('a slide is sandboxed, has a link, and can be shown full screen', async ({ page }) => {
  // No request leaves for the internet.
  await page.route('https://docs.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Slide</h1>' }),
  );
  const lesson = await addLesson(page, {
    title: `Trình chiếu ${Date.now()}`,
    grade_id: 1,
    content: [
      makeWeek(35, 'Bài đầu', {
        canva_link: 'https://docs.google.com/presentation/d/abcDEF123/edit',
      }),
      makeWeek(35, 'Bài ẩn', { status: 'inactive' }),
      makeWeek(35, 'Bài sau'),
    ],
  });
  await openAs(page, 'teacher2', `/lessons/${lesson.id}/week/35`);
  const main = page.getByRole('main');
  await expect(main.getByRole('article').getByRole('heading', { level: 2 })).toHaveText([
    'Bài đầu',
    'Bài sau',
  ]);
  const frame = main.locator('iframe');
  await expect(frame).toHaveCount(1);
  const sandbox = (await frame.getAttribute('sandbox')) ?? '';
  expect(sandbox).toContain('allow-scripts');
  expect(sandbox).not.toContain('allow-top-navigation');
  await expect(frame.contentFrame().getByRole('heading')).toHaveText('Slide');
  await expect(main.getByRole('link', { name: 'Mở trong thẻ mới' })).toHaveAttribute(
    'href',
    'https://docs.google.com/presentation/d/abcDEF123/embed',
  );
  await main.getByRole('button', { name: 'Toàn màn hình' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('IFRAME');
  await page.evaluate(() => document.exitFullscreen());
  await deleteLesson(page, lesson);
});
