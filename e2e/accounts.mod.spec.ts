import { messages } from '@lop-xanh/contract/messages';
import {
  confirmDialog,
  dialog,
  fillAndSave,
  findRow,
  openParents,
  openTab,
  tableRow,
} from './accounts.ts';
import { fetchToken, navigateTo, openAs, phone } from './login.ts';
import { expect, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

test('a Mod manages the teachers, students and parents of their own school and is denied the Admin pages', async ({
  page,
}) => {
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  const { id, full_name: student } = await school.add('Student', 'An', {
    class_id: school.classId,
  });
  const parent = await school.add('Parent', 'Lan', { student_ids: [id] });
  await page.setViewportSize(phone);
  await openAs(page, mod.username, '/admin/accounts?school=1&tab=moderators');

  // Only their own school, whatever the URL says.
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: school.name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Schools' })).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveText([
    'Teachers 0',
    'Classes 2',
    'Students 1',
    'Phụ huynh 1',
  ]);

  await openTab(page, 'Classes', 2);
  await expect(tableRow(page, '3A')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Thêm lớp|Sửa lớp|Xóa lớp)/ })).toHaveCount(0);

  await openTab(page, 'Teachers', 0);
  await page.getByRole('button', { name: 'Thêm giáo viên' }).click();
  await expect(dialog(page).getByLabel('Vai trò').getByRole('option')).toHaveText([
    'Giáo viên',
    'Học sinh',
  ]);
  await expect(dialog(page).getByLabel('Trường')).toHaveCount(0);
  const longName = 'Công Tằng Tôn Nữ Thị Hương Giang Hoàng';
  await fillAndSave(page, {
    'Họ và tên đệm': longName,
    Tên: 'Yến',
    'Tên đăng nhập': `${mod.username}.yen`,
    'Mật khẩu': 'muaxuan',
    Lớp: 'Lớp 3A',
    Email: 'yen@truong.vn',
  });
  await expect(tableRow(page, `${longName} Yến`)).toContainText('3A');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);

  await openTab(page, 'Students', 1);
  await findRow(page, student);
  await expect(page.getByRole('button', { name: /^Xóa/ })).toHaveCount(0);
  await openParents(page, student);
  await expect(dialog(page)).toContainText(parent.username);
  await expect(dialog(page).getByRole('button', { name: `Sửa ${parent.full_name}` })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: /^Xóa/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Sửa ${student}` }).click();
  await fillAndSave(page, { Lớp: messages.accounts.pendingAssignment });
  await expect(tableRow(page, student)).toContainText(messages.accounts.pendingAssignment);
  await expect(page.getByRole('button', { name: `Sửa ${student}` })).toBeFocused();
  await page.getByRole('button', { name: `Đặt lại mật khẩu của ${student}` }).click();
  await confirmDialog(page, 'Đặt lại');
  await expect(dialog(page).locator('output')).not.toBeEmpty();
  await dialog(page).getByRole('button', { name: 'Đã ghi lại' }).click();
  await page.getByRole('link', { name: `Lịch sử của ${student}` }).click();
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(mod.username);

  // The page of a person has everything in one place, and names lead from one to the next.
  await page.getByRole('table').getByRole('link', { name: student }).first().click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(student);
  const openMenu = (name: string) =>
    page
      .getByRole('button', { name: `Việc khác với ${name}` })
      .first()
      .click();
  const choose = (name: string) => page.getByRole('menuitem', { name }).click();
  const audit = page.getByRole('region', { name: 'Nhật ký' });
  // Each part has an address of its own, which the next person keeps.
  const tabs = page.getByRole('tablist', { name: 'Các phần của trang' });
  await tabs.getByRole('tab', { name: 'Tổng quan' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\/admin\/people\/\d+\?tab=attendance$/);
  await expect(audit).toBeHidden();
  await page.reload();
  await expect(page.getByRole('region', { name: /^Điểm danh/ })).toBeVisible();
  await tabs.getByRole('tab', { name: 'Phụ huynh 1' }).click();
  await expect(page.getByRole('region', { name: 'Phụ huynh' })).toContainText(parent.full_name);
  await tabs.getByRole('tab', { name: 'Tổng quan' }).click();
  await expect(page).toHaveURL(/\/admin\/people\/\d+$/);
  await openMenu(student);
  await choose('Chuyển lớp…');
  await dialog(page).getByLabel('Sang lớp').selectOption('Lớp 3A');
  await dialog(page).getByRole('button', { name: 'Chuyển lớp' }).click();
  await expect(page.getByText(`Đã chuyển lớp cho ${student}`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Các lớp' })).toContainText('3A');
  await openMenu(student);
  await choose('In thẻ…');
  await expect(page.getByRole('dialog', { name: '1 thẻ để in' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Đã in xong' }).click();
  // Of parents who never logged in, the letter is at hand.
  const parents = page.getByRole('region', { name: 'Phụ huynh' });
  await parents.getByRole('button', { name: `In thư cho ${parent.full_name}` }).click();
  await expect(dialog(page)).toContainText(
    'Mật khẩu cũ và thư đã in trước đây không dùng được nữa',
  );
  await dialog(page).getByRole('button', { name: 'Hủy' }).click();

  // The parent logs in on two devices meanwhile.
  for (let device = 0; device < 2; device++) await fetchToken(page.request, parent.username);
  await parents.getByRole('link').click();
  await expect(heading).toHaveText(parent.full_name);
  const devices = page.getByRole('region', { name: 'Thiết bị' });
  const sessions = devices.getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await devices
    .getByRole('button', { name: /^Đăng xuất Máy không rõ|^Đăng xuất .* · / })
    .first()
    .click();
  await expect(sessions).toHaveCount(1);
  await devices.getByRole('button', { name: 'Đăng xuất mọi máy' }).click();
  await confirmDialog(page, 'Đăng xuất');
  await expect(devices).toContainText('Không đăng nhập trên máy nào');
  await expect(audit.getByText(`Kết thúc phiên đăng nhập ${parent.full_name}`)).toHaveCount(2);

  await openMenu(parent.full_name);
  await choose('In thư…');
  await dialog(page).getByRole('button', { name: 'Tạo thư' }).click();
  const letter = dialog(page).getByRole('table', { name: 'Thư cho phụ huynh' }).getByRole('row');
  await expect(letter.nth(1)).toContainText(parent.username);
  await expect(letter.nth(1)).toContainText(student);
  await dialog(page).getByRole('button', { name: 'Xong' }).click();
  await expect(audit).toContainText('Đặt lại mật khẩu');

  await openMenu(parent.full_name);
  await choose('Bản sao dữ liệu…');
  await expect(dialog(page)).toContainText(parent.full_name);
  await dialog(page).getByLabel('Người gửi đơn').fill(parent.full_name);
  await dialog(page).getByRole('button', { name: 'Ghi yêu cầu' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await navigateTo(page, '/admin/privacy');
  await main.getByRole('link', { name: parent.full_name }).click();
  await expect(heading).toHaveText(parent.full_name);
  await expect(page.getByRole('region', { name: 'Các con' })).toContainText(student);
  const identity = page.getByRole('region', { name: 'Tài khoản' });
  await openMenu(parent.full_name);
  await choose('Khóa tài khoản…');
  await confirmDialog(page, 'Khóa tài khoản');
  await expect(identity).toContainText('inactive');
  await openMenu(parent.full_name);
  await expect(page.getByRole('menuitem', { name: 'Xóa tài khoản…' })).toHaveCount(0);
  await choose('Mở lại tài khoản');
  await expect(identity).not.toContainText('inactive');
  await expect(audit).toContainText('Sửa tài khoản');

  // A click on a row opens the person, too.
  await page.goto('/admin/accounts?tab=students');
  await tableRow(page, student).getByText('active', { exact: true }).click();
  await expect(heading).toHaveText(student);
  await page.goBack();
  await expect(tableRow(page, student)).toBeVisible();

  // Another school's student is not found, and the Admin's page is denied.
  await page.goto('/admin/people/20');
  await expect(page.getByText('Không tìm thấy người này')).toBeVisible();
  await page.goto('/admin/student-history?student=20&view=report');
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await page.goto('/admin/lessons');
  await expect(dialog(page)).toContainText(messages.access.denied);
});

test('a new student gets a code from the server even if the suggested code is taken meanwhile', async ({
  page,
}) => {
  const school = await addTestSchool(page.request);
  const { username: mod } = await school.add('Mod', 'Mai');
  await openAs(page, mod, '/admin/accounts?tab=students');
  await page.getByRole('button', { name: 'Thêm học sinh' }).click();
  const code = await dialog(page).getByLabel('Mã định danh').inputValue();
  expect(code).toMatch(/^\d{10}$/);
  // Codes are assigned in order: this student, or an earlier one of another journey, takes the suggested code.
  const other = await school.add('Student', 'Bình');
  expect(Number(other.identifier_code)).toBeGreaterThanOrEqual(Number(code));

  // Returning to the tab refreshes the list, even behind the form.
  const refreshed = page.waitForResponse((response) => response.url().includes('rows=1'));
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await refreshed;
  await fillAndSave(page, {
    Tên: 'Chi',
    'Tên đăng nhập': `${mod}.chi`,
    'Mật khẩu': 'muaxuan',
    Email: 'c@truong.vn',
  });
  await expect(tableRow(page, 'Chi')).toBeVisible();
});
