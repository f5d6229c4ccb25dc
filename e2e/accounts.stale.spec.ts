import { accounts } from '@lop-xanh/contract/accounts';
import { expect, type Page, test } from '@playwright/test';
import { dialog, find, row } from './accounts.ts';
import { callAs } from './calls.ts';
import { addOwnSchool, type Member } from './own-school.ts';
import { enterAs } from './people.ts';

/** Somebody else gives the person this phone number meanwhile. */
async function changeBehind(page: Page, { id }: Member, phone: string): Promise<void> {
  const path = accounts.edit.path.replace('{id}', String(id));
  expect((await callAs(page.request, 'admin', 'PUT', path, { phone })).ok()).toBe(true);
}

/** The open form is refused, begun again with what there is now, and then saved. */
async function saveAnew(page: Page, phone: string): Promise<void> {
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

test('whoever was changed meanwhile is opened anew: a student’s parent, and an Admin', async ({
  page,
}) => {
  const school = await addOwnSchool(page.request);
  const child = await school.add('Student', 'An', { class_id: school.classId });
  const parent = await school.add('Parent', 'Lan', { student_ids: [child.id] });
  await enterAs(page, 'admin', `/admin/accounts?school=${child.school_id}&tab=students`);
  await find(page, child.full_name);
  await page.getByRole('button', { name: `Phụ huynh của ${child.full_name}` }).click();
  await dialog(page)
    .getByRole('button', { name: `Sửa ${parent.full_name}` })
    .click();
  await expect(dialog(page).getByLabel('Số điện thoại')).toBeVisible();
  await changeBehind(page, parent, '0911111111');
  await saveAnew(page, '0911111111');

  const admin = await school.add('Admin', 'Quân', { school_id: null });
  await page.goto(`/admin/accounts?school=${child.school_id}&tab=moderators`);
  await expect(row(page, admin.full_name).first()).toBeVisible();
  await page
    .getByRole('button', { name: `Sửa ${admin.full_name}` })
    .first()
    .click();
  await changeBehind(page, admin, '0922222222');
  await saveAnew(page, '0922222222');
});
