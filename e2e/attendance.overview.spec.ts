import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { desktop, openAs } from './login.ts';
import { expectPaper } from './print.ts';
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
  const newClass = { name: '5C', grade_id: 5, school_id: school.id };
  const added = await requestAs(request, 'admin', 'POST', '/api/classes', newClass);
  await school.add('Teacher', 'Lan', { class_id: (await added.json()).id });
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
  const personPath = ({ id }: { id: number }) => `/admin/people/${id}`;
  await openAs(page, mod.username, '/admin/overview');
  // Every name leads to the person.
  await expect(
    page.getByRole('region', { name: /^Điểm danh tuần/ }).getByRole('link', { name: 'Nam' }),
  ).toHaveAttribute('href', personPath(nam));
  await page.clock.setFixedTime(new Date(`${first_monday}T12:00:00+07:00`));
  await page.reload();
  await expect(
    page.getByRole('region', { name: 'Vắng hôm nay' }).getByRole('link', { name: 'Bình' }),
  ).toHaveAttribute('href', personPath(students[1] as { id: number }));
  await page.clock.setSystemTime(new Date());
  await page.reload();
  await expect(page.getByText('1/3', { exact: true })).toBeVisible();
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
  await expect(page.getByText('1/3', { exact: true })).toBeVisible();
  await expect(page.getByText('3 vắng', { exact: true })).toBeVisible();
  const grades = page.getByRole('region', { name: 'Tuần đã chọn' });
  await grades.getByText('Xem bảng').click();
  await expect(grades.getByRole('table').last().getByRole('row').last()).toHaveText(
    `${week}25,0%––`,
  );
  await expect(grades.getByText('từ 20% đến 100%')).toBeVisible();
  await expect(grades.getByRole('link', { name: 'Khối 3' })).toHaveAttribute(
    'href',
    /\/admin\/reports\?school=\d+&school_year=\d+&grade=3&by=week$/,
  );
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').getByText(`${school.name} · `)).toBeVisible();
  await page.emulateMedia({ media: null });
  const absences = page.getByRole('region', { name: 'Vắng trong tuần' });
  await expect(absences.getByRole('listitem')).toHaveCount(3);
  await absences.getByRole('button', { name: 'Lặp lại 0' }).click();
  await expect(absences.getByText('Không có học sinh nào')).toBeVisible();
  await expect(page).toHaveURL(/absent=repeated/);

  await expect(page.getByRole('button', { name: 'Nhắc 2 lớp' })).toBeVisible();
  await page.getByRole('button', { name: 'Nhắc lớp 4B' }).click();
  await expect(page.getByRole('button', { name: 'Đã nhắc lớp 4B' })).toBeDisabled();
  await page.getByRole('button', { name: 'Nhắc 1 lớp' }).click();
  await expect(page.getByRole('button', { name: 'Đã nhắc lớp 5C' })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Nhắc \d lớp/ })).toHaveCount(0);
  const teacher = await browser.newPage();
  await openAs(teacher, nam.username, '/notifications');
  await teacher.getByText(`Nhắc bạn điểm danh lớp 4B, tuần ${week}`).click();
  await expect(teacher).toHaveURL(`/classes?class=${school.otherClassId}`);

  // The map is one stop for the Tab key; the arrows move inside it.
  const grid = page.getByRole('grid');
  await expect(grid.locator('td[tabindex="0"]')).toHaveCount(1);
  await grid.locator('td[tabindex="0"]').focus();
  // The two classes without a sheet come first.
  for (let row = 0; row < 2; row++) await page.keyboard.press('ArrowDown');
  const cell = grid.locator(`td[data-class="${school.classId}"][data-week="${week}"]`);
  await expect(cell).toBeFocused();
  await expect(cell).toHaveAccessibleName(/3A · Tuần \d+ · .*: 1\/4 có mặt, 3 vắng/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    `/classes?class=${school.classId}&week=${week}&school=${mod.school_id}`,
  );
  await expect(page.getByText('Ốm').first()).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Hoa' }).first()).toHaveAttribute(
    'href',
    personPath(hoa),
  );
  await expect(main.getByRole('listitem').getByRole('link', { name: 'An' })).toHaveAttribute(
    'href',
    personPath(an as { id: number }),
  );

  // The report has the same sheet, by month and by week, for the school, the class and the student.
  await page.getByRole('link', { name: 'Báo cáo' }).click();
  await expect(page).toHaveURL('/admin/reports');
  const byClass = page.getByRole('table', { name: /^Theo lớp/ });
  await expect(byClass.getByRole('row')).toHaveText([
    /^Lớp/,
    '3A25,0%1/41/350/4 · 0,0%',
    '4B–0/00/350/0 · –',
    '5C–0/00/350/0 · –',
    'Tổng25,0%1/41/1050/4 · 0,0%',
  ]);
  await page.getByLabel('Chia theo').selectOption('Theo tuần');
  await page.getByRole('link', { name: `Tuần ${week}`, exact: true }).click();
  await expect(page).toHaveURL(`/admin/reports?by=week&week=${week}`);
  await expect(byClass.getByRole('row').nth(1)).toHaveText('3A25,0%1/41/10/4 · 0,0%');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Tải .xlsx' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Báo cáo .*\.xlsx$/);
  await byClass.getByRole('link', { name: '3A' }).click();
  await expect(page).toHaveURL(`/classes/${school.classId}/report?by=week&week=${week}`);
  const byStudent = page.getByRole('table', { name: /^Theo học sinh/ });
  await expect(byStudent.getByRole('row')).toHaveCount(6);
  await expect(byStudent.getByRole('row').last()).toHaveText('Tổng25,0%1/43 (0)0/4');
  await expectPaper(page, 'portrait');

  const ownTeacher = await browser.newPage();
  await openAs(ownTeacher, hoa.username, '/classes');
  await ownTeacher.getByRole('button', { name: 'Việc khác với lớp 3A' }).click();
  await ownTeacher.getByRole('menuitem', { name: 'Báo cáo lớp' }).click();
  await expect(ownTeacher.getByRole('heading', { level: 1 })).toHaveText('Báo cáo lớp 3A');
});
