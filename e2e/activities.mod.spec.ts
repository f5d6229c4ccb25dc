import { messages } from '@lop-xanh/contract/messages';
import { fetchExpectedLibrary, setClockToWeek } from './lessons.ts';
import { openAs } from './login.ts';
import { expect, test } from './test.ts';

test('a Mod picks a grade and sees its activities of the calendar week', async ({ page }) => {
  await setClockToWeek(page, 16);
  const { current } = await fetchExpectedLibrary(page, 'mod', 5, { week: 16 });
  await openAs(page, 'mod', '/activities');
  const grades = page.getByRole('combobox', { name: 'Khối' });
  await expect(grades.getByRole('option')).toHaveCount(5);
  await grades.selectOption('Khối 5');
  await expect(page.getByRole('button', { pressed: true })).toHaveText('Tuần 16Tuần này');
  await expect(page.getByRole('main')).toContainText(current?.cards[0]?.entry.title ?? '');
});

test('a Mod sees an error when the grades cannot be loaded', async ({ page }) => {
  await page.route('**/api/grades', (route) => route.fulfill({ status: 500, json: {} }));
  await openAs(page, 'mod', '/activities');
  await expect(page.getByRole('alert')).toContainText(messages.activities.dataFailed);
});
