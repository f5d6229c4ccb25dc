import { accounts } from '@lop-xanh/contract/accounts';
import { dialog, findRow, openParents, tableRow } from './accounts.ts';
import { openAs } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, type Page, test } from './test.ts';
import { addTestSchool, type Member } from './test-school.ts';

/** Another Admin changes the user's phone number. */
async function changePhone(page: Page, { id }: Member, phone: string): Promise<void> {
  const path = accounts.edit.path.replace('{id}', String(id));
  expect((await requestAs(page.request, 'admin', 'PUT', path, { phone })).ok()).toBe(true);
}

/** Saving the open form fails; the latest version is opened and saved. */
async function reopenAndSave(page: Page, phone: string): Promise<void> {
  const field = dialog(page).getByLabel('Số điện thoại');
  await field.fill('0900000000');
  await dialog(page).getByRole('button', { name: 'Lưu' }).click();
  await dialog(page)
    .getByRole('button', { name: /mở bản mới nhất/ })
    .click();
  await expect(field).toHaveValue(phone);
  await dialog(page).getByLabel('Email').fill('moi@truong.vn');
  await dialog(page).getByRole('button', { name: 'Lưu' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('a parent or an Admin changed by someone else is reopened in the latest version', async ({
  page,
}) => {
  const school = await addTestSchool(page.request);
  const child = await school.add('Student', 'An', { class_id: school.classId });
  const parent = await school.add('Parent', 'Lan', { student_ids: [child.id] });
  await openAs(page, 'admin', `/admin/accounts?school=${child.school_id}&tab=students`);
  await findRow(page, child.full_name);
  await openParents(page, child.full_name);
  await dialog(page)
    .getByRole('button', { name: `Sửa ${parent.full_name}` })
    .click();
  await expect(dialog(page).getByLabel('Số điện thoại')).toBeVisible();
  await changePhone(page, parent, '0911111111');
  await reopenAndSave(page, '0911111111');

  const admin = await school.add('Admin', 'Quân', { school_id: null });
  await page.goto(`/admin/accounts?school=${child.school_id}&tab=moderators`);
  await expect(tableRow(page, admin.full_name).first()).toBeVisible();
  await page
    .getByRole('button', { name: `Sửa ${admin.full_name}` })
    .first()
    .click();
  await changePhone(page, admin, '0922222222');
  await reopenAndSave(page, '0922222222');
});
