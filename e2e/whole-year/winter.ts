import { confirmDialog, dialog, fillAndSave, openTab, tableRow } from '../accounts.ts';
import { postCard } from '../feed.ts';
import { expect } from '../test.ts';
import { publish, takeRoll } from './autumn.ts';
import { otherSchool } from './before-school.ts';
import { actor, type Child, type SchoolLife, travel } from './school-life.ts';

/** Weeks that pass without anything special: the date of the Monday, and who was absent. */
export async function passWeeks(
  life: SchoolLife,
  weeks: [week: number, monday: string, absentRows: number[]][],
): Promise<void> {
  for (const [week, monday, absentRows] of weeks) {
    await travel(life, `${monday} 07:30`);
    await takeRoll(life, week, absentRows);
  }
}

/** December: a parent asks for a copy of the child's data, and the office answers in time. */
export async function answerRequest(life: SchoolLife): Promise<void> {
  const [minh] = life.children as [Child];
  // A Thursday evening: the two working days end on Monday.
  await travel(life, '2025-12-04 20:00');
  const parent = actor(life, 'parent');
  const page = await parent.open('/profile');
  await page.getByRole('button', { name: 'Gửi yêu cầu' }).click();
  await dialog(page)
    .getByRole('radio', { name: /^Bản sao dữ liệu/ })
    .check();
  await dialog(page).getByLabel('Dữ liệu của').selectOption(minh.full_name);
  await dialog(page).getByRole('button', { name: 'Gửi yêu cầu' }).click();
  await expect(dialog(page)).toHaveCount(0);

  const mod = actor(life, 'mod');
  const office = mod.page;
  const card = mod.main.getByRole('article').filter({ hasText: minh.full_name });
  for (const [time, text] of [
    ['2025-12-05 09:00', 'Còn 1 ngày làm việc để trả lời'],
    ['2025-12-08 09:00', 'Hôm nay là hạn trả lời'],
  ] as const) {
    await travel(life, time);
    await mod.open('/admin/privacy');
    await expect(card).toContainText(text);
  }
  await card.getByRole('button', { name: 'Trả lời' }).click();
  await dialog(office)
    .getByRole('radio', { name: /^Chấp nhận/ })
    .check();
  await dialog(office).getByLabel('Câu trả lời cho người gửi').fill('Vâng, trong tuần này.');
  await confirmDialog(office, 'Gửi trả lời');
  await expect(dialog(office)).toHaveCount(0);
  await travel(life, '2025-12-10 09:00');
  await mod.open('/admin/privacy');
  const copy = office.waitForEvent('download');
  await card.getByRole('button', { name: 'Tải bản sao' }).click();
  expect((await copy).suggestedFilename()).toMatch(/\.zip$/);
  await card.getByRole('button', { name: 'Ghi kết quả' }).click();
  await dialog(office).getByLabel('Kết quả gửi tới người yêu cầu').fill('Bản sao đã sẵn sàng.');
  await confirmDialog(office, 'Hoàn tất');
  await expect(mod.main).toContainText('Không có yêu cầu nào cần xử lý');

  await parent.open('/profile');
  const own = page.getByRole('list', { name: 'Yêu cầu đã gửi' });
  await expect(own).toContainText('Bản sao đã sẵn sàng.');
  const ownCopy = page.waitForEvent('download');
  await own.getByRole('button', { name: 'Tải bản sao' }).click();
  expect((await ownCopy).suggestedFilename()).toMatch(/\.zip$/);
}

/** January: a family moves, and their child goes on in the other school with memories of this one. */
export async function moveAway(life: SchoolLife): Promise<void> {
  const mover = life.children[2] as Child;
  await travel(life, '2026-01-15 09:00');
  const admin = await actor(life, 'admin').open('/admin/accounts');
  await admin.getByRole('button', { name: 'TH Kim Đồng', exact: true }).click();
  await openTab(admin, 'Students', 40);
  await admin.getByLabel('Tìm theo tên, mã số').fill(mover.full_name);
  await tableRow(admin, mover.full_name).getByRole('button', { name: /^Sửa/ }).click();
  await dialog(admin).getByLabel('Trường').selectOption(otherSchool);
  await fillAndSave(admin, { Lớp: 'Lớp 3B' });

  await publish(life, 'Sau khi bạn đi');
  const { page: child, open } = actor(life, 'mover');
  await open('/');
  await expect(child.getByText('Sau khi bạn đi')).toHaveCount(0);
  await open('/memories');
  await expect(postCard(child, 'Ngày khai trường')).toBeVisible();
  await expect(postCard(child, 'Sau khi bạn đi')).toHaveCount(0);
  const parent = await actor(life, 'moverParent').open('/profile');
  await expect(parent.getByRole('main')).toContainText(otherSchool);

  // The new school reads the earlier attendance; the old one counts the child no longer.
  const other = actor(life, 'otherMod');
  await other.open(`/admin/people/${mover.id}`);
  await expect(other.main).toContainText(`${life.ledger.absent.size} có mặt`);
  life.children.splice(2, 1);
}
