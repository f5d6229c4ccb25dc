import { messages } from '@lop-xanh/contract/messages';
import { cardsIn, fetchExpectedLibrary } from './lessons.ts';
import { openAs, phone } from './login.ts';
import { expect, test } from './test.ts';

test('a parent can choose only the grades of their children', async ({ page }) => {
  await page.setViewportSize(phone);
  await openAs(page, 'parent', '/lessons');
  const grades = page.getByRole('combobox', { name: 'Khối' });
  await expect(grades.getByRole('option')).toHaveText(['Khối 3', 'Khối 5']);
  await grades.focus();
  await grades.selectOption('Khối 5');
  await expect(page).toHaveURL('/lessons?grade=5');
  await expect(grades).toBeFocused();

  const { thisMonth, current, progress } = await fetchExpectedLibrary(page, 'parent', 5);
  const cards = cardsIn(page, messages.lessons.thisMonth);
  await expect(cards).toHaveCount(thisMonth.flatMap((week) => week.cards).length);
  await expect(cards.first()).toContainText(current?.cards[0]?.entry.title ?? '');
  await expect(page.getByText(messages.lessons.left(progress.left), { exact: true })).toBeVisible();

  await cards.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    current?.cards[0]?.entry.title ?? '',
  );
  await page.goBack();
  await expect(grades).toHaveValue('5');
});
