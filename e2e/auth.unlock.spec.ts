import { findRow, openTab, tableRow } from './accounts.ts';
import { demoPassword, logIn, openAs, phone } from './login.ts';
import { expect, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

test('failed logins delay a student, except on a known device, until staff unlock them', async ({
  browser,
  page,
}) => {
  const school = await addTestSchool(page.request);
  const inClass = { class_id: school.classId };
  const [mod, teacher, an, binh] = await Promise.all([
    school.add('Mod', 'Mai'),
    school.add('Teacher', 'Hoa', inClass),
    school.add('Student', 'An', inClass),
    school.add('Student', 'Bình', inClass),
  ]);
  const expectLoggedIn = (tab: typeof page) =>
    expect(tab.getByRole('navigation').first()).toBeVisible();

  // An has logged in on this tablet before.
  await page.setViewportSize(phone);
  await page.goto('/login');
  await logIn(page, an.username);
  await expectLoggedIn(page);
  await page.evaluate(() => localStorage.removeItem('token'));

  await page.goto('/login');
  for (const { username } of [an, binh]) {
    const data = { username, password: 'khong-phai-1' };
    const guess = () => page.request.post('/api/auth/login', { data });
    await Promise.all(Array.from({ length: 12 }, guess));
  }
  await logIn(page, binh.username);
  await expect(page.getByRole('alert')).toContainText('Nhập sai mật khẩu quá nhiều lần');
  await logIn(page, an.username);
  await expectLoggedIn(page);

  const office = await (await browser.newContext()).newPage();
  await openAs(office, teacher.username, '/classes');
  const waiting = office.getByRole('region', { name: 'Học sinh đang phải chờ đăng nhập' });
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await waiting.getByRole('button', { name: `Mở khóa đăng nhập cho ${binh.full_name}` }).click();
  await expect(office.getByText(`${binh.full_name} có thể đăng nhập ngay`)).toBeVisible();
  await expect(waiting.getByRole('listitem')).toHaveCount(1);

  const newTablet = await (await browser.newContext()).newPage();
  await newTablet.goto('/login');
  await logIn(newTablet, binh.username);
  await expectLoggedIn(newTablet);

  const desk = await (await browser.newContext()).newPage();
  await openAs(desk, mod.username, '/admin/accounts');
  await openTab(desk, 'Students', 2);
  await findRow(desk, an.full_name);
  await expect(tableRow(desk, an.full_name)).toContainText('Sai mật khẩu nhiều lần');
  await desk.getByRole('button', { name: `Việc khác với ${an.full_name}` }).click();
  await desk.getByRole('menuitem', { name: 'Mở khóa đăng nhập' }).click();
  await expect(tableRow(desk, an.full_name)).not.toContainText('Sai mật khẩu nhiều lần');
  const data = { username: an.username, password: demoPassword };
  expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200);
});
