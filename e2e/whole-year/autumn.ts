import { readFileSync } from 'node:fs';
import { messages } from '@lop-xanh/contract/messages';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { confirmDialog, dialog, openTab, tableRow } from '../accounts.ts';
import {
  correctButton,
  correctedRow,
  saveCorrection,
  savedRow,
  saveSheet,
  studentRow,
  takeAttendance,
  waitForSheet,
} from '../attendance.ts';
import { commentWith, hideComment, menuButton, reportComment } from '../comments.ts';
import { confirmPhotos, postCard, writePost } from '../feed.ts';
import { countUnsent } from '../outbox.ts';
import { expect, type Page } from '../test.ts';
import { actor, type Child, type SchoolLife, travel } from './school-life.ts';

const photo = {
  name: 'lớp.jpg',
  mimeType: 'image/jpeg',
  buffer: readFileSync(new URL('../fixtures/cardboard.jpg', import.meta.url)),
};

/** The teacher takes the roll of a week, whose absent students are given by their rows. */
export async function takeRoll(
  life: SchoolLife,
  week: number,
  absentRows: number[] = [],
  teacher = 'hoa',
): Promise<void> {
  const page = await actor(life, teacher).open(`/classes?week=${week}`);
  await takeAttendance(page, week, absentRows);
  recordAbsences(life, week, absentRows);
}

function recordAbsences(life: SchoolLife, week: number, absentRows: number[]): void {
  const ids = absentRows.map((row) => (life.children[row - 1] as Child).id);
  life.ledger.absent.set(week, ids);
}

/** A teacher writes a post, with a photo if `hasPhoto`. */
async function write(
  life: SchoolLife,
  { author = 'hoa', title = '', hasPhoto = false },
): Promise<void> {
  const page = await actor(life, author).open('/');
  const editor = await writePost(page, title, 'Cả lớp cùng làm, vui lắm.');
  if (hasPhoto) {
    await editor.locator('input[type=file]').setInputFiles(photo);
    await confirmPhotos(editor);
  }
  await editor.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(editor).toHaveCount(0);
}

async function approve(life: SchoolLife, title: string): Promise<void> {
  const page = await actor(life, 'mod').open('/');
  await postCard(page, title).first().getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(messages.moderation.approved)).toBeVisible();
}

/** Writes a post that the Mod approves and the class then reads. */
export async function publish(
  life: SchoolLife,
  title: string,
  options: { author?: string; hasPhoto?: boolean } = {},
): Promise<void> {
  await write(life, { title, ...options });
  await approve(life, title);
  life.ledger.posts.push(title);
}

async function comment(page: Page, title: string, text: string): Promise<void> {
  await postCard(page, title).getByLabel('Viết bình luận').fill(text);
  await page.keyboard.press('Enter');
  await expect(commentWith(page, text)).toBeVisible();
  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
}

/** Week 1: the roll, a post, and the first likes and words of a family. */
export async function liveFirstWeek(life: SchoolLife): Promise<void> {
  await travel(life, '2025-09-01 07:30');
  await takeRoll(life, 1);
  await publish(life, 'Ngày khai trường');
  const student = await actor(life, 'student').open('/');
  const post = postCard(student, 'Ngày khai trường');
  await post.getByRole('button', { name: /^Thích/ }).click();
  await comment(student, 'Ngày khai trường', 'Con vui lắm ạ');
  const parent = await actor(life, 'parent').open('/');
  await expect(postCard(parent, 'Ngày khai trường')).toContainText('Con vui lắm ạ');
  await postCard(parent, 'Ngày khai trường')
    .getByRole('button', { name: /^Thích/ })
    .click();
  await expect(
    postCard(parent, 'Ngày khai trường').getByRole('button', { name: 'Thích, 2 lượt' }),
  ).toBeVisible();
}

/** The composer names a child without consent, and the Mod rejects the photo that shows her. */
export async function catchPhoto(life: SchoolLife): Promise<void> {
  await travel(life, '2025-09-03 15:00');
  const [, , , shy] = life.children as [Child, Child, Child, Child];
  const title = 'Ảnh cả lớp';
  const teacher = await actor(life, 'hoa').open('/');
  const editor = await writePost(teacher, title, 'Ai cũng cười.');
  await editor.locator('input[type=file]').setInputFiles(photo);
  const warning = editor.getByRole('region', { name: 'Đồng ý đăng ảnh' });
  await expect(warning).toContainText(shy.full_name);
  await confirmPhotos(editor);
  await editor.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(editor).toHaveCount(0);

  const mod = await actor(life, 'mod').open('/admin/moderation');
  await expect(mod.getByRole('region', { name: 'Đồng ý đăng ảnh' })).toContainText(shy.full_name);
  await mod.keyboard.press('r');
  await mod.getByRole('button', { name: 'Ảnh em chưa có đồng ý' }).click();
  await expect(mod.getByText(`Đã từ chối “${title}”`)).toBeVisible();
  await expect(async () => {
    const page = await actor(life, 'hoa').open('/');
    await expect(postCard(page, title).first()).toContainText('Ảnh em chưa có đồng ý', {
      timeout: 2_000,
    });
  }).toPass();
  const student = await actor(life, 'student').open('/');
  await expect(postCard(student, 'Ngày khai trường')).toBeVisible();
  await expect(postCard(student, title)).toHaveCount(0);
}

/** Week 2: a leave note fills the roll, whose mistake the teacher corrects; the parents are told. */
export async function liveSecondWeek(life: SchoolLife): Promise<void> {
  const [minh, friend] = life.children as [Child, Child];
  await travel(life, '2025-09-07 19:00');
  const parent = await actor(life, 'parent').open('/');
  await parent.getByRole('button', { name: 'Xin phép nghỉ' }).click();
  const form = parent.getByRole('dialog', { name: /^Xin phép nghỉ/ });
  await form.getByLabel('Từ ngày', { exact: true }).fill('2025-09-08');
  await form.getByLabel('Đến hết ngày').fill('2025-09-08');
  await form.getByLabel('Lý do').fill('sốt');
  await form.getByRole('button', { name: 'Gửi đơn' }).click();
  await expect(form).toHaveCount(0);

  await travel(life, '2025-09-08 07:30');
  const teacher = await actor(life, 'hoa').open('/classes');
  await waitForSheet(teacher, 2);
  await expect(studentRow(teacher, 1)).toContainText('Có phép: sốt');
  await studentRow(teacher, 2).getByRole('button', { name: 'Vắng' }).click();
  await teacher.getByRole('button', { name: 'Tất cả có mặt' }).click();
  await saveSheet(teacher);
  await expect(savedRow(teacher, minh.full_name).last()).toContainText('Vắng có phép');
  await expect(savedRow(teacher, friend.full_name)).toContainText('Vắng không phép');

  await travel(life, '2025-09-10 09:00');
  await actor(life, 'hoa').open('/classes?week=2');
  await correctButton(teacher).click();
  await correctedRow(teacher, 2).getByRole('button', { name: 'Có mặt' }).click();
  await teacher.getByLabel('Lý do sửa').selectOption('Đánh dấu nhầm học sinh');
  await saveCorrection(teacher).click();
  await expect(teacher.getByText('Đã sửa điểm danh')).toBeVisible();
  recordAbsences(life, 2, [1]);
  const told = await actor(life, 'parent').open('/notifications');
  await expect(told.getByText(`${minh.full_name} vắng mặt ở lớp 3A, tuần 2`)).toBeVisible();
  const child = await actor(life, 'friend').open('/classes');
  await expect(child.getByRole('button', { name: 'Tuần 2: Có mặt, đã sửa' })).toBeVisible();

  // The teacher's week to correct is over; the Mod's never is.
  await travel(life, '2025-09-16 09:00');
  await actor(life, 'hoa').open('/classes?week=2');
  await expect(savedRow(teacher, minh.full_name).last()).toBeVisible();
  await expect(correctButton(teacher)).toHaveCount(0);
  await takeRoll(life, 3, [5]);
}

/** Week 4: a substitute has the class until Friday, and nothing of it on Saturday. */
export async function standIn(life: SchoolLife): Promise<void> {
  await travel(life, '2025-09-22 06:30');
  const until = '2025-09-26';
  const mod = await actor(life, 'mod').open('/admin/accounts');
  await openTab(mod, 'Classes', 5);
  await mod.getByRole('button', { name: 'Việc khác với lớp 3A' }).click();
  await mod.getByRole('menuitem', { name: 'Giáo viên dạy thay…' }).click();
  await dialog(mod).getByRole('combobox', { name: 'Giáo viên' }).click();
  await mod.getByRole('option', { name: 'Trần Văn Nam' }).click();
  await dialog(mod).getByLabel('Ngày cuối').fill(until);
  await confirmDialog(mod, 'Phân công');
  await expect(dialog(mod)).toHaveCount(0);
  await expect(tableRow(mod, '3A')).toContainText(`Dạy thay: Trần Văn Nam đến ${formatDay(until)}`);

  await travel(life, '2025-09-22 07:30');
  const { page: nam, main, open } = actor(life, 'nam');
  await open('/classes');
  await main.getByRole('button', { name: /^Lớp 3A Dạy thay đến/ }).click();
  await takeAttendance(nam, 4, [6]);
  recordAbsences(life, 4, [6]);
  const title = 'Tin từ thầy dạy thay';
  await open('/');
  const editor = await writePost(nam, title, 'Cả lớp rất ngoan.');
  await editor.getByLabel('Lớp').selectOption('Lớp 3A (dạy thay)');
  await editor.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(editor).toHaveCount(0);
  await approve(life, title);
  life.ledger.posts.push(title);

  await travel(life, '2025-09-27 07:30');
  await open('/classes');
  await expect(main).toContainText('Lớp 4A');
  await expect(main).not.toContainText('Lớp 3A');
  const friend = await actor(life, 'friend').open('/');
  await expect(postCard(friend, title)).toContainText('Trần Văn Nam');
}

/** October: a child insults another; a parent reports it and the Mod takes it down. */
export async function takeDownInsult(life: SchoolLife): Promise<void> {
  await travel(life, '2025-10-14 16:00');
  const title = 'Thi vẽ tranh';
  await publish(life, title, { hasPhoto: true });
  const words = 'Bạn vẽ xấu như rùa';
  const friend = await actor(life, 'friend').open('/');
  await comment(friend, title, words);

  const parent = await actor(life, 'parent').open('/');
  await reportComment(parent, commentWith(parent, words), 'Chê bạn');
  const mod = await actor(life, 'mod').open('/');
  const insult = commentWith(mod, words);
  await expect(insult).toContainText('Có người báo cáo');
  await hideComment(mod, insult, 'Lời nói làm bạn khác buồn');
  await expect(insult).toContainText('Đã ẩn bởi');
  await expect.poll(() => mod.evaluate(countUnsent)).toBe(0);

  const student = await actor(life, 'student').open('/');
  await expect(commentWith(student, messages.feed.commentHidden)).toBeVisible();
  await expect(student.locator('body')).not.toContainText(words);
  await expect(menuButton(commentWith(student, messages.feed.commentHidden))).toHaveCount(0);
  await actor(life, 'friend').open('/');
  await expect(commentWith(friend, words)).toContainText('Lời nói làm bạn khác buồn');
}
