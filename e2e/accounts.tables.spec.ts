import { dialog, tableRow } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { desktop, openAs, phone, settleOverlays } from './login.ts';
import { expect, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

test('an office sorts, filters and chooses students, changes them at once and steps from one to the next', async ({
  page,
}) => {
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  const inClass = { class_id: school.classId };
  const an = await school.add('Student', 'An', { ...inClass, parent_name: 'Trần Văn Ý' });
  const binh = await school.add('Student', 'Bình', { class_id: school.otherClassId });
  const chi = await school.add('Student', 'Chi', { ...inClass, parent_name: 'Lê Ánh' });
  const names = [an, binh, chi].map(({ full_name }) => full_name) as [string, string, string];
  const [anName, binhName, chiName] = names;
  await page.setViewportSize(desktop);
  await openAs(page, mod.username, '/admin/accounts?tab=students');
  const main = page.getByRole('main');
  const rows = main.getByRole('rowheader').getByRole('link');
  await expect(rows).toHaveText(names);

  // Search, sort and filters stay in the URL.
  await main.getByRole('button', { name: 'Phụ huynh', exact: true }).click();
  await expect(rows).toHaveText([chiName, anName, binhName]);
  await main.getByRole('button', { name: 'Phụ huynh', exact: true }).click();
  await expect(rows).toHaveText([anName, chiName, binhName]);
  await main.getByRole('button', { name: /^Chưa từng đăng nhập/ }).click();
  await expect(main.getByRole('button', { name: 'Chưa đồng ý ảnh 3' })).toBeVisible();
  await main.getByRole('searchbox').fill('nguyen');
  await expect(page).toHaveURL(/sort=-parent.*lacks=login.*q=nguyen/);
  await page.reload();
  await expect(rows).toHaveText([anName, chiName, binhName]);
  await expect(main.getByRole('columnheader', { name: 'Phụ huynh' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(main.getByRole('searchbox')).toHaveValue('nguyen');

  // A column that this device goes on showing.
  await main.getByRole('button', { name: 'Chọn cột' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Đăng nhập', exact: true }).click();
  await page.keyboard.press('Escape');
  await settleOverlays(page);
  await page.reload();
  await expect(tableRow(page, anName)).toContainText('Chưa từng');

  // A click on a row opens the person, whose neighbours are those of the list; Back returns to it.
  await tableRow(page, chiName).getByText('Lê Ánh').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(chiName);
  const neighbours = page.getByRole('navigation', { name: 'Người trước và người sau' });
  await expect(neighbours).toContainText('2 / 3');
  // A part of the page keeps the list, and the next person keeps the part.
  await page.getByRole('tab', { name: 'Điểm danh' }).click();
  await expect(neighbours).toContainText('2 / 3');
  await neighbours.getByRole('link', { name: 'Người sau' }).press('Enter');
  await expect(heading).toHaveText(binhName);
  await expect(page).toHaveURL(/\?tab=attendance$/);
  await expect(neighbours.getByRole('link', { name: 'Người sau' })).toHaveCount(0);
  await page.goBack();
  await expect(rows).toHaveText([anName, chiName, binhName]);
  // Opened directly, they are those of the class.
  await page.goto(`/admin/people/${chi.id}`);
  await expect(neighbours).toContainText('2 / 2 của lớp');
  await neighbours.getByRole('link', { name: 'Người trước' }).click();
  await expect(heading).toHaveText(anName);

  await page.goto('/admin/accounts?tab=students');
  const bar = page.getByRole('region', { name: 'Những người đã chọn' });
  await main.getByRole('checkbox', { name: `Chọn ${anName}` }).check();
  await expect(bar).toContainText('1 đã chọn');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Chọn cả 3' }).click();
  await expect(bar).toContainText('3 đã chọn');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);

  await main.getByRole('checkbox', { name: 'Chọn cả trang' }).check();
  await bar.getByRole('button', { name: 'Chuyển lớp' }).click();
  await dialog(page).getByLabel('Sang lớp').selectOption('Lớp 3A');
  await expectAccessible(page);
  // Escape closes the dialog, not the selection.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(bar).toContainText('3 đã chọn');
  await bar.getByRole('button', { name: 'Chuyển lớp' }).click();
  await dialog(page).getByLabel('Sang lớp').selectOption('Lớp 3A');
  await dialog(page).getByRole('button', { name: 'Chuyển lớp' }).click();
  await expect(page.getByText('Đã chuyển lớp 3 học sinh')).toBeVisible();
  await expect(tableRow(page, binhName)).toContainText('3A');

  const exporting = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Xuất Excel' }).click();
  expect((await exporting).suggestedFilename()).toBe('hoc-sinh.xlsx');

  await bar.getByRole('button', { name: 'Đặt lại mật khẩu' }).click();
  await dialog(page).getByRole('button', { name: 'Đặt lại' }).click();
  const passwords = page.getByRole('dialog', { name: '3 mật khẩu tạm thời' });
  await expect(passwords.getByRole('row')).toHaveCount(4);
  await passwords.getByRole('button', { name: 'Đã ghi lại' }).click();
  await expect(passwords).toHaveCount(0);

  // An inactive student gets no card, and the office learns why.
  await page.keyboard.press('Escape');
  await main.getByRole('checkbox', { name: `Chọn ${binhName}` }).check();
  await bar.getByRole('button', { name: 'Khóa' }).click();
  await dialog(page).getByRole('button', { name: 'Khóa' }).click();
  await expect(tableRow(page, binhName)).toContainText('inactive');
  await main.getByRole('checkbox', { name: 'Chọn cả trang' }).check();
  await bar.getByRole('button', { name: 'In thẻ' }).click();
  await dialog(page).getByRole('button', { name: 'Tạo thẻ để in' }).click();
  await expect(page.getByRole('dialog', { name: '2 thẻ để in' })).toBeVisible();
  await expect(page.locator('[data-print] li')).toHaveCount(2);
  await dialog(page).getByRole('button', { name: 'Đã in xong' }).click();
  const skipped = page.getByRole('dialog', { name: 'Chưa làm được cho 1 người' });
  await expect(skipped.getByRole('row').nth(1)).toContainText(
    `${binhName}Tài khoản đang ngừng hoạt động`,
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(skipped).toHaveCount(0);

  // The classes, too, keep their search and order in the URL, and a row opens the class.
  await page.goto('/admin/accounts?tab=classes');
  await main.getByRole('button', { name: 'Sĩ số' }).click();
  await main.getByRole('button', { name: 'Sĩ số' }).click();
  const classNames = main.getByRole('rowheader').getByRole('link');
  await expect(classNames).toHaveText(['3A', '4B']);
  await main.getByRole('button', { name: 'Sĩ số' }).click();
  await expect(classNames).toHaveText(['4B', '3A']);
  await main.getByRole('searchbox').fill('4');
  await expect(page).toHaveURL(/sort=students.*q=4/);
  await page.reload();
  await expect(classNames).toHaveText(['4B']);
  // The name of the school stays in sight.
  await page.setViewportSize({ ...desktop, height: 300 });
  await page.mouse.move(700, 200);
  await page.mouse.wheel(0, 250);
  await expect(main.getByRole('heading', { name: school.name })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(desktop);
  await tableRow(page, '4B').getByRole('cell', { name: '0' }).click();
  await expect(page).toHaveURL(`/classes?class=${school.otherClassId}&school=${mod.school_id}`);

  // A phone shows boxes only while one chooses.
  await page.setViewportSize(phone);
  await page.goto('/admin/accounts?tab=students');
  await expect(rows).toHaveText(names);
  await expect(main.getByRole('checkbox')).toHaveCount(0);
  await main.getByRole('button', { name: 'Chọn', exact: true }).click();
  await main.getByRole('checkbox', { name: `Chọn ${anName}` }).check();
  await expect(bar).toContainText('1 đã chọn');
});

test('the menu of a row moves a student, prints the card and locks the account', async ({
  page,
}) => {
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  const { full_name: name } = await school.add('Student', 'An', { class_id: school.classId });
  await page.setViewportSize(desktop);
  await openAs(page, mod.username, '/admin/accounts?tab=students');
  const row = tableRow(page, name);
  const choose = async (item: string) => {
    await page.getByRole('button', { name: `Việc khác với ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Chuyển lớp…');
  await dialog(page).getByLabel('Sang lớp').selectOption('Lớp 4B');
  await dialog(page).getByRole('button', { name: 'Chuyển lớp' }).click();
  await expect(row).toContainText('4B');
  await choose('In thẻ…');
  await expect(page.getByRole('dialog', { name: '1 thẻ để in' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Đã in xong' }).click();
  // The second card asks first, since it replaces the first one.
  await choose('In thẻ…');
  await expect(dialog(page)).toContainText('Thẻ cũ sẽ không dùng được nữa');
  await dialog(page).getByRole('button', { name: 'Hủy' }).click();
  await choose('Khóa tài khoản…');
  await dialog(page).getByRole('button', { name: 'Khóa tài khoản' }).click();
  await expect(row).toContainText('inactive');
  await choose('Mở lại tài khoản');
  await expect(row).not.toContainText('inactive');
});
