import { expectAccessible } from './axe.ts';
import { desktop, openAs, phone } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

test('a Mod finds people and pages with the keyboard alone, pages also without the server', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, 'mod', '/');
  const button = page.getByRole('button', { name: 'Tìm kiếm' });
  const palette = page.getByRole('dialog', { name: 'Tìm kiếm' });
  const field = page.getByRole('combobox', { name: 'Tìm người, lớp, trang…' });
  const active = palette.getByRole('option', { selected: true });

  // The response to the first text comes after that to the second one, and is ignored.
  let sendEarlier = () => {};
  const isLater = new Promise<void>((resolve) => {
    sendEarlier = resolve;
  });
  await page.route('**/api/search?q=ng', async (route) => {
    await isLater;
    await route.continue().catch(() => {});
  });
  await button.focus();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  const earlier = page.waitForRequest('**/api/search?q=ng');
  await field.fill('ng');
  await earlier;
  await field.fill('hoa 3a');
  const teacher = palette.getByRole('option', { name: /^Nguyễn Thị Hoa/ });
  await expect(teacher.locator('mark')).toHaveText(['Hoa', '3A']);
  sendEarlier();
  await expect(palette.getByRole('status')).toHaveText(/kết quả/);
  await expect(palette.locator('mark').filter({ hasText: /^Ng/ })).toHaveCount(0);

  await expectAccessible(page);

  const expectCardsAbove = async () => {
    const first = String(await active.getAttribute('id'));
    await expect(field).toHaveAttribute('aria-activedescendant', first);
    await page.keyboard.press('ArrowUp');
    await expect(active).toHaveText(/In thẻ đăng nhập lớp 3A/);
    return first;
  };
  await expectCardsAbove();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cards\?class=\d+$/);
  await expect(page.getByRole('region', { name: 'Thẻ của lớp 3A' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await button.focus();
  await page.keyboard.press('Control+k');
  await field.fill('hoa 3a');
  await expect(teacher).toBeVisible();
  const first = await expectCardsAbove();
  await page.keyboard.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-activedescendant', first);

  // Escape and Back close it, and the focus returns.
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.goBack();
  await expect(palette).toBeHidden();
  await expect(page).toHaveURL('/');

  await page.keyboard.press('Control+k');
  await field.fill('nguyen thi hoa');
  await expect(active).toHaveText(/^.?Nguyễn Thị Hoa/);
  // A page that comes while the user already types the next search does not take the focus.
  let sendPage = () => {};
  const isTyping = new Promise<void>((resolve) => {
    sendPage = resolve;
  });
  await page.route('**/person-page.*.chunk.js', async (route) => {
    await isTyping;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/people\/\d+$/);
  await expect(palette).toBeHidden();
  await page.route('**/api/search?*', (route) => route.abort());
  await page.keyboard.press('Control+k');
  await field.fill('nhat ky');
  sendPage();
  await expect(page.locator('h1')).toHaveText('Nguyễn Thị Hoa');
  await expect(palette.getByRole('alert')).toContainText('Chưa tìm được người');
  await expect(active).toHaveText('Nhật ký');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/audit');

  // A command opens its form, which Back closes.
  await page.keyboard.press('Control+k');
  await field.fill('tao tai khoan');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Thêm học sinh' });
  await expect(form).toBeVisible();
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL('/admin/accounts?tab=students');
});

test('on a phone, the menu leads to the search', async ({ page }) => {
  await page.setViewportSize(phone);
  await openAs(page, 'mod', '/');
  const menuButton = page.getByRole('button', { name: 'Mở menu' });
  await menuButton.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tìm kiếm' }).click();
  const palette = page.getByRole('dialog', { name: 'Tìm kiếm' });
  const field = page.getByRole('combobox', { name: 'Tìm người, lớp, trang…' });
  await expect(field).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  // Over the whole screen, and Back returns to the page.
  expect(await palette.boundingBox()).toMatchObject({ x: 0, y: 0, ...phone });
  await page.goBack();
  await expect(palette).toBeHidden();
  await expect(page).toHaveURL('/');

  await menuButton.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tìm kiếm' }).click();
  await field.fill('nguyen thi hoa');
  await palette.getByRole('option', { name: /^Nguyễn Thị Hoa/ }).click();
  await expect(palette).toBeHidden();
  await expect(page.locator('h1')).toHaveText('Nguyễn Thị Hoa');
});

test('a class that an Admin finds opens among those of its school', async ({ page }) => {
  const school = await addTestSchool(page.request);
  // No other school has such a class.
  const name = `4Q${Date.now() % 100_000}`;
  const body = { name, grade_id: 4, school_id: school.id };
  expect((await requestAs(page.request, 'admin', 'POST', '/api/classes', body)).ok()).toBe(true);
  await page.setViewportSize(desktop);
  await openAs(page, 'admin', '/admin');
  await page.getByRole('button', { name: 'Tìm kiếm' }).click();
  await page.getByRole('combobox', { name: 'Tìm người, lớp, trang…' }).fill(name);
  await page.getByRole('option', { name: new RegExp(`^Lớp ${name}.*${school.name}`) }).click();
  await expect(page).toHaveURL(/\/classes\?class=\d+&school=\d+$/);
  const main = page.getByRole('main');
  await expect(main.locator('[aria-current=true]')).toHaveText(`Lớp ${name}${school.name}`);
  await expect(main.getByRole('button', { name: /^Lớp / })).toHaveCount(3);
});
