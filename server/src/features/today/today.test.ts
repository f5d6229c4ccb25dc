import { attendance } from '@lop-xanh/contract/attendance';
import { leave } from '@lop-xanh/contract/leave';
import { today as endpoints, type StudentDay } from '@lop-xanh/contract/today';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { insertRows } from '../../database/insert-rows.ts';
import { addClassWithStudents, makeSheetInput, today } from '../../testing/attendance.ts';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addChild,
  addTwoSchools,
  addUser,
  insertRow,
  moveUser,
  type TestUser,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs } = await addTwoSchools(database);
const { classId, teacher, students } = await addClassWithStudents(database, {
  schoolId: ours.schoolId,
});
const [child, classmate] = students as [TestUser, TestUser];
const parent = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
await addChild(db, { parent, child });
await addChild(db, { parent, child: theirs.student });

const lessonId = await insertRow(db, 'lessons', { grade_id: 5, title: 'Khối 5' });
await db.run(insertRows('lesson_thumbnails', [{ file: 'hat.webp' }]));
const addWeek = (week: number, changes: object = {}) =>
  db.run(
    insertRows('lesson_weeks', [
      {
        lesson_id: lessonId,
        position: week,
        week,
        title: `Tuần ${week}`,
        summary: 'Tóm tắt',
        status: 'active',
        outline: [],
        supplies: [],
        ...changes,
      },
    ]),
  );
for (const week of [1, 4]) await addWeek(week);
await addWeek(2, { status: 'inactive' });
await addWeek(3, { supplies: ['Kéo'], thumbnail: 'hat.webp' });

const readToday = async (user: TestUser) => {
  const { status, body } = await request(app, endpoints.read, { token: user.token });
  expect(status).toBe(200);
  return body as { date: string; students: StudentDay[] };
};
const save = (week: number, changes: object = {}) =>
  request(app, attendance.save, {
    token: teacher.token,
    params: { id: classId },
    body: makeSheetInput(students, { week, ...changes }),
  });

test('a family sees its children only, with the lessons before and after those that were taught', async () => {
  const { date, students: days } = await readToday(parent);
  expect(date).toBe(today);
  expect(days.map(({ student_id }) => student_id).toSorted((a, b) => a - b)).toEqual(
    [child.id, theirs.student.id].toSorted((a, b) => a - b),
  );
  expect((await readToday(child)).students).toEqual([
    {
      student_id: child.id,
      full_name: 'Nguyễn Thị Hoa 1',
      first_name: 'Hoa 1',
      avt: expect.any(String),
      school_id: ours.schoolId,
      school_name: 'TH Kim Đồng',
      class_id: classId,
      class_name: '5C',
      attendance: null,
      leave: null,
      next: { lesson_id: lessonId, week: 1, title: 'Tuần 1', thumbnail: null, items: [] },
      taught: null,
    },
  ]);

  const { body: note } = await request(app, leave.send, {
    token: parent.token,
    params: { id: child.id },
    body: { first_day: today, last_day: today, reason: 'Sốt' },
  });
  expect((await save(1, { absent: [child.id], isExcused: true })).status).toBe(201);
  expect((await readToday(child)).students[0]).toMatchObject({
    attendance: { status: 'absent', isExcused: true, week: 1, takenAt: expect.any(String) },
    leave: { id: note.id, last_day: today, reason: 'Sốt' },
    // The second week is inactive.
    next: { week: 3, items: ['Kéo'], thumbnail: expect.stringMatching(/hat\.webp\?.*&s=/) },
    taught: { week: 1 },
  });
  expect((await readToday(classmate)).students[0]).toMatchObject({
    attendance: { status: 'present', isExcused: false },
    leave: null,
  });

  await request(app, leave.withdraw, { token: parent.token, params: { id: note.id } });
  await save(4);
  expect((await readToday(child)).students[0]).toMatchObject({
    leave: null,
    next: { week: 3 },
    taught: { week: 4 },
  });
  await save(3);
  expect((await readToday(child)).students[0]).toMatchObject({ next: null });
  await db.run(sql`update attendance_sheets set date = date - 1 where class_id = ${classId}`);
  expect((await readToday(child)).students[0]).toMatchObject({ attendance: null });
});

test('a child without a class has no lessons, and a parent without children no days', async () => {
  const child = await addUser(database, { role: 'Student', school_id: ours.schoolId });
  expect((await readToday(child)).students).toMatchObject([
    { class_id: null, class_name: null, next: null, taught: null, attendance: null },
  ]);
  const single = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
  expect((await readToday(single)).students).toEqual([]);
});

test('another class of the grade has its own progress', async () => {
  const other = await addClassWithStudents(database, { schoolId: ours.schoolId, name: '5D' });
  const [child] = other.students as [TestUser];
  expect((await readToday(child)).students[0]).toMatchObject({ next: { week: 1 }, taught: null });
  await moveUser(db, { userId: child.id, classId });
  expect((await readToday(child)).students[0]).toMatchObject({ taught: { week: 4 } });
});

test('the day of all children is one statement beside the one that finds the actor', async () => {
  await readToday(parent);
  expect(await countStatements(database, () => readToday(parent))).toBe(2);
});
