import type { Post } from '@lop-xanh/contract/posts';
import { formatDay, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { confirmDialog, dialog, openTab, tableRow } from './accounts.ts';
import { saveButton, waitForSheet } from './attendance.ts';
import { postCard, writePost } from './feed.ts';
import { desktop, openAs } from './login.ts';
import { requestAs } from './requests.ts';
import { type Browser, expect, type Page, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

async function openFor(browser: Browser, username: string, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop });
  const page = await context.newPage();
  await openAs(page, username, path);
  return page;
}

const addDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

test('a Mod lets a teacher stand in, who then takes attendance and writes for that class', async ({
  browser,
  page: modPage,
}) => {
  const { request } = modPage;
  const school = await addTestSchool(request);
  const mod = await school.add('Mod', 'Mai');
  const inClass = { class_id: school.classId };
  const homeroom = await school.add('Teacher', 'Hoa', inClass);
  const substitute = await school.add('Teacher', 'Bích', { class_id: school.otherClassId });
  const student = await school.add('Student', 'Minh', inClass);
  const today = getVietnamDate(new Date());
  const lastDay = addDays(today, 3);
  const until = formatDay(lastDay);

  await test.step('the Mod arranges it from the class', async () => {
    await modPage.setViewportSize(desktop);
    await openAs(modPage, mod.username, '/admin/accounts');
    await openTab(modPage, 'Classes', 2);
    await modPage.getByRole('button', { name: 'Việc khác với lớp 3A' }).click();
    await modPage.getByRole('menuitem', { name: 'Giáo viên dạy thay…' }).click();
    const teacher = dialog(modPage).getByRole('combobox', { name: 'Giáo viên' });
    await teacher.click();
    await expect(modPage.getByRole('option', { name: homeroom.full_name })).toHaveCount(0);
    await modPage.getByRole('option', { name: substitute.full_name }).click();
    await dialog(modPage).getByLabel('Ngày cuối').fill(addDays(today, -1));
    await confirmDialog(modPage, 'Phân công');
    await expect(dialog(modPage)).toContainText('Ngày cuối phải từ ngày đầu trở đi');
    await dialog(modPage).getByLabel('Ngày cuối').fill(lastDay);
    await confirmDialog(modPage, 'Phân công');
    await expect(dialog(modPage)).toHaveCount(0);
    await expect(tableRow(modPage, '3A')).toContainText(
      `Dạy thay: ${substitute.full_name} đến ${until}`,
    );
  });

  const teacherPage = await openFor(browser, substitute.username, '/classes');
  await test.step('the substitute takes the attendance of that class', async () => {
    await expect(teacherPage.getByRole('banner')).toContainText(`Dạy thay lớp 3A đến ${until}`);
    const main = teacherPage.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Lớp 4B', exact: true })).toBeVisible();
    await main.getByRole('button', { name: `Lớp 3A Dạy thay đến ${until}` }).click();
    await waitForSheet(teacherPage, 1);
    await main.getByRole('button', { name: 'Tất cả có mặt' }).click();
    await saveButton(teacherPage).click();
    // Week 1 may be far from the calendar's.
    await dialog(teacherPage)
      .getByRole('button', { name: /^(Vẫn lưu|Lưu điểm danh)$/ })
      .click();
    await expect(main).toContainText(`${substitute.full_name} điểm danh`);
  });

  await test.step('and writes for it, having chosen it', async () => {
    await teacherPage.goto('/');
    const editor = await writePost(teacherPage, 'Tin từ cô dạy thay', 'Cả lớp rất ngoan.');
    await expect(editor.getByLabel('Lớp').locator('option:checked')).toHaveText('Lớp 4B');
    await editor.getByLabel('Lớp').selectOption('Lớp 3A (dạy thay)');
    await editor.getByRole('button', { name: 'Đăng bài' }).click();
    await expect(postCard(teacherPage, 'Tin từ cô dạy thay').first()).toContainText('Lớp 3A');
  });

  await test.step('the class reads it, and who stands in', async () => {
    const pending = await requestAs(request, mod.username, 'GET', '/api/posts/pending');
    const [post]: Post[] = (await pending.json()).posts;
    await requestAs(request, mod.username, 'PUT', `/api/posts/${post?.id}/approve`);
    const studentPage = await openFor(browser, student.username, '/');
    await expect(postCard(studentPage, 'Tin từ cô dạy thay')).toContainText(
      `${substitute.full_name}dạy thay`,
    );
    await studentPage.goto('/classes');
    await expect(studentPage.getByRole('region', { name: 'Thông tin lớp' })).toContainText(
      `Dạy thay: ${substitute.full_name} đến ${until}`,
    );
    await studentPage.context().close();
  });

  await test.step('the Mod ends it from the teacher', async () => {
    await openTab(modPage, 'Teachers', 2);
    await modPage.getByRole('button', { name: `Việc khác với ${substitute.full_name}` }).click();
    await modPage.getByRole('menuitem', { name: 'Dạy thay…' }).click();
    const arranged = dialog(modPage).getByRole('listitem');
    await expect(arranged).toContainText(['Lớp 3A']);
    await arranged.getByRole('button', { name: 'Kết thúc' }).click();
    const question = modPage.getByRole('dialog', { name: 'Kết thúc dạy thay?' });
    await question.getByRole('button', { name: 'Kết thúc' }).click();
    await expect(arranged).toHaveCount(0);
    await teacherPage.goto('/classes');
    await expect(teacherPage.getByRole('main')).not.toContainText('Lớp 3A');
    await expect(teacherPage.getByRole('banner')).not.toContainText('Dạy thay');
  });
  await teacherPage.context().close();
});

test('a teacher without a class is told that only staff will read the post', async ({ page }) => {
  const school = await addTestSchool(page.request);
  const teacher = await school.add('Teacher', 'Lan');
  await openAs(page, teacher.username);
  const editor = await writePost(page, 'Gửi đồng nghiệp', 'Họp lúc ba giờ.');
  await expect(editor).toContainText('chỉ giáo viên và nhà trường đọc được');
  await expect(editor.getByLabel('Lớp')).toHaveCount(0);
});
