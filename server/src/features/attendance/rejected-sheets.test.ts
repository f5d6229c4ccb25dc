import { attendance } from '@lop-xanh/contract/attendance';
import { apiErrors } from '@lop-xanh/contract/errors';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { addClassWithStudents, makeSheetInput } from '../../testing/attendance.ts';
import { addTwoSchools, deleteUser, type TestUser, updateRow } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

let testClass: Awaited<ReturnType<typeof addClassWithStudents>>;
beforeEach(async () => {
  testClass = await addClassWithStudents(database, { schoolId: ours.schoolId });
});

const save = (body: object, { token } = testClass.teacher) =>
  request(app, attendance.save, { token, params: { id: testClass.classId }, body: body as never });
const readWeeks = (user: TestUser) =>
  request(app, attendance.weeks, { token: user.token, params: { id: testClass.classId } });
const updateUser = ({ id }: TestUser, values: object) => updateRow(db, 'users', id, values);
const countAll = async () => ({
  sheets: await db.value(z.number(), sql`select count(*) from attendance_sheets`),
  records: await db.value(z.number(), sql`select count(*) from attendance_records`),
  names: await db.value(z.number(), sql`select count(*) from student_names`),
});

describe('a save is rejected and writes nothing', () => {
  const attempt = async (body: object) => {
    const before = await countAll();
    const response = await save(body);
    return {
      status: response.status,
      message: response.body.message,
      path: response.body.issues?.[0].path,
      hasWritten: JSON.stringify(await countAll()) !== JSON.stringify(before),
    };
  };
  const rejected = (status: number) => ({ status, hasWritten: false });
  const rejectedWith = (error: keyof typeof apiErrors, path: string) => ({
    ...rejected(400),
    message: apiErrors[error].message,
    path,
  });

  test.each([
    ['week 0', { week: 0 }],
    ['week 36', { week: 36 }],
    ['week 5.5', { week: 5.5 }],
    ["week '5'", { week: '5' }],
    ['no week', { week: undefined }],
    ['an invalid day', { date: '2026-02-30' }],
    ['a day in another format', { date: '15/11/2026' }],
    ['the year 0', { date: '0000-01-01' }],
    ['an instant', { date: '2026-11-15T00:00:00Z' }],
    ['no students', { students: undefined }],
  ])('with %s', async (_, changes) => {
    expect(await attempt({ ...makeSheetInput(testClass.students), ...changes })).toMatchObject(
      rejected(400),
    );
  });

  test('and a day in the year 0 is not found', async () => {
    const params = { id: testClass.classId, date: '0000-01-01' };
    const { status } = await request(app, attendance.day, {
      token: testClass.teacher.token,
      params,
    });
    expect(status).toBe(404);
  });

  test('with an unknown status, a note of 501 characters or an excuse for somebody present', async () => {
    const { students } = makeSheetInput(testClass.students);
    const withFirst = (changes: object) =>
      makeSheetInput(testClass.students, {
        students: [{ ...students[0], ...changes }, ...students.slice(1)] as never,
      });
    expect(await attempt(withFirst({ status: 'late' }))).toMatchObject({
      ...rejected(400),
      path: 'students.0.status',
    });
    expect(await attempt(withFirst({ status: 'Present' }))).toMatchObject(rejected(400));
    expect(await attempt(withFirst({ note: 'x'.repeat(501) }))).toMatchObject({
      ...rejected(400),
      path: 'students.0.note',
    });
    expect(await attempt(withFirst({ isExcused: true }))).toMatchObject({
      ...rejected(400),
      path: 'students.0.isExcused',
    });
    expect((await save(withFirst({ note: 'x'.repeat(500) }))).status).toBe(201);
  });

  test('with a missing, repeated, foreign, inactive or deleted student', async () => {
    const [first, second, third] = testClass.students as [TestUser, TestUser, TestUser];
    expect(await attempt(makeSheetInput([first, second]))).toEqual(
      rejectedWith('student_missing', 'students'),
    );
    expect(await attempt(makeSheetInput([]))).toEqual(rejectedWith('student_missing', 'students'));
    expect(await attempt(makeSheetInput([first, second, third, second]))).toEqual(
      rejectedWith('duplicate_student', 'students.3.id'),
    );
    for (const stranger of [
      ours.student,
      theirs.student,
      testClass.teacher,
      { id: 999_999_999_999 },
    ]) {
      expect(await attempt(makeSheetInput([first, second, third, stranger]))).toEqual(
        rejectedWith('student_of_another_class', 'students.3.id'),
      );
    }
    await updateUser(second, { status: 'inactive' });
    expect(await attempt(makeSheetInput(testClass.students))).toEqual(
      rejectedWith('student_inactive', 'students.1.id'),
    );
    await deleteUser(db, third.id);
    expect(await attempt(makeSheetInput([first, third]))).toEqual(
      rejectedWith('student_of_another_class', 'students.1.id'),
    );
    expect((await save(makeSheetInput([first]))).status).toBe(201);
  });

  test('for a class without active students', async () => {
    for (const student of testClass.students) await updateUser(student, { status: 'inactive' });
    expect(await attempt(makeSheetInput([]))).toEqual(
      rejectedWith('class_without_students', 'students'),
    );
    expect(await attempt(makeSheetInput(testClass.students))).toEqual(
      rejectedWith('class_without_students', 'students'),
    );
  });

  test("with another school's id, even if the sheet is valid", async () => {
    const sheet = makeSheetInput(testClass.students);
    expect(await attempt({ ...sheet, school_id: theirs.schoolId })).toMatchObject(rejected(403));
    expect((await save({ ...sheet, school_id: ours.schoolId })).status).toBe(201);
  });

  test('from anybody but the class’s own teacher', async () => {
    const before = await countAll();
    const saveAs = async (user: TestUser) =>
      (await save(makeSheetInput(testClass.students), user)).status;
    for (const user of [ours.teacher, ours.mod, admin, ours.student, ours.parent]) {
      expect(await saveAs(user)).toBe(403);
    }
    expect(await saveAs(theirs.teacher)).toBe(404);
    expect(await countAll()).toEqual(before);
  });

  test('for a deleted class', async () => {
    await db.run(sql`
      update classes set deleted_at = ${new Date().toISOString()}
      where id = ${testClass.classId}`);
    expect(await attempt(makeSheetInput(testClass.students))).toMatchObject(rejected(404));
  });
});

describe('the current day', () => {
  beforeEach(async () => {
    testClass = await addClassWithStudents(database, { schoolId: ours.schoolId, year: 2026 });
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => vi.useRealTimers());

  test('is the day in Hanoi, even while UTC has the day before', async () => {
    vi.setSystemTime('2026-11-14T23:45:00Z');
    expect(
      (await save(makeSheetInput(testClass.students, { date: '2026-11-16' }))).body.message,
    ).toBe(apiErrors.date_in_future.message);
    const { status, body } = await save(makeSheetInput(testClass.students, { date: '2026-11-15' }));
    expect(status).toBe(201);
    expect(body.date).toBe('2026-11-15');
    expect((await readWeeks(ours.mod)).body.weeks[0].date).toBe('2026-11-15');
  });

  test('ends the school year of a class on 31 July', async () => {
    vi.setSystemTime('2027-07-31T17:30:00Z');
    expect(
      (await save(makeSheetInput(testClass.students, { date: '2027-08-01' }))).body.message,
    ).toBe(apiErrors.date_outside_school_year.message);
    expect((await save(makeSheetInput(testClass.students, { date: '2027-07-31' }))).status).toBe(
      201,
    );
    expect((await readWeeks(ours.mod)).body).toMatchObject({ school_year: 2026 });
  });
});
