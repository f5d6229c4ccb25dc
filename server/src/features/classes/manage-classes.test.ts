import { attendance } from '@lop-xanh/contract/attendance';
import { classes } from '@lop-xanh/contract/classes';
import { expect, test } from 'vitest';
import { addTwoSchools, addUser, type TestUser } from '../../testing/people.ts';
import { addClassWithStudents, rollOf } from '../../testing/roll-call.ts';
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
const classOf = async ({ id }: TestUser) =>
  (await db.selectFrom('users').select('class_id').where('id', '=', id).executeTakeFirstOrThrow())
    .class_id;

test('a class is made with a teacher, by id or username, or without one', async () => {
  const [one, other] = [await addTeacher(), await addTeacher()];
  const bare = await create({ name: ' 2C ' });
  expect(bare).toMatchObject({ status: 201, body: { name: '2C', teacher_id: null, version: 1 } });
  expect((await create({ teacher_id: one.id })).body.teacher_id).toBe(one.id);
  const byName = await create({ teacher: other.username.toUpperCase() });
  expect(byName.body.teacher_username).toBe(other.username);
});

test.each([
  [{ name: '  ' }, 'name'],
  [{ grade_id: 6 }, 'grade_id'],
  [{ grade_id: 99_999 }, 'grade_id'],
  [{ teacher_id: theirs.teacher.id }, 'teacher_id'],
  [{ teacher: ours.student.id }, 'teacher_id'],
  [{ teacher: 'khong.ai' }, 'teacher_id'],
])('%j is refused at its field', async (change, path) => {
  const { status, body } = await create(change);
  expect(status).toBe(400);
  expect(body.issues[0].path).toBe(path);
});

test('a teacher who is given a class leaves the former one', async () => {
  const teacher = await addTeacher();
  const former = (await create({ teacher_id: teacher.id })).body.id;
  const next = (await create({ teacher_id: teacher.id })).body.id;
  expect(await classOf(teacher)).toBe(next);
  const { body } = await request(app, classes.list, { token, query: { school_id: ours.schoolId } });
  expect(body.classes.find(({ id }: { id: number }) => id === former).teacher_id).toBeNull();
});

test('a teacher is replaced only by whoever saw them', async () => {
  const [one, other] = [await addTeacher(), await addTeacher()];
  const { id, version } = (await create({ teacher_id: one.id })).body;
  expect((await edit(id, { teacher_id: other.id })).status).toBe(409);
  expect(await classOf(one)).toBe(id);
  const replaced = await edit(id, { teacher_id: other.id, version });
  expect(replaced).toMatchObject({ status: 200, body: { teacher_id: other.id } });
  expect(await classOf(one)).toBeNull();
  expect((await edit(id, { teacher_id: one.id, version })).status).toBe(409);
  expect((await edit(id, { teacher_id: null })).body.teacher_id).toBeNull();
});

test('a class is renamed once for each version, and keeps its school', async () => {
  const { id, version } = (await create({})).body;
  expect((await edit(id, { name: '2Đ', version })).body).toMatchObject({ name: '2Đ' });
  expect((await edit(id, { name: '2E', version })).status).toBe(409);
  expect((await edit(id, { school_id: theirs.schoolId })).status).toBe(409);
});

test('a deleted class leaves its people without one, each with a record, and its attendance', async () => {
  const { classId, teacher, students } = await addClassWithStudents(database, {
    schoolId: ours.schoolId,
  });
  const save = { token: teacher.token, params: { id: classId }, body: rollOf(students) };
  expect((await request(app, attendance.save, save)).status).toBe(201);
  expect((await request(app, classes.remove, { token, params: { id: classId } })).status).toBe(200);
  for (const person of [teacher, ...students]) expect(await classOf(person)).toBeNull();
  const records = await db
    .selectFrom('class_history')
    .select(['user_id', 'from_class_name', 'to_class_id'])
    .where('from_class_id', '=', classId)
    .orderBy('id')
    .execute();
  expect(records).toEqual(
    [teacher, ...students].map(({ id }) => ({
      user_id: id,
      from_class_name: '5C',
      to_class_id: null,
    })),
  );
  const { history } = await import('@lop-xanh/contract/history');
  const read = await request(app, history.attendance, {
    token,
    params: { id: (students[0] as TestUser).id },
  });
  expect(read.body.attendance).toMatchObject([
    { to_class_name: '5C', attendance_history: [{ week: 1, status: 'present' }] },
  ]);
});
