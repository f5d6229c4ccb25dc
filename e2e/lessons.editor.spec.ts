import { type Lesson, lessons } from '@lop-xanh/contract/lessons';
import { messages } from '@lop-xanh/contract/messages';
import { tableRow } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import {
  editLesson,
  editor,
  findLesson,
  listWeeks,
  openWeek,
  readLesson,
  saveLesson,
} from './lesson-editor.ts';
import { addLesson, deleteLesson, makeWeek } from './lessons.ts';
import { openAs, settleOverlays } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, test } from './test.ts';

const words = messages.lessons;

test('the lesson editor shows every error at its field and loses nothing typed', async ({
  page,
}) => {
  const title = `Bài thử ${Date.now()}`;
  await openAs(page, 'admin', '/admin/lessons');
  await page.getByRole('link', { name: 'Thêm bài giảng' }).click();
  const dialog = editor(page);
  await saveLesson(page);
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
  await saveLesson(page);
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
  for (const invalid of ['0', '36', '5.5', 'năm']) {
    await number.fill(invalid);
    await saveLesson(page);
    await expect(dialog.getByText('Tuần là số nguyên từ 1 đến 35')).toBeVisible();
    await expect(number).toHaveValue(invalid);
    await expect(number).toBeFocused();
  }
  await number.fill('35');
  const link = dialog.getByLabel('Liên kết trình chiếu');
  const slide = dialog.getByRole('region', { name: 'Xem trước' }).locator('iframe');
  for (const invalid of [
    'javascript:alert(1)',
    'https://example.com/slide',
    'http://canva.com/x',
  ]) {
    await link.fill(invalid);
    await saveLesson(page);
    await expect(dialog.getByText(/^Chỉ nhận liên kết https/)).toBeVisible();
    await expect(link).toHaveValue(invalid);
    await expect(link).toBeFocused();
  }
  await expect(dialog.getByText(/^Liên kết này chưa xem trước được/)).toBeVisible();
  await expect(slide).toHaveCount(0);
  await link.fill('https://www.canva.com/design/DAF12345/abcdef/view');
  await expect(slide).toHaveAttribute(
    'src',
    'https://www.canva.com/design/DAF12345/abcdef/view?embed',
  );

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

  const list = await requestAs(page.request, 'admin', 'GET', lessons.list.path);
  expect(JSON.stringify(await list.json())).not.toContain(title);
  await saveLesson(page);
  await expect(dialog).toHaveCount(0);
  await findLesson(page, title);
  await expect(tableRow(page, title)).toContainText('Khối 4');
  const all: Lesson[] = (
    await (await requestAs(page.request, 'admin', 'GET', lessons.list.path)).json()
  ).lessons;
  const saved = all.find((lesson) => lesson.title === title) as Lesson;
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
  await deleteLesson(page, saved);
});

test('weeks can be duplicated, moved with the keyboard, hidden, sorted and deleted', async ({
  page,
}) => {
  const title = `Thứ tự ${Date.now()}`;
  const lesson = await addLesson(page, {
    title,
    grade_id: 4,
    content: [makeWeek(3, 'Ba'), makeWeek(1, 'Một'), makeWeek(2, 'Hai')],
  });
  await editLesson(page, title);
  const rows = listWeeks(page);
  const expectOrder = (...order: string[]) => expect(rows).toContainText(order);
  await expectOrder('Ba', 'Một', 'Hai');
  await openWeek(page, 3);
  const down = editor(page).getByRole('button', { name: 'Đưa tuần 3 xuống' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expectOrder('Một', 'Ba', 'Hai');
  await expect(down).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expectOrder('Một', 'Hai', 'Ba');
  await expect(down).toBeFocused();

  await openWeek(page, 1);
  await editor(page).getByRole('button', { name: 'Nhân đôi tuần 1' }).click();
  await expectOrder('Tuần 1', 'Tuần 4', 'Tuần 2', 'Tuần 3');
  await openWeek(page, 4);
  await editor(page).getByLabel('Tuần', { exact: true }).fill('2');
  await expect(editor(page).getByRole('status')).toContainText('xuất hiện nhiều lần');
  await expect(editor(page).getByText('Trùng tuần')).toHaveCount(2);
  await openWeek(page, 3);
  await editor(page).getByRole('button', { name: 'Xóa tuần 3' }).click();
  await page.getByRole('dialog', { name: 'Xóa tuần 3?' }).getByRole('button').last().click();
  await expect(editor(page).getByRole('button', { name: 'Thêm tuần' })).toBeFocused();
  await editor(page).getByLabel('Chọn tất cả').check();
  await editor(page).getByRole('button', { name: 'Ẩn 3 tuần' }).click();
  await editor(page).getByRole('button', { name: 'Sắp theo tuần' }).click();
  await saveLesson(page);
  await expect(editor(page)).toHaveCount(0);
  const { content } = await readLesson(page, lesson);
  expect(content.map(({ week, title, status }) => [week, title, status])).toEqual([
    [1, 'Một', 'inactive'],
    [2, 'Một', 'inactive'],
    [2, 'Hai', 'inactive'],
  ]);
  await deleteLesson(page, lesson);
});

test('leaving unsaved changes asks first', async ({ page }) => {
  const title = `Chưa lưu ${Date.now()}`;
  const lesson = await addLesson(page, { title, grade_id: 4, content: [makeWeek(1, 'Một')] });
  await openAs(page, 'admin', '/admin');
  await page.getByRole('link', { name: messages.navigation.lessonsManagement }).click();
  await findLesson(page, title);
  await page.getByRole('link', { name: `Sửa ${title}` }).click();
  await openWeek(page, 1);
  await expect(page).toHaveURL(/week=1/);
  await page.keyboard.press('Escape');
  await expect(editor(page)).toHaveCount(0);

  await page.getByRole('link', { name: `Sửa ${title}` }).click();
  const name = editor(page).getByLabel('Tên bài giảng');
  await name.fill('Viết dở');
  const question = page.getByRole('dialog', { name: 'Bỏ thay đổi?' });
  const stay = question.getByRole('button', { name: 'Hủy' });
  await page.keyboard.press('Escape');
  await expect(stay).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(name).toHaveValue('Viết dở');

  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  // Back closes the editor, which asks, and then the question.
  await settleOverlays(page);
  await page.goBack();
  await expect(question).toBeVisible();
  await settleOverlays(page, 1);
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(`/admin/lessons/${lesson.id}/edit`);
  await expect(name).toHaveValue('Viết dở');

  const warning = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await warning;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;

  // The draft survives a reload, until it is discarded.
  await expect(editor(page).getByText('Đã lưu trên máy')).toBeVisible();
  await page.reload();
  await expect(editor(page).getByText('Bản nháp vừa xong')).toBeVisible();
  await expect(name).toHaveValue('Viết dở');
  await editor(page).getByRole('button', { name: 'Bỏ bản nháp' }).click();
  const discard = page.getByRole('dialog', { name: 'Bỏ bản nháp?' });
  await discard.getByRole('button', { name: 'Bỏ bản nháp' }).click();
  await expect(name).toHaveValue(title);
  await name.fill('Viết dở lần nữa');
  await expect(editor(page).getByText('Đã lưu trên máy')).toBeVisible();
  await page.goBack();
  await question.getByRole('button', { name: 'Bỏ thay đổi' }).click();
  await expect(editor(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/lessons\?q=/);
  await page.getByRole('link', { name: `Sửa ${title}` }).click();
  await expect(name).toHaveValue(title);
  await page.goBack();
  await expect(editor(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/admin');
  expect(errors).toEqual([]);
  expect((await readLesson(page, lesson)).title).toBe(title);
  await deleteLesson(page, lesson);
});

test('two Admins edit one lesson, and neither overwrites the other', async ({ page }) => {
  const title = `Hai người ${Date.now()}`;
  const content = [makeWeek(1, 'Một'), makeWeek(2, 'Hai'), makeWeek(3, 'Ba')];
  const lesson = await addLesson(page, { title, grade_id: 4, content });
  const saveAsOther = (input: { title: string; content: object[] }) =>
    requestAs(page.request, 'admin', 'PUT', lessons.edit.path.replace('{id}', String(lesson.id)), {
      grade_id: 4,
      ...input,
    });
  const { version } = lesson;
  await openAs(page, 'admin', `/admin/lessons/${lesson.id}/edit?week=3`);
  const name = editor(page).getByRole('textbox', { name: 'Tên bài giảng' });
  const weekTitle = editor(page).getByLabel('Tên bài', { exact: true });
  await expect(weekTitle).toHaveValue('Ba');
  await name.fill(`${title} của tôi`);
  await weekTitle.fill('Ba của tôi');
  const theirContent = [
    makeWeek(1, 'Một'),
    makeWeek(2, 'Hai của bạn'),
    makeWeek(3, 'Ba của bạn'),
    makeWeek(4, 'Bốn của bạn'),
  ];
  await saveAsOther({ title: `${title} của bạn`, content: theirContent });
  await saveLesson(page);
  await expect(editor(page).getByText(/^Người khác đã lưu bài giảng này lúc/)).toBeVisible();
  expect((await readLesson(page, lesson)).title).toBe(`${title} của bạn`);

  // The draft of an older version asks the same again.
  await expect(editor(page).getByText('Đã lưu trên máy')).toBeVisible();
  await page.reload();
  await expect(editor(page).getByText('Tuần 4: thêm “Bốn của bạn”')).toBeVisible();
  await expect(name).toHaveValue(`${title} của tôi`);
  await expect(weekTitle).toHaveValue('Ba của tôi');
  await editor(page).getByLabel('Tuần 3: Tên bài').selectOption('Bản của người kia');
  await editor(page).getByRole('button', { name: 'Gộp và sửa tiếp' }).click();
  await expect(listWeeks(page)).toContainText(['Một', 'Hai của bạn', 'Ba của bạn', 'Bốn của bạn']);
  await expect(name).toHaveValue(`${title} của tôi`);
  await saveLesson(page);
  await expect(editor(page)).toHaveCount(0);
  const merged = await readLesson(page, lesson);
  expect(merged).toMatchObject({ title: `${title} của tôi`, version: version + 2 });
  expect(merged.content.map((week) => week.title)).toEqual(theirContent.map((week) => week.title));

  await page.goto(`/admin/lessons/${lesson.id}/edit`);
  await name.fill('Bỏ đi');
  await saveAsOther({ title, content });
  await saveLesson(page);
  await editor(page)
    .getByRole('button', { name: /mở bản mới nhất/ })
    .click();
  await expect(name).toHaveValue(title);
  await expect(weekTitle).toHaveValue('Một');
  await deleteLesson(page, lesson);
});

test('a lesson is copied to another grade, and its weeks travel through a spreadsheet', async ({
  page,
}) => {
  const title = `Sao chép ${Date.now()}`;
  const content = [makeWeek(1, 'Một', { outline: ['Ý một', 'Ý hai'] }), makeWeek(2, 'Hai')];
  const lesson = await addLesson(page, { title, grade_id: 4, content });
  await openAs(page, 'admin', '/admin/lessons');
  await findLesson(page, title);
  const menu = page.getByRole('button', { name: `Việc khác với ${title}` });
  await menu.click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Tải về tệp Excel' }).click();
  const file = await (await download).path();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Sao chép sang khối khác' }).click();
  await expect(listWeeks(page)).toContainText(['Một', 'Hai']);
  await saveLesson(page);
  await expect(editor(page)).toContainText(words.gradeRequired);
  await editor(page).getByLabel('Khối').selectOption('Khối 5');
  await openWeek(page, 1);
  await editor(page).getByLabel('Tên bài', { exact: true }).fill('Một khác');

  const openImport = async () => {
    await editor(page).getByRole('button', { name: 'Xuất, nhập .xlsx' }).click();
    await page.getByRole('menuitem', { name: 'Nhập các tuần từ tệp' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Nhập các tuần từ tệp' });
  const takeOver = dialog.getByRole('button', { name: 'Đưa vào bản nháp' });
  await openImport();
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByRole('listitem')).toHaveText(['Tuần 1: Tên bài']);
  await takeOver.click();
  await expect(listWeeks(page)).toContainText(['Một', 'Hai']);

  await openImport();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'tuần.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Tuần,Tên bài,Tóm tắt\n2,Hai,Khác\n99,Chín,'),
  });
  await expectAccessible(page);
  await expect(dialog.getByRole('row').nth(1)).toContainText('3TuầnTuần là số nguyên từ 1 đến 35');
  await dialog.getByLabel('Xóa 1 tuần không có trong tệp').check();
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Tuần 1: xóa “Một”',
    `Tuần 2: ${words.summary}`,
    'Tuần 99: thêm “Chín”',
  ]);
  await takeOver.click();
  await expect(listWeeks(page)).toContainText(['Hai', 'Chín']);
  await openWeek(page, 99);
  await editor(page).getByLabel('Tuần', { exact: true }).fill('9');
  await editor(page).getByLabel(words.summary).fill('Chín');
  await saveLesson(page);
  await expect(editor(page)).toHaveCount(0);
  await expect(page.getByRole('row', { name: title })).toHaveCount(2);
  const all: Lesson[] = (
    await (await requestAs(page.request, 'admin', 'GET', lessons.list.path)).json()
  ).lessons;
  const copy = all.find((other) => other.title === title && other.id !== lesson.id);
  expect(copy).toMatchObject({ grade_id: 5, content: [{ week: 2, summary: 'Khác' }, { week: 9 }] });
  expect(await readLesson(page, lesson)).toMatchObject({ version: 1, content });
  for (const { id } of [lesson, copy as Lesson]) await deleteLesson(page, { ...lesson, id });
});

test('only the open week has fields, so that a year of long texts opens at once', async ({
  page,
}) => {
  const title = `Cả năm ${Date.now()}`;
  const long = 'Các em tìm hiểu về nước sạch quanh em và cách giữ gìn. '.repeat(90).trim();
  const lesson = await addLesson(page, {
    title,
    grade_id: 4,
    content: Array.from({ length: 35 }, (_, index) =>
      makeWeek(index + 1, `Tuần dài ${index + 1}`, {
        summary: long,
        outline: Array.from({ length: 20 }, () => long.slice(0, 200)),
        items: Array.from({ length: 30 }, () => long.slice(0, 60)),
      }),
    ),
  });
  await editLesson(page, title);
  const fields = editor(page).getByRole('textbox');
  await expect(editor(page).getByRole('listitem')).toHaveCount(35);
  const collapsedCount = await fields.count();
  await openWeek(page, 18);
  await expect(page).toHaveURL(/\/edit\?week=18$/);
  await expect(editor(page).getByLabel(words.summary)).toHaveValue(long);
  expect(await fields.count()).toBeLessThan(collapsedCount + 10);
  await editor(page).getByLabel('Tên bài', { exact: true }).press('End');
  await page.keyboard.type(' mới');
  await saveLesson(page);
  await expect(editor(page)).toHaveCount(0);
  expect((await readLesson(page, lesson)).content[17]?.title).toBe('Tuần dài 18 mới');
  await deleteLesson(page, lesson);
});
