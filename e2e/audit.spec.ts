import { readFile } from 'node:fs/promises';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { openAs, phone } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

const tomorrow = getVietnamDate(new Date(Date.now() + 24 * 3_600_000));

test('a Mod reads, filters and downloads the log of their school', async ({ page }) => {
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  const student = await school.add('Student', 'An');
  const edited = { class_id: school.classId, phone: '0912345678' };
  const path = `/api/admin/students/${student.id}`;
  expect((await requestAs(page.request, mod.username, 'PUT', path, edited)).status()).toBe(200);
  const entries = page.getByRole('table').getByRole('row');

  await openAs(page, mod.username, '/');
  await page.getByRole('link', { name: 'Nhật ký' }).click();
  const change = entries.filter({ hasText: 'Sửa tài khoản' });
  await expect(change).toContainText('số điện thoại');
  await expect(change).toContainText('lớp: — → 3A');
  await expect(page.getByRole('table')).not.toContainText('0912345678');
  await expect(page.getByLabel('Trường')).toHaveCount(0);

  // Every filter is in the URL, so that a reload keeps it.
  await page.getByLabel('Người').selectOption({ label: `${mod.full_name} (Quản trị trường)` });
  await expect(entries).toHaveCount(2);
  await page.getByLabel('Việc').selectOption('Sửa');
  await page.getByLabel('Từ ngày').fill(getVietnamDate(new Date()));
  await page.reload();
  await expect(entries).toHaveCount(2);
  await expect(page.getByLabel('Việc')).toHaveValue('changed');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Tải .csv' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('nhat-ky.csv');
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv.startsWith('\ufeff')).toBe(true);
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain('class_name: 3A');

  await page.getByLabel('Từ ngày').fill(tomorrow);
  await expect(page.getByText('Không có việc nào phù hợp')).toBeVisible();
  await page.getByRole('button', { name: 'Bỏ bộ lọc' }).click();
  await expect(entries.filter({ hasText: 'Xuất tệp nhật ký' })).toContainText('1 dòng');

  await change.getByRole('link', { name: student.full_name }).click();
  await expect(page).toHaveURL(`/admin/people/${student.id}`);
});

test('an Admin reads the log of all schools, also on a phone', async ({ page }) => {
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Lan');
  await page.setViewportSize(phone);
  await openAs(page, 'admin', '/admin/audit');
  await page.getByLabel('Trường').selectOption(school.name);
  await page.getByLabel('Về').selectOption('tài khoản');
  const entries = page.getByRole('table').getByRole('row');
  await expect(entries).toHaveCount(2);
  await expect(entries.nth(1)).toContainText(`Tạo tài khoản ${mod.full_name}`);
  await expect(entries.nth(1)).toContainText('Quản trị trường');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
