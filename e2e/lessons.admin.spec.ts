import { type Lesson, lessons } from '@lop-xanh/contract/lessons';
import { messages } from '@lop-xanh/contract/messages';
import { tableRow } from './accounts.ts';
import { editLesson, editor, findLesson, saveLesson } from './lesson-editor.ts';
import { addLesson, cardsIn, deleteLesson, makeWeek, section } from './lessons.ts';
import { desktop, openAs } from './login.ts';
import { requestAs } from './requests.ts';
import { type Browser, expect, type Page, test } from './test.ts';

const words = messages.lessons;

async function openAsUser(browser: Browser, username: string, path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: desktop })).newPage();
  await openAs(page, username, path);
  return page;
}

test('a week hidden by an Admin disappears for a teacher at once, with its content', async ({
  browser,
  page,
}) => {
  const title = `Vườn ${Date.now()}`;
  const lesson = await addLesson(page, {
    title,
    grade_id: 1,
    content: [4, 5, 6].map((number) => makeWeek(number, `${title} tuần ${number}`)),
  });
  const teacher = await openAsUser(browser, 'teacher2', '/lessons');
  const card = (number: number) =>
    teacher.getByRole('main').getByRole('link', { name: `${title} tuần ${number}` });
  await expect(card(5)).toBeVisible();

  await editLesson(page, title);
  await editor(page).getByLabel('Chọn tuần 5', { exact: true }).check();
  await editor(page).getByRole('button', { name: 'Ẩn 1 tuần' }).click();
  await saveLesson(page);
  await expect(editor(page)).toHaveCount(0);

  await teacher.getByRole('link', { name: messages.navigation.home }).click();
  await teacher.getByRole('link', { name: messages.navigation.lessons }).first().click();
  await expect(card(6)).toBeVisible();
  await expect(card(5)).toHaveCount(0);
  await teacher.goto(`/lessons/${lesson.id}/week/5`);
  await expect(teacher.getByRole('main')).toContainText(words.weekUnavailable(5));
  await expect(teacher.getByRole('link', { name: 'Quay lại' })).toBeVisible();
  const response = await requestAs(
    page.request,
    'teacher2',
    'GET',
    lessons.read.path.replace('{id}', String(lesson.id)),
  );
  const text = await response.text();
  expect(text).toContain(`Tóm tắt của ${title} tuần 6`);
  expect(text).not.toContain(`Tóm tắt của ${title} tuần 5`);
  await page.goto(`/lessons/${lesson.id}/week/5`);
  await expect(page.getByRole('main')).toContainText(words.weekUnavailable(5));

  await page.goto('/admin/lessons');
  await findLesson(page, title);
  await page.getByRole('button', { name: `Xóa ${title}` }).click();
  const question = page.getByRole('dialog', { name: 'Xóa bài giảng?' });
  await expect(question.getByRole('button', { name: 'Hủy' })).toBeFocused();
  await question.getByRole('button', { name: 'Xóa' }).click();
  await expect(tableRow(page, title)).toHaveCount(0);
  await teacher.reload();
  await expect(teacher.getByRole('main')).toContainText(words.notFound);
});

test('the table can be searched without diacritics, filtered by grade, and is paged above ten rows', async ({
  page,
}) => {
  const stamp = `Trang ${Date.now()}`;
  const added: Lesson[] = [];
  for (let number = 1; number <= 11; number++) {
    const grade_id = number === 11 ? 5 : 4;
    added.push(await addLesson(page, { title: `${stamp} số ${number}`, grade_id, content: [] }));
  }
  await openAs(page, 'admin', '/admin/lessons');
  const rows = page.getByRole('rowheader');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('searchbox').fill(`${stamp} so`.toUpperCase());
  const bar = page.getByRole('navigation', { name: 'Các trang' });
  await expect(rows).toHaveCount(10);
  await expect(bar).toContainText('1–10 trên 11');
  await bar.getByRole('button', { name: 'Trang số 2' }).click();
  await expect(rows).toHaveText([`${stamp} số 11`]);
  await page.getByRole('combobox', { name: 'Lọc theo khối' }).selectOption('Khối 4');
  await expect(rows).toHaveCount(10);
  await expect(bar).toHaveCount(0);
  await page.getByRole('searchbox').fill('không có bài nào như thế');
  await expect(page.getByText('Không tìm thấy bài giảng nào')).toBeVisible();
  for (const lesson of added) await deleteLesson(page, lesson);
});

test('an Admin can open every grade and sees no class progress', async ({ page }) => {
  await openAs(page, 'admin', '/lessons?grade=2');
  await expect(page.getByRole('combobox', { name: 'Khối' }).getByRole('option')).toHaveCount(5);
  await expect(cardsIn(page, words.thisMonth).first()).toBeVisible();
  await expect(section(page, words.thisMonth)).toBeVisible();
  await expect(page.getByText(words.progress)).toHaveCount(0);
});
