import { attendance } from '@lop-xanh/contract/attendance';
import { apiErrors } from '@lop-xanh/contract/errors';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addTwoSchools, type TestUser } from '../../testing/people.ts';
import { addClassWithStudents, rollOf } from '../../testing/roll-call.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

let room: Awaited<ReturnType<typeof addClassWithStudents>>;
beforeEach(async () => {
  room = await addClassWithStudents(database, { schoolId: ours.schoolId });
});

const save = (body: object, { token } = room.teacher) =>
  request(app, attendance.save, { token, params: { id: room.classId }, body: body as never });
const weeksFor = (person: TestUser) =>
  request(app, attendance.weeks, { token: person.token, params: { id: room.classId } });
const set = (student: TestUser, values: object) =>
  db.updateTable('users').set(values).where('id', '=', student.id).execute();
const countOf = async (table: 'attendance_sheets' | 'attendance_records' | 'student_names') =>
  (await db.selectFrom(table).selectAll().execute()).length;
const written = async () => ({
  sheets: await countOf('attendance_sheets'),
  records: await countOf('attendance_records'),
  names: await countOf('student_names'),
});

describe('what is refused, and nothing of it written', () => {
  const attempt = async (body: object) => {
    const before = await written();
    const answer = await save(body);
    return {
      status: answer.status,
      message: answer.body.message,
      path: answer.body.issues?.[0].path,
      hasWritten: JSON.stringify(await written()) !== JSON.stringify(before),
    };
  };
  const refused = (status: number) => ({ status, hasWritten: false });
  const reason = (refusal: keyof typeof apiErrors, path: string) => ({
    ...refused(400),
    message: apiErrors[refusal].message,
    path,
  });

  test.each([
    ['week 0', { week: 0 }],
    ['week 36', { week: 36 }],
    ['week 5.5', { week: 5.5 }],
    ["week '5'", { week: '5' }],
    ['no week', { week: undefined }],
    ['no such day', { date: '2026-02-30' }],
    ['a day as people write it', { date: '15/11/2026' }],
    ['a year that no calendar has', { date: '0000-01-01' }],
    ['an instant', { date: '2026-11-15T00:00:00Z' }],
    ['no students at all', { students: undefined }],
  ])('%s', async (_, changes) => {
    expect(await attempt({ ...rollOf(room.students), ...changes })).toMatchObject(refused(400));
  });

  test('a day in a year that no calendar has is not there to be read', async () => {
    const params = { id: room.classId, date: '0000-01-01' };
    const { status } = await request(app, attendance.day, { token: room.teacher.token, params });
    expect(status).toBe(404);
  });

  test('an unknown status, and a note of 501 characters', async () => {
    const { students } = rollOf(room.students);
    const withFirst = (changes: object) =>
      rollOf(room.students, {
        students: [{ ...students[0], ...changes }, ...students.slice(1)] as never,
      });
    expect(await attempt(withFirst({ status: 'late' }))).toMatchObject({
      ...refused(400),
      path: 'students.0.status',
    });
    expect(await attempt(withFirst({ status: 'Present' }))).toMatchObject(refused(400));
    expect(await attempt(withFirst({ note: 'x'.repeat(501) }))).toMatchObject({
      ...refused(400),
      path: 'students.0.note',
    });
    expect((await save(withFirst({ note: 'x'.repeat(500) }))).status).toBe(201);
  });

  test('a missing, a doubled, a foreign, an inactive and a deleted student', async () => {
    const [first, second, third] = room.students as [TestUser, TestUser, TestUser];
    expect(await attempt(rollOf([first, second]))).toEqual(reason('student_missing', 'students'));
    expect(await attempt(rollOf([]))).toEqual(reason('student_missing', 'students'));
    expect(await attempt(rollOf([first, second, third, second]))).toEqual(
      reason('student_doubled', 'students.3.id'),
    );
    for (const stranger of [ours.student, theirs.student, room.teacher, { id: 999_999_999_999 }]) {
      expect(await attempt(rollOf([first, second, third, stranger]))).toEqual(
        reason('student_of_another_class', 'students.3.id'),
      );
    }
    await set(second, { status: 'inactive' });
    expect(await attempt(rollOf(room.students))).toEqual(
      reason('student_inactive', 'students.1.id'),
    );
    await set(third, { deleted_at: new Date().toISOString() });
    expect(await attempt(rollOf([first, third]))).toEqual(
      reason('student_of_another_class', 'students.1.id'),
    );
    expect((await save(rollOf([first]))).status).toBe(201);
  });

  test('a class without students', async () => {
    for (const student of room.students) await set(student, { status: 'inactive' });
    expect(await attempt(rollOf([]))).toEqual(reason('class_without_students', 'students'));
    expect(await attempt(rollOf(room.students))).toEqual(
      reason('class_without_students', 'students'),
    );
  });

  test("another school's id, also with a right roll; the class's own is taken", async () => {
    const roll = rollOf(room.students);
    expect(await attempt({ ...roll, school_id: theirs.schoolId })).toMatchObject(refused(403));
    expect((await save({ ...roll, school_id: ours.schoolId })).status).toBe(201);
  });

  test('everybody but the class’s own teacher', async () => {
    const before = await written();
    const statusFor = async (person: TestUser) =>
      (await save(rollOf(room.students), person)).status;
    for (const person of [ours.teacher, ours.mod, admin, ours.student, ours.parent]) {
      expect(await statusFor(person)).toBe(403);
    }
    expect(await statusFor(theirs.teacher)).toBe(404);
    expect(await written()).toEqual(before);
  });

  test('a class that is deleted', async () => {
    await db
      .updateTable('classes')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', room.classId)
      .execute();
    expect(await attempt(rollOf(room.students))).toMatchObject(refused(404));
  });
});

describe('the day, by the clock of Hanoi', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  test('at 06:45 it is today there, though still yesterday in UTC', async () => {
    vi.setSystemTime('2026-11-14T23:45:00Z');
    expect((await save(rollOf(room.students, { date: '2026-11-16' }))).body.message).toBe(
      apiErrors.date_in_future.message,
    );
    const { status, body } = await save(rollOf(room.students, { date: '2026-11-15' }));
    expect(status).toBe(201);
    expect(body.date).toBe('2026-11-15');
    expect((await weeksFor(ours.mod)).body.weeks[0].date).toBe('2026-11-15');
  });

  test('on 1 August the year is new, and the day before is not of it', async () => {
    vi.setSystemTime('2027-07-31T17:30:00Z');
    expect((await save(rollOf(room.students, { date: '2027-07-31' }))).body.message).toBe(
      apiErrors.date_outside_school_year.message,
    );
    expect((await save(rollOf(room.students, { date: '2027-08-01' }))).status).toBe(201);
    expect((await weeksFor(ours.mod)).body).toMatchObject({ school_year: 2027 });
  });
});
