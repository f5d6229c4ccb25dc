import { type AttendanceWeek, attendance } from '@lop-xanh/contract/attendance';
import { messages } from '@lop-xanh/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addClassWithStudents,
  makeSheetInput,
  thisSchoolYear,
  today,
} from '../../testing/attendance.ts';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addChild,
  addTwoSchools,
  addUser,
  moveUser,
  type TestUser,
  updateRow,
} from '../../testing/fixtures.ts';
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

const save = (body: object, { token } = testClass.teacher, headers: Record<string, string> = {}) =>
  request(app, attendance.save, {
    token,
    params: { id: testClass.classId },
    body: body as never,
    headers,
  });
const readWeeks = (user: TestUser, query = {}) =>
  request(app, attendance.weeks, { token: user.token, params: { id: testClass.classId }, query });
const readDay = (user: TestUser, date: string) =>
  request(app, attendance.day, { token: user.token, params: { id: testClass.classId, date } });
const readGrid = (user: TestUser, query = {}) =>
  request(app, attendance.grid, { token: user.token, params: { id: testClass.classId }, query });
const readYear = (student: TestUser, user = student, query = {}) =>
  request(app, attendance.forStudent, { token: user.token, params: { id: student.id }, query });
const updateUser = ({ id }: TestUser, values: object) => updateRow(db, 'users', id, values);

describe('a saved week', () => {
  test('is returned by the save, and every user reads their part of it', async () => {
    const [first, second, third] = testClass.students as [TestUser, TestUser, TestUser];
    const parent = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
    await addChild(db, { parent, child: second });
    const sheet = makeSheetInput([third, first, second], {
      week: 7,
      absent: [second.id],
      note: ' Sốt ',
      isExcused: true,
    });
    const { status, body } = await save({ ...sheet, school_id: ours.schoolId });
    expect(status).toBe(201);
    const record = (student: TestUser, number: number, absent = false) => ({
      student_id: student.id,
      full_name: `Nguyễn Thị Hoa ${number}`,
      status: absent ? 'absent' : 'present',
      note: absent ? 'Sốt' : '',
      isExcused: absent,
      corrections: [],
    });
    const records = [record(first, 1), record(second, 2, true), record(third, 3)];
    expect(body).toEqual({
      week: 7,
      date: today,
      taken_by: 'An',
      takenAt: expect.any(String),
      records,
      can: { correct: true },
    });

    for (const user of [testClass.teacher, ours.mod, admin]) {
      expect((await readWeeks(user)).body).toEqual({
        weeks: [{ ...body, can: { correct: user !== admin } }],
        school_id: ours.schoolId,
        school_year: thisSchoolYear,
        can: { take: user === testClass.teacher },
      });
    }
    const readRecords = async (user: TestUser) =>
      (await readWeeks(user)).body.weeks.map((week: AttendanceWeek) => week.records);
    expect(await readRecords(first)).toEqual([[records[0]]]);
    expect(await readRecords(parent)).toEqual([[records[1]]]);

    const dates = await request(app, attendance.dates, {
      token: first.token,
      params: { id: testClass.classId },
    });
    expect(dates.body).toEqual({ dates: [today] });
    const day = { week: 7 };
    expect((await readDay(ours.mod, today)).body.students).toEqual(
      records.map((saved) => ({ ...saved, ...day })),
    );
    expect((await readDay(second, today)).body.students).toEqual([{ ...records[1], ...day }]);

    const year = [
      {
        ...day,
        date: today,
        class_id: testClass.classId,
        class_name: '5C',
        status: 'absent',
        note: 'Sốt',
        isExcused: true,
        corrections: [],
      },
    ];
    for (const user of [second, parent]) {
      expect((await readYear(second, user)).body).toEqual({
        attendance: year,
        school_year: thisSchoolYear,
      });
    }
    expect((await readYear(first, parent)).status).toBe(403);
    expect((await readYear(theirs.student, parent)).status).toBe(404);
  });

  test('appears only on its day; an invalid day is not found', async () => {
    await save(makeSheetInput(testClass.students));
    expect((await readDay(ours.mod, '2020-01-31')).body).toEqual({ students: [] });
    expect((await readDay(ours.mod, '2020-02-31')).status).toBe(404);
    expect((await readDay(ours.mod, 'hom-nay')).status).toBe(404);
  });

  test('can share its day with another week', async () => {
    await save(makeSheetInput(testClass.students, { week: 1 }));
    await save(makeSheetInput(testClass.students, { week: 2 }));
    const { students } = (await readDay(ours.mod, today)).body;
    expect(students.map(({ week }: { week: number }) => week)).toEqual([1, 1, 1, 2, 2, 2]);
  });

  test('is listed in numeric order, with the weeks of its school year only', async () => {
    for (const week of [10, 2, 35]) await save(makeSheetInput(testClass.students, { week }));
    const { body } = await readWeeks(testClass.teacher);
    expect(body.weeks.map(({ week }: AttendanceWeek) => week)).toEqual([2, 10, 35]);
    const before = await readWeeks(testClass.teacher, { school_year: thisSchoolYear - 1 });
    expect(before.body).toMatchObject({
      weeks: [],
      school_year: thisSchoolYear - 1,
      can: { take: false },
    });
  });
});

describe('a class’s year as a grid', () => {
  test('has a row for each student and rates for each week and student', async () => {
    const [first, second, third] = testClass.students as [TestUser, TestUser, TestUser];
    await save(makeSheetInput(testClass.students, { week: 1, absent: [second.id] }));
    await save(
      makeSheetInput(testClass.students, {
        week: 3,
        absent: [second.id, third.id],
        isExcused: true,
      }),
    );
    await updateUser(third, { first_name: 'Lan' });
    await moveUser(db, { userId: third.id, classId: ours.classId });
    const inClass = { school_id: ours.schoolId, class_id: testClass.classId };
    const late = await addUser(database, { role: 'Student', ...inClass, first_name: 'Yến' });
    const { body } = await readGrid(ours.mod);
    const marks = (letters: string) => letters.padEnd(35, '-');
    const student = ({ id }: TestUser, full_name: string, excused: number[] = []) => ({
      id,
      full_name,
      excused,
      unknown: [],
      corrected: [],
    });
    expect(body).toEqual({
      class_id: testClass.classId,
      class_name: '5C',
      school_name: 'TH Kim Đồng',
      teacher_full_name: 'An',
      school_year: thisSchoolYear,
      weeks: [
        { week: 1, date: today, present: 2, total: 3 },
        { week: 3, date: today, present: 1, total: 3 },
      ],
      students: [
        { ...student(first, 'Nguyễn Thị Hoa 1'), marks: marks('P-P'), present: 2, total: 2 },
        { ...student(second, 'Nguyễn Thị Hoa 2', [3]), marks: marks('A-A'), present: 0, total: 2 },
        { ...student(third, 'Nguyễn Thị Hoa 3', [3]), marks: marks('P-A'), present: 1, total: 2 },
        { ...student(late, 'Yến'), marks: marks(''), present: 0, total: 0 },
      ],
    });
    expect((await readGrid(testClass.teacher)).body).toEqual(body);
    for (const user of [first, ours.teacher, ours.parent]) {
      expect((await readGrid(user)).status).toBe(403);
    }
    expect((await readGrid(theirs.mod)).status).toBe(404);
  });

  test('a school’s rates are the sums of its classes', async () => {
    const { schoolId } = theirs;
    const readRates = async () =>
      (await request(app, attendance.rates, { token: theirs.mod.token, query: {} })).body.rates;
    expect(await readRates()).toEqual([]);
    for (const count of [2, 3]) {
      testClass = await addClassWithStudents(database, { schoolId, count });
      await save(
        makeSheetInput(testClass.students, {
          week: 4,
          absent: [testClass.students[0]?.id as number],
        }),
      );
    }
    await save(makeSheetInput(testClass.students, { week: 5 }));
    expect(await readRates()).toEqual([
      { week: 4, classes: 2, present: 3, total: 5 },
      { week: 5, classes: 1, present: 3, total: 3 },
    ]);
    const readAsAdmin = (query: object) =>
      request(app, attendance.rates, { token: admin.token, query });
    expect((await readAsAdmin({ school_id: schoolId })).body.rates).toEqual(await readRates());
    expect((await readAsAdmin({})).status).toBe(400);
  });
});

test('a class’s year takes the same number of statements whatever its weeks and students', async () => {
  const countFor = (read: typeof readWeeks) =>
    countStatements(database, () => read(testClass.teacher));
  const before = [await countFor(readWeeks), await countFor(readGrid)];
  testClass = await addClassWithStudents(database, { schoolId: ours.schoolId, count: 8 });
  for (const week of [1, 2, 3, 4, 5]) await save(makeSheetInput(testClass.students, { week }));
  expect([await countFor(readWeeks), await countFor(readGrid)]).toEqual(before);
  expect(before).toEqual([3, 5]);
});

test('a second save of a week is a conflict and changes nothing', async () => {
  expect((await save(makeSheetInput(testClass.students))).status).toBe(201);
  const before = (await readWeeks(ours.mod)).body;
  const absent = testClass.students.map(({ id }) => id);
  const { status, body } = await save(makeSheetInput(testClass.students, { absent }));
  expect(status).toBe(409);
  expect(body).toEqual({
    code: 'conflict',
    reason: 'week_already_saved',
    message: messages.attendance.alreadySaved,
  });
  expect((await readWeeks(ours.mod)).body).toEqual(before);
});
