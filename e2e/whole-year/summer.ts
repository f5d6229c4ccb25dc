import { takeAttendance } from '../attendance.ts';
import { postCard } from '../feed.ts';
import { expect } from '../test.ts';
import {
  checks,
  chooseTeacher,
  closedRow,
  placeField,
  savedText,
  startButton,
  startYear,
  yearPath,
} from '../years.ts';
import { publish } from './autumn.ts';
import { actor, type Child, type SchoolLife, travel } from './school-life.ts';

/** August: the Mod prepares the year over two days, retains a child, and starts it. */
export async function rollOver(life: SchoolLife): Promise<void> {
  const retained = life.children.at(-1) as Child;
  await travel(life, '2026-08-12 09:00');
  const { page, open } = actor(life, 'mod');
  await open(yearPath);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Năm học mới 2026–2027');
  // The proposal is complete; one teacher goes on with her class.
  await closedRow(page, /^Khối 2/).click();
  await closedRow(page, /^Khối 3/).click();
  await chooseTeacher(page, '4A', 'Hoa');
  await chooseTeacher(page, '3A', 'Nam');
  await closedRow(page, /^3A/).click();
  await placeField(page, retained.full_name).selectOption({ label: '3A' });
  await expect(savedText(page)).toBeVisible();

  await travel(life, '2026-08-24 09:00');
  await open(yearPath);
  await expect(savedText(page)).toBeVisible();
  await expect(checks(page)).toBeVisible();
  await expect(startButton(page)).toHaveText('Bắt đầu năm học');
  await startYear(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Năm học 2026–2027');
}

/** The first week of the next year: a roll and a post in 4A, and the memories of 3A. */
export async function liveNextFirstWeek(life: SchoolLife): Promise<void> {
  const retained = life.children.at(-1) as Child;
  await travel(life, '2026-09-07 07:30');
  const hoa = await actor(life, 'hoa').open('/classes');
  await expect(actor(life, 'hoa').main).toContainText('Lớp 4A');
  await expect(actor(life, 'hoa').main).not.toContainText(retained.full_name);
  await takeAttendance(hoa, 1, [1]);
  await publish(life, 'Lớp Bốn rồi');

  for (const name of ['student', 'parent']) {
    const { page, open } = actor(life, name);
    await open('/');
    await expect(postCard(page, 'Lớp Bốn rồi')).toBeVisible();
    await expect(postCard(page, 'Ngày khai trường')).toHaveCount(0);
    await open('/memories');
    const past = page.getByRole('region', { name: /^Lớp 3A/ });
    await expect(past).toContainText('Nguyễn Thị Hoa');
    await expect(postCard(page, 'Ngày khai trường')).toBeVisible();
  }
}
