import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import { type Notification, notifications } from '@lop-xanh/contract/notifications';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addClassWithStudents, makeSheetInput, today } from '../../testing/attendance.ts';
import {
  addClass,
  addPost,
  addSubstitution,
  addTwoSchools,
  addUser,
  type TestUser,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const inSchool = { school_id: ours.schoolId };

const dayMs = 24 * 3_600_000;
const addDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
/** The start of a day in Vietnam, counted from today. */
const startOfDay = (count: number) => new Date(`${addDays(today, count)}T00:00:00+07:00`);

const makeClass = () => addClassWithStudents(database, { schoolId: ours.schoolId });
const addTeacher = () =>
  addUser(database, { role: 'Teacher', ...inSchool, last_name: 'Lê Thị', first_name: 'B' });
const add = (
  classId: number,
  body: { teacher_id: number; from?: string; until?: string },
  { token }: TestUser = ours.mod,
) =>
  request(app, classes.addSubstitute, {
    token,
    params: { id: classId },
    body: { from: today, until: today, ...body },
  });
const end = (id: number, substitute_id: number, { token }: TestUser = ours.mod) =>
  request(app, classes.endSubstitute, { token, params: { id, substitute_id } });
const saveSheet = (classId: number, { token }: TestUser, students: TestUser[], week: number) =>
  request(app, attendance.save, {
    token,
    params: { id: classId },
    body: makeSheetInput(students, { week }),
  });
const listClasses = async ({ token }: TestUser): Promise<SchoolClass[]> =>
  (await request(app, classes.list, { token, query: {} })).body.classes;

describe('a substitute', () => {
  test('has the class, its attendance and its posts at once, and is named to its families', async () => {
    const { classId, students } = await makeClass();
    const substitute = await addTeacher();
    const { status, body } = await add(classId, { teacher_id: substitute.id });
    expect(status).toBe(201);
    const shown = {
      id: expect.any(Number),
      teacher_id: substitute.id,
      full_name: 'Lê Thị B',
      from: today,
      until: today,
      isNow: true,
    };
    expect(body.substitute).toEqual({ ...shown, username: substitute.username });
    expect(await listClasses(students[0] as TestUser)).toMatchObject([
      { id: classId, substitute: { ...shown, username: null } },
    ]);
    expect(await listClasses(substitute)).toMatchObject([{ id: classId }]);
    const { body: profile } = await request(app, auth.me, { token: substitute.token });
    expect(profile).toMatchObject({
      class_id: null,
      substitutions: [{ class_id: classId, class_name: '5C', until: today }],
    });
    expect((await saveSheet(classId, substitute, students, 1)).status).toBe(201);
    const { token } = substitute;
    const text = { title: 'Tin', content: 'Nội dung', class_id: classId };
    const post = await request(app, posts.create, { token, body: text });
    expect(post.body).toMatchObject({ class_id: classId, isBySubstitute: true });
  });

  test('keeps a class of their own beside it', async () => {
    const { classId } = await makeClass();
    const own = await makeClass();
    await add(classId, { teacher_id: own.teacher.id });
    const listed = (await listClasses(own.teacher)).map(({ id }) => id);
    expect(new Set(listed)).toEqual(new Set([classId, own.classId]));
    expect((await saveSheet(own.classId, own.teacher, own.students, 1)).status).toBe(201);
  });

  test.each([
    ['on the first day', 0, 3, 201],
    ['on the last day', -3, 1, 201],
    ['on the day after', -3, 0, 403],
    ['on the day before', 1, 3, 403],
  ])('%s: the sheet is saved if the period includes today', async (_, first, end, expected) => {
    const { classId, teacher, students } = await makeClass();
    const substitute = await addTeacher();
    const post = await addPost(db, {
      schoolId: ours.schoolId,
      author: teacher,
      status: 'approved',
    });
    const student = students[0] as TestUser;
    const readFeed = async () => {
      const { body } = await request(app, posts.list, { token: student.token, query: {} });
      return body.posts.map(({ id }: Post) => id);
    };
    await addSubstitution(db, {
      userId: substitute.id,
      classId,
      from: startOfDay(first),
      until: startOfDay(end),
    });
    expect((await saveSheet(classId, substitute, students, 1)).status).toBe(expected);
    const { status } = await request(app, classes.students, {
      token: substitute.token,
      params: { id: classId },
    });
    expect(status).toBe(expected === 201 ? 200 : 403);
    expect(await readFeed()).toEqual([post]);
    expect((await saveSheet(classId, teacher, students, 2)).status).toBe(201);
  });

  test('loses the class when its year is over', async () => {
    const schoolId = theirs.schoolId;
    const { classId, students } = await addClassWithStudents(database, { schoolId });
    const substitute = await addUser(database, { role: 'Teacher', school_id: schoolId });
    await addSubstitution(db, {
      userId: substitute.id,
      classId,
      from: startOfDay(-1),
      until: startOfDay(9),
    });
    expect((await saveSheet(classId, substitute, students, 1)).status).toBe(201);
    await db.run(sql`
      insert into school_years (school_id, year, first_monday)
      select school_id, max(year) + 1, max(first_monday) + 364 from school_years
      where school_id = ${schoolId} group by school_id`);
    expect((await saveSheet(classId, substitute, students, 2)).status).toBe(403);
  });
});

describe('a substitution is rejected', () => {
  test.each([
    ['a student', () => ours.student.id, {}, 'teacher_id'],
    ['a teacher of another school', () => theirs.teacher.id, {}, 'teacher_id'],
    ['the homeroom teacher', () => ours.teacher.id, {}, 'teacher_id'],
    ['a first day in the past', undefined, { from: addDays(today, -1) }, 'from'],
    [
      'a last day before the first',
      undefined,
      { from: addDays(today, 2), until: addDays(today, 1) },
      'until',
    ],
    [
      'more than 366 days',
      undefined,
      { until: addDays(today, limits.maxSubstitutionDays) },
      'until',
    ],
    ['a day that does not exist', undefined, { from: '2027-02-30' }, 'from'],
  ])('with %s', async (_, getTeacherId, period, path) => {
    const teacher_id = getTeacherId?.() ?? (await addTeacher()).id;
    const { status, body } = await add(ours.classId, { teacher_id, ...period });
    expect(status).toBe(400);
    expect(body.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
    expect((await listClasses(ours.teacher))[0]?.substitute).toBeNull();
  });

  test('with an inactive teacher', async () => {
    const inactive = await addUser(database, { role: 'Teacher', ...inSchool, status: 'inactive' });
    expect((await add(ours.classId, { teacher_id: inactive.id })).status).toBe(400);
  });

  test('in a class of an earlier year', async () => {
    const classId = await addClass(db, ours.schoolId, '2A', 2);
    await db.run(sql`
      insert into school_years (school_id, year, first_monday)
      select school_id, year - 1, first_monday - 364 from school_years
      where school_id = ${ours.schoolId} on conflict do nothing`);
    await db.run(sql`update classes set year = year - 1 where id = ${classId}`);
    expect((await add(classId, { teacher_id: (await addTeacher()).id })).status).toBe(404);
  });

  test('if the class has another substitute on one of the days', async () => {
    const { classId } = await makeClass();
    const [first, second] = [await addTeacher(), await addTeacher()];
    const plan = (from: number, until: number, { id }: TestUser) =>
      add(classId, { teacher_id: id, from: addDays(today, from), until: addDays(today, until) });
    expect((await plan(3, 5, first)).status).toBe(201);
    for (const [from, until] of [
      [1, 3],
      [4, 4],
      [5, 9],
      [0, 9],
    ] as const) {
      const { status, body } = await plan(from, until, second);
      expect(status).toBe(409);
      expect(body).toMatchObject({ reason: 'class_has_substitute', issues: [{ path: 'from' }] });
    }
    expect((await plan(0, 2, second)).status).toBe(201);
    expect((await plan(6, 6, second)).status).toBe(201);
    // The longest period allowed.
    const last = limits.maxSubstitutionDays - 1;
    expect((await plan(7, 7 + last, first)).status).toBe(201);
  });

  test('at the same moment as another: one of two wins', async () => {
    const { classId } = await makeClass();
    const teachers = [await addTeacher(), await addTeacher()];
    const both = await Promise.all(teachers.map(({ id }) => add(classId, { teacher_id: id })));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });
});

describe('ending', () => {
  test('takes the rights at once, keeps the record, and another substitute can follow today', async () => {
    const { classId, students } = await makeClass();
    const [first, second] = [await addTeacher(), await addTeacher()];
    const until = addDays(today, 5);
    const { body } = await add(classId, { teacher_id: first.id, until });
    const ended = await end(classId, body.substitute.id);
    expect(ended).toMatchObject({ status: 200, body: { id: classId, substitute: null } });
    expect((await saveSheet(classId, first, students, 1)).status).toBe(403);
    expect((await end(classId, body.substitute.id)).status).toBe(404);
    const followed = await add(classId, { teacher_id: second.id });
    expect(followed.body.substitute).toMatchObject({ teacher_id: second.id, isNow: true });
    expect((await saveSheet(classId, second, students, 1)).status).toBe(201);
  });

  test('cancels a substitution that has not begun', async () => {
    const { classId } = await makeClass();
    const teacher = await addTeacher();
    const period = { from: addDays(today, 3), until: addDays(today, 5) };
    const { body } = await add(classId, { teacher_id: teacher.id, ...period });
    expect(body.substitute).toMatchObject({ ...period, isNow: false });
    expect((await end(classId, body.substitute.id)).body.substitute).toBeNull();
    expect((await add(classId, { teacher_id: teacher.id, ...period })).status).toBe(201);
  });

  test('follows from a new school, a new role, a deletion, or becoming the homeroom teacher', async () => {
    const editAccount = ({ id }: TestUser, body: object) =>
      request(app, accounts.edit, { token: admin.token, params: { id }, body });
    const leave: Record<string, (teacher: TestUser, classId: number) => Promise<unknown>> = {
      school: (teacher) => editAccount(teacher, { school_id: theirs.schoolId }),
      role: (teacher) => editAccount(teacher, { role: 'Mod' }),
      deletion: ({ id }) => request(app, accounts.delete, { token: admin.token, params: { id } }),
      homeroom: (teacher, classId) => editAccount(teacher, { class_id: classId }),
    };
    for (const action of Object.values(leave)) {
      const classId = await addClass(db, ours.schoolId, '1D', 1);
      const teacher = await addTeacher();
      expect((await add(classId, { teacher_id: teacher.id })).status).toBe(201);
      const later = { from: addDays(today, 1), until: addDays(today, 2) };
      expect((await add(classId, { teacher_id: teacher.id, ...later })).status).toBe(201);
      expect(await action(teacher, classId)).toMatchObject({ status: 200 });
      const visible = await listClasses(ours.mod);
      expect(visible.find(({ id }) => id === classId)?.substitute).toBeNull();
    }
  });
});

test('the substitute is notified, and the audit log names class, teacher and days', async () => {
  const { classId } = await makeClass();
  const teacher = await addTeacher();
  const until = addDays(today, 2);
  const { body } = await add(classId, { teacher_id: teacher.id, until });
  await end(classId, body.substitute.id, admin);
  const { token } = teacher;
  const told = (await request(app, notifications.list, { token, query: {} })).body.notifications;
  expect(told.map(({ type, refId, message }: Notification) => [type, refId, message])).toEqual([
    ['class_changed', classId, 'Bạn không còn ở lớp 5C'],
    ['class_changed', classId, 'Bạn được xếp vào lớp 5C'],
  ]);
  const log = await request(app, audit.list, {
    token: admin.token,
    query: { subject: 'substitute', subject_id: body.substitute.id },
  });
  const details = {
    class_id: classId,
    class_name: '5C',
    teacher_id: teacher.id,
    from: today,
    until,
  };
  expect(log.body.audit).toMatchObject([
    { actor: admin.username, action: 'deleted', subject_name: 'Lê Thị B', details },
    { actor: ours.mod.username, action: 'created', subject_name: 'Lê Thị B', details },
  ]);
});

test('a substitution lasts from the first moment of its first day in Vietnam to the last of its last', async () => {
  const { classId } = await makeClass();
  const teacher = await addTeacher();
  const period = { from: addDays(today, 1), until: addDays(today, 3) };
  const { body } = await add(classId, { teacher_id: teacher.id, ...period });
  expect(body.substitute).toMatchObject(period);
  const stored = await db.one(
    z.object({ started_at: z.string(), ended_at: z.string() }),
    sql`select started_at, ended_at from memberships where id = ${body.substitute.id}`,
  );
  expect(new Date(stored.started_at)).toEqual(startOfDay(1));
  expect(new Date(stored.ended_at)).toEqual(startOfDay(4));
});
