import { messages } from '@lop-xanh/contract/messages';
import {
  checkStudents,
  dialog,
  findRow,
  openParents,
  openTab,
  tableRow,
  writeStudents,
} from './accounts.ts';
import { logInWithCard } from './first-login.ts';
import { desktop, navigateTo, openAs, phone } from './login.ts';
import { countPages } from './print.ts';
import { expect, type Locator, type Page, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

const headings =
  'Tên đăng nhập,Họ và tên đệm,Tên,Lớp,Email,Phụ huynh 1,SĐT phụ huynh 1,Phụ huynh 2,SĐT phụ huynh 2';

/** 70 students in two classes, each with a parent; students 1 and 2 are sisters, and 3 has two parents. */
function makeFamiliesTable(prefix: string, basePhone: number) {
  const lines = Array.from({ length: 70 }, (_, index) => {
    const number = index + 1;
    const className = index < 35 ? '3A' : '4B';
    const parentNumber = number === 2 ? 1 : number;
    const parent = `Trần Thị Mẹ ${parentNumber},+84 ${basePhone + parentNumber}`;
    const second = number === 3 ? `Lê Văn Bố,0${basePhone + 99}` : ',';
    return `${prefix}.${number},Nguyễn Hoàng,Con ${number},${className},hs${number}@truong.vn,${parent},${second}`;
  });
  const text = [headings, ...lines].join('\n');
  return { name: 'học sinh.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`) };
}

const printed = (page: Page) => page.locator('[data-print] article');
const readFact = async (letter: Locator, name: string) =>
  (await letter.locator(`dt:text-is("${name}") + dd`).textContent()) ?? '';

test('a school imports 70 students with their parents, and a parent logs in with the printed letter', async ({
  browser,
  page,
}) => {
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  const basePhone = 900_000_000 + (Date.now() % 90_000_000);
  await page.setViewportSize(desktop);
  await openAs(page, mod.username, '/admin/accounts?tab=parents');
  await expect(page.getByText('Trường chưa có phụ huynh')).toBeVisible();

  // The school is asked whether two parents with one phone number are one person.
  await openTab(page, 'Students', 0);
  await checkStudents(page, makeFamiliesTable(mod.username, basePhone));
  const question = page.getByRole('region', { name: '1 phụ huynh trùng số điện thoại' });
  await expect(tableRow(page, 'Trần Thị Mẹ 1')).toContainText('Nguyễn Hoàng Con 1');
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Ghi 70 học sinh · còn/ })).toBeDisabled();
  await question.getByRole('radio', { name: /^Là một người/ }).check();
  await writeStudents(page, 70);
  await expect(page.getByRole('main')).toContainText('70 phụ huynh mới');

  // Only what is on screen is printed: two letters to a page.
  await page.getByRole('button', { name: 'Thư cho phụ huynh' }).click();
  await expect(printed(page)).toHaveCount(70);
  await expect(page.locator('[data-print]')).toHaveCount(1);
  expect(countPages(await page.pdf({ preferCSSPageSize: true }))).toBe(35);
  const letter = printed(page).filter({ hasText: 'Con 2' }).first();
  await expect(letter).toContainText('Kính gửi phụ huynh Trần Thị Mẹ 1');
  await expect(letter).toContainText(school.name);
  const username = await readFact(letter, 'Tên đăng nhập');
  expect(username).toBe(`0${basePhone + 1}`);
  const password = await readFact(letter, 'Mật khẩu lần đầu');
  await dialog(page).getByRole('button', { name: 'Xong' }).click();
  await page.getByRole('link', { name: 'Về danh sách' }).click();

  await openTab(page, 'Phụ huynh', 70);
  await findRow(page, 'Trần Thị Mẹ 1');
  await expect(tableRow(page, 'Trần Thị Mẹ 1')).toContainText(
    /0\d{9}.*Nguyễn Hoàng Con 1\s· 3A.*Nguyễn Hoàng Con 2\s· 3A/,
  );

  const parent = await browser.newPage({ viewport: phone });
  await logInWithCard(parent, { username, password });
  await navigateTo(parent, '/profile');
  await expect(parent.getByRole('main')).toContainText('Nguyễn Hoàng Con 1');
  await expect(parent.getByRole('main')).toContainText('Nguyễn Hoàng Con 2');

  // New letters of the class leave out who has a password of their own.
  await openTab(page, 'Classes', 2);
  await page.getByRole('button', { name: 'Việc khác với lớp 3A' }).click();
  await page.getByRole('menuitem', { name: 'Thư cho phụ huynh…' }).click();
  await dialog(page).getByRole('button', { name: 'Tạo thư' }).click();
  await expect(printed(page)).toHaveCount(34);
  await expect(printed(page).locator('h1', { hasText: /Trần Thị Mẹ 1$/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Rời khỏi đây?' })).toBeVisible();
});

test('a parent of three children in two schools sees all three, and each school only its own', async ({
  browser,
  page,
}) => {
  const [first, second] = [
    await addTestSchool(page.request),
    await addTestSchool(page.request),
  ] as const;
  const inClass = { class_id: first.classId };
  const minh = await first.add('Student', 'Minh', inClass);
  const lan = await first.add('Student', 'Lan', inClass);
  const hoa = await second.add('Student', 'Hoa', { class_id: second.otherClassId });
  const firstMod = await first.add('Mod', 'Tuấn');
  const secondMod = await second.add('Mod', 'Mai');

  // The first school creates the parent with one child, and links the second child.
  const number = `09${String(Date.now()).slice(-8)}`;
  await page.setViewportSize(desktop);
  await openAs(page, firstMod.username, '/admin/accounts?tab=parents');
  await page.getByRole('button', { name: 'Thêm phụ huynh' }).click();
  await dialog(page).getByLabel('Họ và tên đệm').fill('Phạm Thị');
  await dialog(page).getByLabel('Tên *', { exact: true }).fill('Hạnh');
  await dialog(page).getByLabel('Số điện thoại').fill(number);
  await expect(dialog(page).getByLabel('Tên đăng nhập')).toHaveValue(number);
  await dialog(page).getByLabel('Mật khẩu *', { exact: true }).fill('demo1234');
  await dialog(page).getByLabel(messages.accounts.mustChangePassword).uncheck();
  await chooseUser(page, 'Thêm con', minh.full_name);
  await dialog(page).getByRole('button', { name: 'Lưu' }).click();
  await expect(dialog(page)).toHaveCount(0);
  const row = tableRow(page, 'Phạm Thị Hạnh');
  await expect(row).toContainText(`${minh.full_name} · 3A`);
  await row.getByRole('button', { name: 'Việc khác với Phạm Thị Hạnh' }).click();
  await page.getByRole('menuitem', { name: 'Liên kết với con…' }).click();
  await chooseUser(page, 'Thêm con', lan.full_name);
  await dialog(page).getByRole('button', { name: 'Liên kết', exact: true }).click();
  await expect(dialog(page).getByRole('list', { name: 'Các con' })).toContainText(lan.full_name);
  await page.keyboard.press('Escape');

  // The second school knows only the username.
  const other = await browser.newPage({ viewport: phone });
  await openAs(other, secondMod.username, '/admin/accounts?tab=students');
  await other.getByRole('button', { name: `Việc khác với ${hoa.full_name}` }).click();
  await other.getByRole('menuitem', { name: 'Liên kết phụ huynh…' }).click();
  await dialog(other).getByLabel('Tên đăng nhập').fill('khong-co-ai');
  await dialog(other).getByRole('button', { name: 'Liên kết', exact: true }).click();
  await expect(dialog(other)).toContainText('Không có phụ huynh này');
  await dialog(other).getByLabel('Tên đăng nhập').fill(number);
  await dialog(other).getByRole('button', { name: 'Liên kết', exact: true }).click();
  await expect(dialog(other)).toHaveCount(0);
  await openTab(other, 'Phụ huynh', 1);
  await expect(tableRow(other, 'Phạm Thị Hạnh')).toContainText(hoa.full_name);
  await expect(tableRow(other, 'Phạm Thị Hạnh')).not.toContainText(minh.full_name);
  await expect(other.getByRole('button', { name: 'Sửa Phạm Thị Hạnh' })).toHaveCount(0);

  const parent = await browser.newPage({ viewport: phone });
  await openAs(parent, number, '/profile');
  const main = parent.getByRole('main');
  for (const { child, school } of [
    { child: minh, school: first },
    { child: lan, school: first },
    { child: hoa, school: second },
  ]) {
    const item = main.getByRole('listitem').filter({ hasText: child.full_name }).first();
    await expect(item).toContainText(school.name);
  }

  // A school unlinks its own child; the last child takes the account with it.
  await openTab(other, 'Students', 1);
  await openParents(other, hoa.full_name);
  await dialog(other)
    .getByRole('button', { name: `Bỏ liên kết Phạm Thị Hạnh với ${hoa.full_name}` })
    .click();
  await other
    .getByRole('dialog', { name: 'Bỏ liên kết?' })
    .getByRole('button', { name: 'Bỏ liên kết', exact: true })
    .click();
  await expect(dialog(other)).toContainText('Chưa có tài khoản phụ huynh');
  await parent.reload();
  await expect(main).toContainText(lan.full_name);
  await expect(main).not.toContainText(hoa.full_name);
});

/** Searches a user in a field of the open dialog and selects them. */
async function chooseUser(page: Page, label: string, name: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: label }).fill(name);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}
