import { addLargeSchool } from './large-school.ts';
import { openAs } from './login.ts';
import { type APIRequestContext, expect, test } from './test.ts';
import {
  addSmallSchool,
  checks,
  chooseTeacher,
  closedRow,
  fetchDraft,
  placeField,
  savedText,
  startButton,
  startYear,
  teacherField,
  yearPath,
} from './years.ts';

/** The names of the school's classes with the first names of their students. */
async function listClasses(request: APIRequestContext, username: string) {
  const { classes, students } = (await fetchDraft(request, username)).school;
  return Object.fromEntries(
    classes.map(({ id, name }) => [
      name,
      students
        .filter(({ class_id }) => class_id === id)
        .map(({ full_name }) => full_name.split(' ').at(-1)),
    ]),
  );
}

test('a Mod prepares a year, fixes what is open, starts it, undoes it and starts it again', async ({
  page,
  request,
}) => {
  const { mod } = await addSmallSchool(request);
  await openAs(page, mod);
  await page.getByRole('link', { name: 'Năm học' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Năm học mới \d{4}–\d{4}$/);
  await expect(page.getByText('Đề xuất')).toBeVisible();
  // Two classes without a teacher, and a new student without a class.
  await expect(startButton(page)).toHaveText('Bắt đầu năm học · còn 3 việc');
  await expect(startButton(page)).toBeDisabled();

  await page
    .getByRole('button', { name: /Lớp mới/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Thêm lớp: Khối 1' }).click();
  await expect(page.getByRole('textbox', { name: 'Tên lớp 1A' })).toBeFocused();
  await page.keyboard.type('1C');
  await page.keyboard.press('Enter');
  await checks(page)
    .getByRole('button', { name: /^Phân đều/ })
    .click();
  await checks(page)
    .getByRole('button', { name: 'Xác nhận để trống: 1C chưa có giáo viên' })
    .click();

  await checks(page).getByRole('button', { name: 'Chọn: 4A chưa có giáo viên' }).click();
  await expect(teacherField(page, '4A')).toBeFocused();
  await chooseTeacher(page, '4A', 'Hoa');
  await checks(page).getByRole('button', { name: 'Chọn: 5B chưa có giáo viên' }).click();
  // The same teacher again: the former class is open again.
  await chooseTeacher(page, '5B', 'Hoa');
  await expect(startButton(page)).toHaveText('Bắt đầu năm học · còn 1 việc');
  await chooseTeacher(page, '4A', 'Nam');

  await closedRow(page, /^3A/).click();
  await placeField(page, 'Nguyễn Thị Bình').selectOption('Rời đi');
  await expect(savedText(page)).toBeVisible();
  await expect(startButton(page)).toHaveText('Bắt đầu năm học');
  await page.reload();
  await expect(savedText(page)).toBeVisible();
  await expect(page.getByText(/^Bản nháp \d+$/)).toBeVisible();

  await startButton(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('definition')).toHaveText([
    '3',
    '0',
    '1',
    '0',
    '1',
    '4 em · 3 lớp',
  ]);
  await dialog.getByRole('button', { name: 'Bắt đầu' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Năm học \d{4}–\d{4}$/);
  const rolledOver = { '1C': ['Minh'], '4A': ['An'], '5B': ['Chi', 'Dũng'] };
  expect(await listClasses(request, mod)).toEqual(rolledOver);

  await page.getByRole('button', { name: 'Hoàn tác' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hoàn tác' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Năm học mới/);
  expect(await listClasses(request, mod)).toEqual({ '3A': ['An', 'Bình'], '4B': ['Chi', 'Dũng'] });
  await startYear(page);
  expect(await listClasses(request, mod)).toEqual(rolledOver);
});

test('a school of 1,200 students rolls over, with 3 retained and 40 graduating', async ({
  page,
  request,
}) => {
  const mod = await addLargeSchool([
    { grade: 1, classes: 9, students: 34 },
    { grade: 2, classes: 9, students: 34 },
    { grade: 3, classes: 8, students: 34 },
    { grade: 4, classes: 8, students: 34 },
    { grade: 5, classes: 1, students: 40 },
  ]);
  await openAs(page, mod, yearPath);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Năm học mới/);
  await closedRow(page, /^Khối 3/).click();
  await closedRow(page, /^3A/).click();
  const list = page.getByRole('list', { name: 'Học sinh lớp 3A' });
  await expect(list.getByRole('listitem')).toHaveCount(34);
  await list.getByRole('checkbox').nth(4).check();
  await list
    .getByRole('checkbox')
    .nth(6)
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('Đã chọn 3 em')).toBeVisible();
  await page.getByLabel('Chuyển các em đã chọn đến').selectOption('3B');
  await page.getByRole('button', { name: 'Chuyển', exact: true }).click();
  await expect(page.getByRole('row', { name: /^3A/ }).getByRole('cell').nth(2)).toHaveText('3');

  // No class of this year has the name of these, and so a teacher for them.
  const open = checks(page).getByRole('button', { name: /^Xác nhận để trống/ });
  while ((await open.count()) > 0) await open.first().click();
  await expect(savedText(page)).toBeVisible();
  await startButton(page).click();
  await expect(page.getByRole('dialog').getByRole('definition')).toHaveText([
    '1.153',
    '3',
    '0',
    '40',
    '0',
    '1.156 em · 43 lớp',
  ]);
  await page.getByRole('dialog').getByRole('button', { name: 'Bắt đầu' }).click();
  await expect(page.getByText(/Năm học .* đã bắt đầu/).first()).toBeVisible();
  const { school } = await fetchDraft(request, mod);
  expect([school.classes.length, school.students.length]).toEqual([43, 1156]);
});
