import { attendance } from '@lop-xanh/contract/attendance';
import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import { history } from '@lop-xanh/contract/history';
import { schools } from '@lop-xanh/contract/schools';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { makeSheetInput, thisSchoolYear, today } from '../../testing/attendance.ts';
import { addChild, addClass, addUser, moveUser, type TestUser } from '../../testing/fixtures.ts';
import { addSchoolInLastYear, lastSchoolYear, startThisYear } from '../../testing/past-years.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

const schoolId = await addSchoolInLastYear(db);
const classId = await addClass(db, schoolId, '3A');
const neighbourId = await addClass(db, schoolId, '3B');
const inClass = { school_id: schoolId, class_id: classId };
const admin = await addUser(database, { role: 'Admin' });
const mod = await addUser(database, { role: 'Mod', school_id: schoolId });
const teacher = await addUser(database, { role: 'Teacher', ...inClass });
const neighbour = await addUser(database, {
  role: 'Teacher',
  school_id: schoolId,
  class_id: neighbourId,
});
const student = await addUser(database, { role: 'Student', ...inClass, first_name: 'Ở lại' });
const mover = await addUser(database, { role: 'Student', ...inClass, first_name: 'Chuyển lớp' });
const parent = await addUser(database, { role: 'Parent', school_id: schoolId });
await addChild(db, { parent, child: student });

const lastDate = `${lastSchoolYear}-09-07`;
const save = (id: number, body: object, { token }: TestUser = teacher) =>
  request(app, attendance.save, { token, params: { id }, body: body as never });
const savedLastYear = await save(
  classId,
  makeSheetInput([student, mover], { date: lastDate, absent: [student.id] }),
);
await moveUser(db, { userId: mover.id, classId: neighbourId });
const newClassId = await startThisYear(db, { schoolId, classId });
const savedThisYear = await save(newClassId, makeSheetInput([student]));

const readClasses = async ({ token }: TestUser, query: object = {}) => {
  const { body } = await request(app, classes.list, { token, query: query as never });
  return (body.classes as SchoolClass[]).map(({ id }) => id);
};
const lastYear = { school_year: lastSchoolYear };

test('a school in its last year takes attendance until it starts the new one', () => {
  expect([savedLastYear.status, savedThisYear.status]).toEqual([201, 201]);
});

test('the classes of an earlier year are listed for staff only, for a teacher their own', async () => {
  const query = { ...lastYear, school_id: schoolId };
  expect(await readClasses(mod, lastYear)).toEqual([classId, neighbourId]);
  expect(await readClasses(admin, query)).toEqual([classId, neighbourId]);
  expect(await readClasses(teacher, lastYear)).toEqual([classId]);
  for (const user of [student, parent]) expect(await readClasses(user, lastYear)).toEqual([]);
  for (const user of [mod, teacher, student, parent]) {
    expect(await readClasses(user)).toEqual([newClassId]);
  }
});

test('the school counts the classes of its current year', async () => {
  const { body } = await request(app, schools.list, { token: mod.token });
  expect(body.schools[0].class_count).toBe(1);
});

test('a past class shows its last teacher and the students at its end', async () => {
  const { body } = await request(app, classes.list, { token: mod.token, query: lastYear });
  expect(body.classes[0]).toMatchObject({
    id: classId,
    school_year: lastSchoolYear,
    teacher_id: teacher.id,
    student_count: 1,
  });
  for (const { token } of [mod, teacher, admin]) {
    const { body: list } = await request(app, classes.students, { token, params: { id: classId } });
    expect(list.students).toMatchObject([{ id: student.id }]);
  }
  for (const { token } of [student, parent, neighbour]) {
    const { status } = await request(app, classes.students, { token, params: { id: classId } });
    expect(status).toBe(403);
  }
});

test('its weeks and its grid are those of its own year, and nobody takes its attendance', async () => {
  const params = { id: classId };
  const { token } = teacher;
  const { body: weeks } = await request(app, attendance.weeks, { token, params });
  expect(weeks).toMatchObject({
    weeks: [{ week: 1, date: lastDate }],
    school_year: lastSchoolYear,
    can: { take: false },
  });
  const { body: grid } = await request(app, attendance.grid, { token, params });
  expect(grid).toMatchObject({ class_name: '3A', school_year: lastSchoolYear });
  // Also those who were on a sheet before they moved.
  expect(grid.students.map(({ id }: { id: number }) => id).toSorted()).toEqual([
    student.id,
    mover.id,
  ]);
  const sheet = makeSheetInput([student], { week: 2, date: lastDate });
  expect((await save(classId, sheet)).status).toBe(403);
});

test('a substitute whose days outlast the year cannot take a past class', async () => {
  await db.run(sql`
    insert into memberships (school_id, class_id, user_id, kind, started_at, ended_at)
    values (${schoolId}, ${classId}, ${neighbour.id}, 'substitute',
      now() - interval '1 day', now() + interval '1 day')`);
  const sheet = makeSheetInput([student], { week: 2, date: lastDate });
  expect((await save(classId, sheet, neighbour)).status).toBe(403);
});

test('a new class starts at week 1 and takes no dates of the year before', async () => {
  const { body } = await request(app, attendance.weeks, {
    token: teacher.token,
    params: { id: newClassId },
  });
  expect(body).toMatchObject({ weeks: [{ week: 1, date: today }], can: { take: true } });
  const sheet = makeSheetInput([student], { week: 2, date: lastDate });
  const { status, body: error } = await save(newClassId, sheet);
  expect(status).toBe(400);
  expect(error.issues).toMatchObject([{ path: 'date', reason: 'date_outside_school_year' }]);
});

test('a student and their parent read the attendance of either year', async () => {
  const params = { id: student.id };
  for (const { token } of [student, parent]) {
    const before = await request(app, attendance.forStudent, { token, params, query: lastYear });
    expect(before.body).toMatchObject({
      school_year: lastSchoolYear,
      attendance: [{ class_id: classId, class_name: '3A', status: 'absent' }],
    });
    const { body } = await request(app, attendance.forStudent, { token, params });
    expect(body).toMatchObject({
      school_year: thisSchoolYear,
      attendance: [{ class_id: newClassId, status: 'present' }],
    });
  }
});

test('attendance rates, reports and histories are read by year', async () => {
  const { token } = mod;
  const rates = await request(app, attendance.rates, { token, query: lastYear });
  expect(rates.body).toEqual({
    school_year: lastSchoolYear,
    rates: [{ week: 1, classes: 1, present: 1, total: 2 }],
  });
  const report = await request(app, history.report, {
    token,
    params: { id: student.id },
    query: lastYear,
  });
  expect(report.body).toMatchObject({
    school_year: lastSchoolYear,
    school_years: [thisSchoolYear, lastSchoolYear],
    weeks: [{ class_name: '3A', status: 'absent' }],
  });
  const listYears = async (endpoint: typeof history.forAllStudents, query: object) =>
    (await request(app, endpoint, { token, query: query as never })).body.history.map(
      ({ school_year }: { school_year: number }) => school_year,
    );
  // Two students joined 3A, and one of them left it and joined 3B.
  expect(await listYears(history.forAllStudents, lastYear)).toEqual(Array(4).fill(lastSchoolYear));
  expect(await listYears(history.forAllStudents, { school_year: thisSchoolYear })).toEqual([
    thisSchoolYear,
  ]);
  const teachers = history.forAllTeachers as unknown as typeof history.forAllStudents;
  expect(await listYears(teachers, lastYear)).toEqual(Array(2).fill(lastSchoolYear));
});
