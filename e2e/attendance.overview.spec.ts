import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { desktop, openAs } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

test('a Mod sees every class, reminds a teacher of a missing sheet and opens one that is there', async ({
  browser,
  page,
  request,
}) => {
  const school = await addTestSchool(request);
  const mod = await school.add('Mod', 'Tuấn');
  const hoa = await school.add('Teacher', 'Hoa', { class_id: school.classId });
  const nam = await school.add('Teacher', 'Nam', { class_id: school.otherClassId });
  const students = [];
  for (const name of ['An', 'Bình', 'Chi', 'Dũng']) {
    students.push(await school.add('Student', name, { class_id: school.classId }));
  }
  const read = async (): Promise<AttendanceOverview> =>
    (await requestAs(request, mod.username, 'GET', '/api/attendance/overview')).json();
  const { week, first_monday } = await read();
  const [an] = students;
  const saved = await requestAs(
    request,
    hoa.username,
    'POST',
    `/api/classes/${school.classId}/attendance`,
    {
      week,
      date: first_monday,
      students: students.map(({ id }) =>
        id === an?.id ? { id, status: 'present' } : { id, status: 'absent', note: 'Ốm' },
      ),
    },
  );
  expect(saved.status(), await saved.text()).toBe(201);

  await page.setViewportSize(desktop);
  await openAs(page, mod.username, '/admin/overview');
  await expect(page.getByText('1/2', { exact: true })).toBeVisible();
  await expect(page.getByText('4 em chưa trả lời')).toBeVisible();
  await page.getByRole('button', { name: 'Lớp 3A: 4 em' }).click();
  await expect(page.getByRole('dialog')).toContainText('An');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const rates = page.getByRole('region', { name: 'Tỉ lệ có mặt theo tuần' });
  await rates.getByText('Xem bảng').click();
  await expect(rates.getByRole('row').last()).toHaveText(`Tuần ${week}1/425,0%`);
  await rates.getByRole('link', { name: `Tuần ${week}` }).click();
  await expect(page).toHaveURL(`/admin/attendance?school=${mod.school_id}&week=${week}`);
  await expect(page.getByText('1/2', { exact: true })).toBeVisible();
  await expect(page.getByText('3 vắng', { exact: true })).toBeVisible();
  const absences = page.getByRole('region', { name: 'Vắng trong tuần' });
  await expect(absences.getByRole('listitem')).toHaveCount(3);
  await absences.getByRole('button', { name: 'Lặp lại 0' }).click();
  await expect(absences.getByText('Không có học sinh nào')).toBeVisible();
  await expect(page).toHaveURL(/absent=repeated/);

  await page.getByRole('button', { name: 'Nhắc lớp 4B' }).click();
  await expect(page.getByRole('button', { name: 'Đã nhắc lớp 4B' })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Nhắc \d lớp/ })).toHaveCount(0);
  const teacher = await browser.newPage();
  await openAs(teacher, nam.username, '/notifications');
  await teacher.getByText(`Nhắc bạn điểm danh lớp 4B, tuần ${week}`).click();
  await expect(teacher).toHaveURL(`/classes?class=${school.otherClassId}`);

  // The map is one stop for the Tab key; the arrows move inside it.
  const grid = page.getByRole('grid');
  await expect(grid.locator('td[tabindex="0"]')).toHaveCount(1);
  await grid.locator('td[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  const cell = grid.locator(`td[data-class="${school.classId}"][data-week="${week}"]`);
  await expect(cell).toBeFocused();
  await expect(cell).toHaveAccessibleName(/3A · Tuần \d+ · .*: 1\/4 có mặt, 3 vắng/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    `/classes?class=${school.classId}&week=${week}&school=${mod.school_id}`,
  );
  await expect(page.getByText('Ốm').first()).toBeVisible();
});
