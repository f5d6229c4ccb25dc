import { accounts } from '@lop-xanh/contract/accounts';
import { messages } from '@lop-xanh/contract/messages';
import { schools } from '@lop-xanh/contract/schools';
import { openAs, phone } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

for (const path of ['/admin/student-history', '/admin/teacher-history']) {
  test(`${path} shows an error when the schools cannot be loaded, and recovers on retry`, async ({
    page,
  }) => {
    await page.route(`**${schools.list.path}`, (route) => route.abort());
    await openAs(page, 'admin', path);
    const main = page.getByRole('main');
    await expect(main).toContainText('Không tải được các trường');
    await page.unroute(`**${schools.list.path}`);
    await main.getByRole('button', { name: 'Thử lại' }).click();
    await expect(main.getByLabel('Trường')).toBeVisible();
  });
}

test('on a phone grade and class are side by side, and the print-out has only the table', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await openAs(page, 'admin', '/admin/student-history?school=1');
  const main = page.getByRole('main');
  const getTop = async (label: string) =>
    (await main.getByLabel(label, { exact: true }).boundingBox())?.y ?? Number.NaN;
  // Content loading above may move both between the two measurements.
  await expect.poll(async () => (await getTop('Class')) - (await getTop('Grade'))).toBe(0);

  const bar = page.getByRole('navigation', { name: 'Thanh dưới' });
  const firstRow = main.getByRole('table').getByRole('row').nth(1);
  await expect(bar).toBeVisible();
  await expect(firstRow).toHaveCSS('display', 'flex');
  await page.emulateMedia({ media: 'print' });
  await expect(bar).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(main.getByLabel('Grade', { exact: true })).toBeHidden();
  await expect(main.getByText(/^Student History · /)).toBeVisible();
  await expect(firstRow).toHaveCSS('display', 'table-row');
});

test('the history of a teacher who never had a class shows their name', async ({ page }) => {
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  const teacher = await school.add('Teacher', 'Cúc');
  await openAs(page, mod.username, `/admin/teacher-history?teacher=${teacher.id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('combobox', { name: 'Giáo viên' })).toHaveValue(teacher.full_name);
  await expect(main).toContainText(messages.history.noAssignments);
});

test('the history of a student who moved to another school opens in the old one', async ({
  page,
}) => {
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  const { id, full_name } = await school.add('Student', 'An', { class_id: school.classId });
  const { school_id } = await (await addTestSchool(page.request)).add('Student', 'Bình');
  const path = accounts.edit.path.replace('{id}', String(id));
  await requestAs(page.request, 'admin', accounts.edit.method, path, { school_id });
  await openAs(page, mod.username, '/admin/student-history');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: full_name }).first().click();
  await main.getByRole('link', { name: 'Lịch sử học sinh' }).click();
  await expect(main.getByRole('combobox', { name: 'Student' })).toHaveValue(full_name);
  await main.getByRole('button', { name: messages.history.viewReport }).click();
  await expect(page.getByRole('article')).toContainText('Đã rời trường');
});
