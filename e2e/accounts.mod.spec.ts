import { accounts } from '@lop-xanh/contract/accounts';
import { classes } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { schools } from '@lop-xanh/contract/schools';
import { expect, type Page, test } from '@playwright/test';
import { agree, dialog, find, openTab, row, save } from './accounts.ts';
import { callAs } from './lessons.ts';
import { enterAs, phone } from './people.ts';

/** A school of this journey's own, with a Mod, a class, a teacher, a pupil and a parent. */
async function addSchool(page: Page, mark: string) {
  const add = async (path: string, data: object) => {
    const answer = await callAs(page, 'admin', 'POST', path, data);
    expect(answer.status()).toBe(201);
    return (await answer.json()).id as number;
  };
  const school_id = await add(schools.create.path, { school_name: `TH ${mark}` });
  const class_id = await add(classes.create.path, { name: '2A', grade_id: 2, school_id });
  const person = { school_id, password: 'demo1234', email: 'a@truong.vn' };
  const mod = { ...person, role: 'Mod', username: `${mark}.mod`, first_name: 'Mai' };
  await add(accounts.create.path, mod);
  const pupil = { ...person, class_id, username: `${mark}.an`, first_name: 'An' };
  const student = await add(accounts.createStudent.path, pupil);
  const parent = { ...person, role: 'Parent', username: `${mark}.me`, first_name: 'Lan' };
  await add(accounts.create.path, { ...parent, student_ids: [student] });
  return school_id;
}

test('a Mod manages the teachers and pupils of the own school, and is refused all that is an Admin’s', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const mark = `m${Date.now()}`;
  await addSchool(page, mark);
  await page.setViewportSize(phone);
  await enterAs(page, `${mark}.mod`, '/admin/accounts?school=1&tab=moderators');

  // The own school alone, whatever the address says.
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: `TH ${mark}` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Schools' })).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveText(['Teachers 0', 'Classes 1', 'Students 1']);

  await openTab(page, 'Classes', 1);
  await expect(row(page, '2A')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Create class|Sửa lớp|Xóa lớp)/ })).toHaveCount(
    0,
  );

  await openTab(page, 'Teachers', 0);
  await page.getByRole('button', { name: 'Create teacher' }).click();
  await expect(dialog(page).getByLabel('Role').getByRole('option')).toHaveText([
    'Teacher',
    'Student',
  ]);
  await expect(dialog(page).getByLabel('School')).toHaveCount(0);
  const longName = 'Công Tằng Tôn Nữ Thị Hương Giang Hoàng';
  await save(page, {
    'Họ và tên đệm': longName,
    Tên: 'Yến',
    Username: `${mark}.yen`,
    Password: 'matkhau',
    Lớp: 'Lớp 2A',
    Email: 'yen@truong.vn',
  });
  await expect(row(page, `${longName} Yến`)).toContainText('2A');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);

  await openTab(page, 'Students', 1);
  await find(page, 'An');
  await expect(page.getByRole('button', { name: /^Xóa/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Phụ huynh của An' }).click();
  await expect(dialog(page)).toContainText(`${mark}.me`);
  await expect(dialog(page).getByRole('button', { name: /^(Sửa|Đặt lại|Xóa|Add)/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sửa An' }).click();
  await save(page, { Lớp: messages.accounts.pendingAssignment });
  await expect(row(page, 'An')).toContainText(messages.accounts.pendingAssignment);
  await page.getByRole('button', { name: 'Đặt lại mật khẩu của An' }).click();
  await agree(page, 'Đặt lại');
  await expect(dialog(page).locator('output')).not.toBeEmpty();
  await dialog(page).getByRole('button', { name: 'Đã ghi lại' }).click();
  await page.getByRole('link', { name: 'Lịch sử của An' }).click();
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(`${mark}.mod`);

  // Another school's pupil is not there, and an Admin's pages are refused.
  await page.goto('/admin/student-history?student=20&view=report');
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  for (const path of ['/admin/audit', '/admin/lessons']) {
    await page.goto(path);
    await expect(dialog(page)).toContainText(messages.access.denied);
  }
});

test('a new pupil keeps the code of the server’s giving, though another pupil came meanwhile', async ({
  page,
}) => {
  const mark = `k${Date.now()}`;
  const school_id = await addSchool(page, mark);
  await enterAs(page, `${mark}.mod`, '/admin/accounts?tab=students');
  await page.getByRole('button', { name: 'Create student' }).click();
  const code = await dialog(page).getByLabel('Mã định danh').inputValue();
  const other = { school_id, password: 'demo1234', email: 'b@truong.vn', first_name: 'Bình' };
  const added = await callAs(page, 'admin', 'POST', accounts.createStudent.path, {
    ...other,
    username: `${mark}.binh`,
  });
  expect((await added.json()).identifier_code).toBe(code);

  // Whoever looks at the tab again is shown what is new, behind the form too.
  const looked = page.waitForResponse((one) => one.url().includes('rows=1'));
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await looked;
  await save(page, {
    Tên: 'Chi',
    Username: `${mark}.chi`,
    Password: 'matkhau',
    Email: 'c@truong.vn',
  });
  await expect(row(page, 'Chi')).toBeVisible();
});
