import { desktop, openAs, phone } from './login.ts';
import { expect, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

test('an Admin finds a school without a Mod and opens what is behind its figures', async ({
  page,
  request,
}) => {
  const school = await addTestSchool(request);
  await page.setViewportSize(desktop);
  await openAs(page, 'admin', '/admin');
  const logins = page.getByRole('region', { name: 'Lượt đăng nhập theo tuần' });
  await logins.getByText('Xem bảng').click();
  await logins.getByRole('row').last().getByRole('link').click();
  await expect(page).toHaveURL(/\/admin\?logins=\d{4}-\d\d-\d\d$/);
  await expect(logins.getByRole('row', { name: `${school.name} 0 0 0` })).toBeVisible();
  await page.goto('/admin');
  const figure = page.getByRole('link', { name: /^Trường chưa có Mod/ });
  await figure.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin?concern=no_mod');
  await expect(page.getByRole('button', { name: /^Chưa có Mod/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('searchbox', { name: 'Tìm trường' }).fill(school.name.toUpperCase());
  const table = page.getByRole('table', { name: 'Trường học' });
  const row = table.getByRole('row', { name: school.name });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(row).toContainText(/Cần xử lý.*Chưa có.*không có.*0 kB.*chưa bao giờ/);
  // Every figure leads to its place, and Back returns to the search.
  await row.getByRole('link', { name: 'Chưa có' }).click();
  await expect(page).toHaveURL(/\/admin\/accounts\?school=\d+&tab=moderators$/);
  await page.goBack();
  await expect(table.getByRole('row')).toHaveCount(2);
  await row.getByRole('link', { name: school.name }).click();
  await expect(page).toHaveURL(/\/admin\/overview\?school=\d+$/);
  await expect(page.getByRole('main').getByText(school.name).first()).toBeVisible();
  await expect(page.getByText('Không còn gì chờ duyệt')).toBeVisible();

  await page.goto('/admin?q=khong-co-truong-nay');
  await expect(page.getByText('Không có trường nào phù hợp')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('searchbox')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(phone);
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  // The layout takes a moment to follow.
  await expect
    .poll(() =>
      page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      ),
    )
    .toBe(false);
});
