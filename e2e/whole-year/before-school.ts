import { lessons } from '@lop-xanh/contract/lessons';
import { makeMessyWorkbook } from '../../server/src/testing/messy-workbook.ts';
import { checkStudents, dialog, fillAndSave, openTab, writeStudents } from '../accounts.ts';
import { createCards, pick } from '../cards.ts';
import { importTeachers, logInWithCard, readPrintedCards } from '../first-login.ts';
import { answerMess } from '../import.ts';
import { makeWeek } from '../lessons.ts';
import { phone } from '../login.ts';
import { countPages } from '../print.ts';
import { expect, type Page } from '../test.ts';
import { actor, addActor, type Child, call, runCommand, type SchoolLife } from './school-life.ts';

const school = 'TH Kim Đồng';
export const otherSchool = 'TH Lê Lợi';
const ownPictures = ['Cá', 'Đèn sao', 'Ếch'];

/** The operator creates the first Admin, who creates two schools, their Mods and the lessons. */
export async function foundSchools(life: SchoolLife): Promise<void> {
  const printed = await runCommand(life, life.server.dataDir, 'create-admin', 'admin');
  const password = /password (\S+) and/.exec(printed)?.[1] ?? '';
  const { page } = await addActor(life, 'admin', { username: 'admin' });
  await logInWithCard(page, { username: 'admin', password });
  await page.goto('/admin/accounts');
  for (const [name, username] of [
    [otherSchool, 'mod.leloi'],
    [school, 'mod.kimdong'],
  ] as const) {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await fillAndSave(page, { 'Tên trường': name });
    await page.getByRole('button', { name, exact: true }).click();
    await openTab(page, 'Moderator', 0);
    await page.getByRole('button', { name: 'Thêm quản trị trường' }).click();
    await fillAndSave(page, { Tên: 'Hạnh', 'Tên đăng nhập': username, 'Mật khẩu': 'matkhau-mod' });
    if (name === otherSchool) {
      await openTab(page, 'Classes', 0);
      await page.getByRole('button', { name: 'Thêm lớp' }).click();
      await fillAndSave(page, { 'Tên lớp': '3B', Khối: 'Khối 3' });
    }
  }
  for (const grade_id of [1, 2, 3, 4, 5]) {
    const content = Array.from({ length: 35 }, (_, index) =>
      makeWeek(index + 1, `Bài ${index + 1} của khối ${grade_id}`),
    );
    const lesson = { title: `Sống xanh ${grade_id}`, grade_id, content };
    await call(life, 'admin', 'POST', lessons.create.path, lesson);
  }
}

/** The Mod of the other school, who only watches until a child comes. */
export async function openOtherSchool(life: SchoolLife): Promise<void> {
  const { page } = await addActor(life, 'otherMod', { username: 'mod.leloi' });
  await logInWithCard(page, { username: 'mod.leloi', password: 'matkhau-mod' });
}

/** The Mod creates the classes and imports the teachers and the messy list of students and parents. */
export async function fillSchool(life: SchoolLife): Promise<void> {
  const { page, main } = await addActor(life, 'mod', { username: 'mod.kimdong' });
  await logInWithCard(page, { username: 'mod.kimdong', password: 'matkhau-mod' });
  await page.goto('/admin/school-year');
  await page.getByLabel('Tên sau số khối').fill('A');
  await page.getByRole('button', { name: 'Thêm 5 lớp' }).click();
  await expect(page.getByText('Trường chưa có lớp nào')).toHaveCount(0);

  await page.goto('/admin/accounts');
  await openTab(page, 'Teachers', 0);
  const teachers = await importTeachers(page, 'giáo viên.csv', [
    'Tên đăng nhập,Họ và tên đệm,Tên,Lớp,Email',
    'co.lan,Lê Thị,Lan,1A,lan@truong.vn',
    'co.bich,Đỗ Thị,Bích,2A,bich@truong.vn',
    'co.hoa,Nguyễn Thị,Hoa,3A,hoa@truong.vn',
    'thay.nam,Trần Văn,Nam,4A,nam@truong.vn',
    'thay.tuan,Vũ Anh,Tuấn,5A,tuan@truong.vn',
  ]);
  for (const [name, username] of [
    ['hoa', 'co.hoa'],
    ['nam', 'thay.nam'],
  ] as const) {
    const teacher = await addActor(life, name, { username });
    await logInWithCard(
      teacher.page,
      teachers.find((card) => card.username === username),
    );
  }

  const { bytes, students, parents } = makeMessyWorkbook({ sheets: 5, studentsPerSheet: 8 });
  await openTab(page, 'Students', 0);
  const mimeType = 'application/octet-stream';
  await checkStudents(page, { name: 'DS toàn trường.xlsx', mimeType, buffer: bytes });
  await answerMess(page);
  await writeStudents(page, students);
  await expect(main).toContainText(`${parents} phụ huynh mới`);
}

/** Cards and letters go home: two parents and two students log in with them. */
export async function sendLettersHome(life: SchoolLife): Promise<void> {
  const { page } = actor(life, 'mod');
  await page.getByRole('button', { name: /^Thẻ của \d+ học sinh/ }).click();
  await expect(dialog(page)).toContainText(/\d+ mật khẩu tạm thời/);
  const cards = await readPrintedCards(page);
  await dialog(page).getByRole('button', { name: 'Đã ghi lại' }).click();
  await page.getByRole('button', { name: 'Thư cho phụ huynh' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Xong' })).toBeVisible();
  const letters = page.locator('[data-print] article');
  expect(countPages(await page.pdf({ preferCSSPageSize: true }))).toBe(
    Math.ceil((await letters.count()) / 2),
  );

  life.children = await listChildren(life);
  const [minh, friend, mover] = life.children as [Child, Child, Child];
  const readLetter = async (child: Child) => {
    const letter = letters.filter({ hasText: child.full_name }).first();
    const read = async (fact: string) =>
      (await letter.locator(`dt:text-is("${fact}") + dd`).textContent()) ?? '';
    return { username: await read('Tên đăng nhập'), password: await read('Mật khẩu lần đầu') };
  };
  for (const [name, child] of [
    ['parent', minh],
    ['moverParent', mover],
  ] as const) {
    const letter = await readLetter(child);
    const parent = await addActor(life, name, { username: letter.username, size: phone });
    await logInWithCard(parent.page, letter);
  }
  await dialog(page).getByRole('button', { name: 'Xong' }).click();
  await page.getByRole('link', { name: 'Về danh sách' }).click();
  for (const [name, child] of [
    ['friend', friend],
    ['mover', mover],
  ] as const) {
    const student = await addActor(life, name, { username: child.username, size: phone });
    await logInWithCard(
      student.page,
      cards.find(({ username }) => username === child.username),
    );
  }
}

/** The students of the teacher's class, in the order of the sheet. */
async function listChildren(life: SchoolLife): Promise<Child[]> {
  const { classes } = await call(life, 'co.hoa', 'GET', '/api/classes');
  const path = `/api/classes/${classes[0].id}/students`;
  return (await call(life, 'co.hoa', 'GET', path)).students;
}

/** The teacher prints cards with codes; a child scans hers and chooses three pictures. */
export async function handOutCards(life: SchoolLife): Promise<void> {
  const { page: teacher } = actor(life, 'hoa');
  await teacher.goto('/cards');
  await teacher.getByRole('button', { name: 'In thẻ…' }).click();
  const [sheet] = await createCards(teacher);
  await teacher.getByRole('button', { name: 'Đã in xong' }).click();
  const minh = life.children[0] as Child;
  const secret = sheet?.cards.find(({ student_id }) => student_id === minh.id)?.secret;
  const scan = async (page: Page) => {
    await page.goto('/login');
    await page.goto(`/card#${secret}`);
  };
  const child = await addActor(life, 'student', {
    username: minh.username,
    size: phone,
    logIn: async (page) => {
      await scan(page);
      await expect(page.getByText('Em chọn ba hình của em')).toBeVisible();
      await pick(page, ...ownPictures);
    },
  });
  await scan(child.page);
  await pick(child.page, ...ownPictures, 'Em nhớ rồi', ...ownPictures);
  await expect(child.page).toHaveURL('/');
}

/** A parent answers about photos in the app; the Mod records the answers on paper, with one refusal. */
export async function askForConsent(life: SchoolLife): Promise<void> {
  const [minh, , , shy] = life.children as [Child, Child, Child, Child];
  const parent = actor(life, 'parent');
  await parent.open('/');
  await parent.page.getByRole('button', { name: /^Trả lời về ảnh của/ }).click();
  await dialog(parent.page)
    .getByRole('radio', { name: /^Đồng ý/ })
    .check();
  await dialog(parent.page).getByRole('button', { name: 'Gửi câu trả lời' }).click();
  await expect(dialog(parent.page)).toHaveCount(0);
  await parent.open('/profile');
  await expect(parent.page.getByRole('region', { name: minh.full_name })).toContainText('đồng ý');

  const mod = actor(life, 'mod');
  const page = await mod.open('/admin/accounts');
  await openTab(page, 'Classes', 5);
  await page.getByRole('button', { name: 'Việc khác với lớp 3A' }).click();
  await page.getByRole('menuitem', { name: 'Đồng ý đăng ảnh…' }).click();
  await page.getByRole('button', { name: 'Phụ huynh chưa trả lời: đồng ý' }).click();
  const ofChildren = page.getByRole('button', { name: 'Học sinh chưa trả lời: đồng ý' });
  if (await ofChildren.isEnabled()) await ofChildren.click();
  await dialog(page).getByLabel(`Phụ huynh: ${shy.full_name}`).selectOption('Không đồng ý');
  await page.getByRole('button', { name: /^Ghi \d+ câu trả lời$/ }).click();
  await expect(dialog(page)).toHaveCount(0);
}
