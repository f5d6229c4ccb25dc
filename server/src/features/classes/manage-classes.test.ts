import { attendance } from '@lop-xanh/contract/attendance';
import { classes } from '@lop-xanh/contract/classes';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addClassWithStudents, makeSheetInput } from '../../testing/attendance.ts';
import { addTwoSchools, addUser, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { token } = admin;

const addTeacher = () => addUser(database, { role: 'Teacher', school_id: ours.schoolId });
const create = (body: object) =>
  request(app, classes.create, {
    token,
    body: { name: '2C', grade_id: 2, school_id: ours.schoolId, ...body } as never,
  });
const edit = (id: number, body: object) =>
  request(app, classes.edit, { token, params: { id }, body: body as never });
const readClassId = async ({ id }: TestUser) =>
  (
    await db.one(
      z.object({ class_id: z.number().nullable() }),
      sql`select (select class_id from current_members where user_id = ${id}) as class_id`,
    )
  ).class_id;

test('a class is created with a teacher, by id or username, or without one', async () => {
  const [first, second] = [await addTeacher(), await addTeacher()];
  const withoutTeacher = await create({ name: ' 2C ' });
  expect(withoutTeacher).toMatchObject({
    status: 201,
    body: { name: '2C', teacher_id: null, version: 1 },
  });
  expect((await create({ teacher_id: first.id })).body.teacher_id).toBe(first.id);
  const byUsername = await create({ teacher: second.username.toUpperCase() });
  expect(byUsername.body.teacher_username).toBe(second.username);
});

test.each([
  [{ name: '  ' }, 'name'],
  [{ grade_id: 6 }, 'grade_id'],
  [{ grade_id: 99_999 }, 'grade_id'],
  [{ teacher_id: theirs.teacher.id }, 'teacher_id'],
  [{ teacher: ours.student.id }, 'teacher_id'],
  [{ teacher: 'khong.ai' }, 'teacher_id'],
])('%j is rejected with an issue for its field', async (fields, path) => {
  const { status, body } = await create(fields);
  expect(status).toBe(400);
  expect(body.issues[0].path).toBe(path);
});

test('a teacher who gets a new class leaves the old one', async () => {
  const teacher = await addTeacher();
  const oldId = (await create({ teacher_id: teacher.id })).body.id;
  const newId = (await create({ teacher_id: teacher.id })).body.id;
  expect(await readClassId(teacher)).toBe(newId);
  const { body } = await request(app, classes.list, { token, query: { school_id: ours.schoolId } });
  expect(body.classes.find(({ id }: { id: number }) => id === oldId).teacher_id).toBeNull();
});

test('replacing a teacher requires the current version', async () => {
  const [first, second] = [await addTeacher(), await addTeacher()];
  const { id, version } = (await create({ teacher_id: first.id })).body;
  expect((await edit(id, { teacher_id: second.id })).status).toBe(409);
  expect(await readClassId(first)).toBe(id);
  const replaced = await edit(id, { teacher_id: second.id, version });
  expect(replaced).toMatchObject({ status: 200, body: { teacher_id: second.id } });
  expect(await readClassId(first)).toBeNull();
  expect((await edit(id, { teacher_id: first.id, version })).status).toBe(409);
  expect((await edit(id, { teacher_id: null })).body.teacher_id).toBeNull();
});

test('a class can be renamed with the current version only, and keeps its school', async () => {
  const { id, version } = (await create({})).body;
  expect((await edit(id, { name: '2Đ', version })).body).toMatchObject({ name: '2Đ' });
  expect((await edit(id, { name: '2E', version })).status).toBe(409);
  expect((await edit(id, { school_id: theirs.schoolId })).status).toBe(409);
});

test('deleting a class records a transfer for each member and keeps its attendance', async () => {
  const { classId, teacher, students } = await addClassWithStudents(database, {
    schoolId: ours.schoolId,
  });
  const save = { token: teacher.token, params: { id: classId }, body: makeSheetInput(students) };
  expect((await request(app, attendance.save, save)).status).toBe(201);
  expect((await request(app, classes.delete, { token, params: { id: classId } })).status).toBe(200);
  for (const member of [teacher, ...students]) expect(await readClassId(member)).toBeNull();
  const transfers = await db.many(
    z.object({ user_id: z.number(), to_class_id: z.number().nullable() }),
    sql`
      select user_id, to_class_id from class_transfers
      where from_class_id = ${classId} order by user_id`,
  );
  expect(transfers).toEqual(
    [teacher, ...students].map(({ id }) => ({
      user_id: id,
      to_class_id: null,
    })),
  );
  const { history } = await import('@lop-xanh/contract/history');
  const response = await request(app, history.attendance, {
    token,
    params: { id: (students[0] as TestUser).id },
  });
  expect(response.body.attendance).toMatchObject([
    { to_class_name: '5C', attendance_history: [{ week: 1, status: 'present' }] },
  ]);
});
