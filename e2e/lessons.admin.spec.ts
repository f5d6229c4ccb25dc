import { type Lesson, lessons } from '@lop-xanh/contract/lessons';
import { messages } from '@lop-xanh/contract/messages';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { row } from './accounts.ts';
import { callAs } from './calls.ts';
import { addLesson, cardsIn, removeLesson, section, week } from './lessons.ts';
import { desktop, enterAs } from './people.ts';

const words = messages.lessons;
const editor = (page: Page) => page.getByRole('dialog', { name: /bài giảng/i }).first();
const openWeek = (page: Page, number: number) =>
  editor(page)
    .getByRole('button', { name: new RegExp(`^Tuần ${number}\\b`) })
    .click();
const save = (page: Page) => editor(page).getByRole('button', { name: 'Lưu' }).click();
const read = async (page: Page, { id }: Lesson): Promise<Lesson> =>
  (
    await callAs(page.request, 'admin', 'GET', lessons.read.path.replace('{id}', String(id)))
  ).json();

/** Other journeys add lessons too, and a row may stand on a later page: so it is searched. */
async function find(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox').fill(title);
  await expect(row(page, title)).toBeVisible();
}

async function edit(page: Page, title: string): Promise<void> {
  await enterAs(page, 'admin', '/admin/lessons');
  await find(page, title);
  await page.getByRole('button', { name: `Sửa ${title}` }).click();
}

async function person(browser: Browser, username: string, path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: desktop })).newPage();
  await enterAs(page, username, path);
  return page;
}

test('a lesson is written, with every mistake told at its field and nothing typed lost', async ({
  page,
}) => {
  const title = `Bài thử ${Date.now()}`;
  await enterAs(page, 'admin', '/admin/lessons');
  await page.getByRole('button', { name: 'Thêm bài giảng' }).click();
  const dialog = editor(page);
  await save(page);
  await expect(dialog).toContainText(words.titleRequired);
  await expect(dialog).toContainText(words.gradeRequired);
  await expect(dialog.getByLabel('Tên bài giảng')).toBeFocused();
  await dialog.getByLabel('Tên bài giảng').fill(title);
  await expect(dialog).not.toContainText(words.titleRequired);
  await dialog.getByLabel('Khối').selectOption('Khối 4');

  await dialog.getByRole('button', { name: 'Thêm tuần' }).click();
  const number = dialog.getByLabel('Tuần', { exact: true });
  await expect(dialog.getByLabel('Tên bài', { exact: true })).toBeFocused();
  await expect(number).toHaveValue('1');
  await number.fill('');
  await save(page);
  for (const message of [
    words.weekNumberRequired,
    words.weekTitleRequired,
    words.summaryRequired,
  ]) {
    await expect(dialog.getByText(message, { exact: true })).toBeVisible();
  }
  await expect(number).toBeFocused();
  await dialog.getByLabel('Tên bài', { exact: true }).fill('Rừng ngập mặn');
  await dialog.getByLabel(words.summary).fill('Dòng một\nDòng hai');
  for (const bad of ['0', '36', '5.5', 'năm']) {
    await number.fill(bad);
    await save(page);
    await expect(dialog.getByText('Tuần là số nguyên từ 1 đến 35')).toBeVisible();
    await expect(number).toHaveValue(bad);
    await expect(number).toBeFocused();
  }
  await number.fill('35');
  const link = dialog.getByLabel('Liên kết trình chiếu');
  for (const bad of ['javascript:alert(1)', 'https://example.com/slide', 'http://canva.com/x']) {
    await link.fill(bad);
    await save(page);
    await expect(dialog.getByText(/^Chỉ nhận liên kết https/)).toBeVisible();
    await expect(link).toHaveValue(bad);
    await expect(link).toBeFocused();
  }
  await link.fill('https://www.canva.com/design/DAF12345/abcdef/view');

  const picture = dialog.locator('input[type=file]');
  const text = Buffer.from('Đây không phải là ảnh');
  await picture.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: text });
  await expect(dialog.getByText('Chỉ nhận ảnh')).toBeVisible();
  await picture.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: text });
  await expect(dialog.getByText('Chỉ nhận ảnh')).toHaveCount(0);
  await expect(dialog.locator('p[role=alert]')).not.toBeEmpty();
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } });
  await picture.setInputFiles({ name: 'rừng.png', mimeType: 'image/png', buffer });
  await expect(dialog.getByText('Đổi ảnh đại diện')).toBeVisible();
  await expect(dialog.locator('p[role=alert]')).toBeEmpty();
  await dialog.getByLabel(words.outline).fill('Ý một\n\n  Ý hai ');
  await dialog.getByLabel(words.supplies).fill('Kéo');

  const list = await callAs(page.request, 'admin', 'GET', lessons.list.path);
  expect(JSON.stringify(await list.json())).not.toContain(title);
  await save(page);
  await expect(dialog).toHaveCount(0);
  await find(page, title);
  await expect(row(page, title)).toContainText('Khối 4');
  const all: Lesson[] = (
    await (await callAs(page.request, 'admin', 'GET', lessons.list.path)).json()
  ).lessons;
  const saved = all.find((one) => one.title === title) as Lesson;
  expect(saved.content).toMatchObject([
    {
      week: 35,
      title: 'Rừng ngập mặn',
      summary: 'Dòng một\nDòng hai',
      canva_link: 'https://www.canva.com/design/DAF12345/abcdef/view?embed',
      status: 'active',
      thumbnail: expect.stringContaining('/uploads/'),
      outline: ['Ý một', 'Ý hai'],
      items: ['Kéo'],
    },
  ]);
  await removeLesson(page, saved);
});

test('a week that an Admin hides is gone for a teacher at once, its content too', async ({
  browser,
  page,
}) => {
  const title = `Vườn ${Date.now()}`;
  const lesson = await addLesson(page, {
    title,
    grade_id: 1,
    content: [4, 5, 6].map((number) => week(number, `${title} tuần ${number}`)),
  });
  const teacher = await person(browser, 'teacher2', '/lessons');
  const card = (number: number) =>
    teacher.getByRole('main').getByRole('link', { name: `${title} tuần ${number}` });
  await expect(card(5)).toBeVisible();

  await edit(page, title);
  await editor(page).getByLabel('Chọn tuần 5', { exact: true }).check();
  await editor(page).getByRole('button', { name: 'Ẩn 1 tuần' }).click();
  await save(page);
  await expect(editor(page)).toHaveCount(0);

  await teacher.getByRole('link', { name: messages.navigation.home }).click();
  await teacher.getByRole('link', { name: messages.navigation.lessons }).first().click();
  await expect(card(6)).toBeVisible();
  await expect(card(5)).toHaveCount(0);
  await teacher.goto(`/lessons/${lesson.id}/week/5`);
  await expect(teacher.getByRole('main')).toContainText(words.weekUnavailable(5));
  await expect(teacher.getByRole('link', { name: 'Quay lại' })).toBeVisible();
  const sent = await callAs(
    page.request,
    'teacher2',
    'GET',
    lessons.read.path.replace('{id}', String(lesson.id)),
  );
  const text = await sent.text();
  expect(text).toContain(`Tóm tắt của ${title} tuần 6`);
  expect(text).not.toContain(`Tóm tắt của ${title} tuần 5`);
  await page.goto(`/lessons/${lesson.id}/week/5`);
  await expect(page.getByRole('main')).toContainText(words.weekUnavailable(5));

  await page.goto('/admin/lessons');
  await find(page, title);
  await page.getByRole('button', { name: `Xóa ${title}` }).click();
  const question = page.getByRole('dialog', { name: 'Xóa bài giảng?' });
  await expect(question.getByRole('button', { name: 'Hủy' })).toBeFocused();
  await question.getByRole('button', { name: 'Xóa' }).click();
  await expect(row(page, title)).toHaveCount(0);
  await teacher.reload();
  await expect(teacher.getByRole('main')).toContainText(words.notFound);
});

test('weeks are added, doubled, moved by the keyboard, sorted and removed', async ({ page }) => {
  const title = `Thứ tự ${Date.now()}`;
  const lesson = await addLesson(page, {
    title,
    grade_id: 4,
    content: [week(3, 'Ba'), week(1, 'Một'), week(2, 'Hai')],
  });
  await edit(page, title);
  const names = editor(page).getByRole('listitem').getByRole('button', { expanded: false });
  const expectOrder = (...order: string[]) => expect(names).toContainText(order);
  await expectOrder('Ba', 'Một', 'Hai');
  const down = editor(page).getByRole('button', { name: 'Đưa tuần 3 xuống' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expectOrder('Một', 'Ba', 'Hai');
  await expect(down).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expectOrder('Một', 'Hai', 'Ba');
  await expect(down).toBeFocused();

  await editor(page).getByRole('button', { name: 'Nhân đôi tuần 1' }).click();
  await expectOrder('Tuần 1', 'Tuần 4', 'Tuần 2', 'Tuần 3');
  await openWeek(page, 4);
  await editor(page).getByLabel('Tuần', { exact: true }).fill('2');
  await expect(editor(page).getByRole('status')).toContainText('xuất hiện nhiều lần');
  await expect(editor(page).getByText('Trùng tuần')).toHaveCount(2);
  await editor(page).getByRole('button', { name: 'Xóa tuần 3' }).click();
  await page.getByRole('dialog', { name: 'Xóa tuần 3?' }).getByRole('button').last().click();
  await editor(page).getByLabel('Chọn tất cả').check();
  await editor(page).getByRole('button', { name: 'Ẩn 3 tuần' }).click();
  await editor(page).getByRole('button', { name: 'Sắp theo tuần' }).click();
  await save(page);
  await expect(editor(page)).toHaveCount(0);
  const { content } = await read(page, lesson);
  expect(content.map(({ week, title, status }) => [week, title, status])).toEqual([
    [1, 'Một', 'inactive'],
    [2, 'Một', 'inactive'],
    [2, 'Hai', 'inactive'],
  ]);
  await removeLesson(page, lesson);
});

test('unsaved changes are not left without a question', async ({ page }) => {
  const title = `Chưa lưu ${Date.now()}`;
  const lesson = await addLesson(page, { title, grade_id: 4, content: [week(1, 'Một')] });
  await enterAs(page, 'admin', '/admin');
  await page.getByRole('link', { name: messages.navigation.lessonsManagement }).click();
  await find(page, title);
  await page.getByRole('button', { name: `Sửa ${title}` }).click();
  await openWeek(page, 1);
  await page.keyboard.press('Escape');
  await expect(editor(page)).toHaveCount(0);

  await page.getByRole('button', { name: `Sửa ${title}` }).click();
  const name = editor(page).getByLabel('Tên bài giảng');
  await name.fill('Viết dở');
  const question = page.getByRole('dialog', { name: 'Bỏ thay đổi?' });
  const stay = question.getByRole('button', { name: 'Hủy' });
  await page.keyboard.press('Escape');
  await expect(stay).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(name).toHaveValue('Viết dở');

  await page.goBack();
  await stay.click();
  await expect(page).toHaveURL('/admin/lessons');
  await expect(name).toHaveValue('Viết dở');

  const warning = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await warning;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;

  await page.goBack();
  await question.getByRole('button', { name: 'Bỏ thay đổi' }).click();
  await expect(page).toHaveURL('/admin');
  expect((await read(page, lesson)).title).toBe(title);
  await removeLesson(page, lesson);
});

test('a lesson that somebody else changed meanwhile is not written over', async ({ page }) => {
  const title = `Hai người ${Date.now()}`;
  const lesson = await addLesson(page, { title, grade_id: 4, content: [week(1, 'Một')] });
  await edit(page, title);
  const name = editor(page).getByLabel('Tên bài giảng');
  await name.fill(`${title} của tôi`);
  const path = lessons.edit.path.replace('{id}', String(lesson.id));
  await callAs(page.request, 'admin', 'PUT', path, {
    title: `${title} của bạn`,
    grade_id: 4,
    content: [week(1, 'Một')],
  });
  await save(page);
  await expect(editor(page).getByRole('alert').last()).not.toBeEmpty();
  await expect(name).toHaveValue(`${title} của tôi`);
  expect((await read(page, lesson)).title).toBe(`${title} của bạn`);
  await editor(page)
    .getByRole('button', { name: /mở bản mới nhất/ })
    .click();
  await expect(name).toHaveValue(`${title} của bạn`);
  await name.fill(`${title} của cả hai`);
  await save(page);
  await expect(row(page, `${title} của cả hai`)).toBeVisible();
  await removeLesson(page, lesson);
});

test('the table is searched without marks, filtered by grade, and paged above ten rows', async ({
  page,
}) => {
  const stamp = `Trang ${Date.now()}`;
  const added: Lesson[] = [];
  for (let number = 1; number <= 11; number++) {
    const grade_id = number === 11 ? 5 : 4;
    added.push(await addLesson(page, { title: `${stamp} số ${number}`, grade_id, content: [] }));
  }
  await enterAs(page, 'admin', '/admin/lessons');
  const rows = page.getByRole('rowheader');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('searchbox').fill(`${stamp} so`.toUpperCase());
  const bar = page.getByRole('navigation', { name: 'Các trang' });
  await expect(rows).toHaveCount(10);
  await expect(bar).toContainText('1–10 trong 11');
  await bar.getByRole('button', { name: 'Trang 2' }).click();
  await expect(rows).toHaveText([`${stamp} số 11`]);
  await page.getByRole('combobox', { name: 'Lọc theo khối' }).selectOption('Khối 4');
  await expect(rows).toHaveCount(10);
  await expect(bar).toHaveCount(0);
  await page.getByRole('searchbox').fill('không có bài nào như thế');
  await expect(page.getByText('Không tìm thấy bài giảng nào')).toBeVisible();
  for (const lesson of added) await removeLesson(page, lesson);
});

test('an Admin looks into every grade, without a progress of an own class', async ({ page }) => {
  await enterAs(page, 'admin', '/lessons?grade=2');
  await expect(page.getByRole('combobox', { name: 'Khối' }).getByRole('option')).toHaveCount(5);
  await expect(cardsIn(page, words.thisMonth).first()).toBeVisible();
  await expect(section(page, words.thisMonth)).toBeVisible();
  await expect(page.getByText(words.progress)).toHaveCount(0);
});

test('of a year of long texts only the open week has fields, so that it opens at once', async ({
  page,
}) => {
  const title = `Cả năm ${Date.now()}`;
  const long = 'Các em tìm hiểu về nước sạch quanh em và cách giữ gìn. '.repeat(90).trim();
  const lesson = await addLesson(page, {
    title,
    grade_id: 4,
    content: Array.from({ length: 35 }, (_, at) =>
      week(at + 1, `Tuần dài ${at + 1}`, {
        summary: long,
        outline: Array.from({ length: 20 }, () => long.slice(0, 200)),
        items: Array.from({ length: 30 }, () => long.slice(0, 60)),
      }),
    ),
  });
  await edit(page, title);
  const fields = editor(page).getByRole('textbox');
  await expect(editor(page).getByRole('listitem')).toHaveCount(35);
  const folded = await fields.count();
  await openWeek(page, 18);
  await expect(editor(page).getByLabel(words.summary)).toHaveValue(long);
  expect(await fields.count()).toBeLessThan(folded + 10);
  await editor(page).getByLabel('Tên bài', { exact: true }).press('End');
  await page.keyboard.type(' mới');
  await save(page);
  await expect(editor(page)).toHaveCount(0);
  expect((await read(page, lesson)).content[17]?.title).toBe('Tuần dài 18 mới');
  await removeLesson(page, lesson);
});
