import { messages } from '@lop-xanh/contract/messages';
import { cardsIn, fetchExpectedLibrary, setClockToWeek } from './lessons.ts';
import { openAs } from './login.ts';
import { expect, test } from './test.ts';

test('a Mod picks a grade and sees the calendar week and the average progress of its classes', async ({
  page,
}) => {
  await setClockToWeek(page, 16);
  await openAs(page, 'mod', '/lessons');
  const grades = page.getByRole('combobox', { name: 'Khối' });
  await expect(grades.getByRole('option')).toHaveText(
    [1, 2, 3, 4, 5].map((grade) => `Khối ${grade}`),
  );

  await grades.selectOption('Khối 2');
  const { thisMonth, progress } = await fetchExpectedLibrary(page, 'mod', 2);
  await expect(cardsIn(page, messages.lessons.thisMonth)).toHaveCount(
    thisMonth.flatMap((week) => week.cards).length,
  );
  await expect(page.getByText(messages.lessons.left(progress.left), { exact: true })).toBeVisible();
  const first = cardsIn(page, messages.lessons.thisMonth).first();
  await expect(first).toContainText('Tuần 16');
  await expect(first).toContainText('Tuần này');
  await expect(page.getByText('Bài hiện tại')).toHaveCount(0);
  await page.reload();
  await expect(grades).toHaveValue('2');
  await cardsIn(page, messages.lessons.thisMonth).first().click();
  await expect(page.getByRole('main')).toContainText('Tuần 16 · Khối 2');
  await page
    .getByRole('main')
    .getByRole('link', { name: messages.navigation.lessons, exact: true })
    .click();
  await expect(grades).toHaveValue('2');
});

test('during the holidays no lesson and no activity is marked as the current one', async ({
  page,
}) => {
  await setClockToWeek(page, 40);
  const badges = page.getByText(/^(Tuần này|Bài hiện tại|Hiện tại)$/);
  await openAs(page, 'mod', '/lessons');
  await expect(page.getByRole('main')).toContainText('Tuần 35');
  await expect(badges).toHaveCount(0);
  await page.goto('/activities');
  await expect(page.getByRole('button', { name: 'Tuần 35' })).toBeVisible();
  await expect(badges).toHaveCount(0);
});
