import { type AttendanceWeek, attendance } from '@lop-xanh/contract/attendance';
import { messages } from '@lop-xanh/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { countStatements } from '../../testing/count-statements.ts';
import { addChild, addTwoSchools, addUser, type TestUser } from '../../testing/people.ts';
import { addClassWithStudents, rollOf, thisSchoolYear, today } from '../../testing/roll-call.ts';
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

const save = (body: object, { token } = room.teacher, headers: Record<string, string> = {}) =>
  request(app, attendance.save, {
    token,
    params: { id: room.classId },
    body: body as never,
    headers,
  });
const weeksFor = (person: TestUser, query = {}) =>
  request(app, attendance.weeks, { token: person.token, params: { id: room.classId }, query });
const dayFor = (person: TestUser, date: string) =>
  request(app, attendance.day, { token: person.token, params: { id: room.classId, date } });
const gridFor = (person: TestUser, query = {}) =>
  request(app, attendance.grid, { token: person.token, params: { id: room.classId }, query });
const yearOf = (student: TestUser, person = student, query = {}) =>
  request(app, attendance.ofStudent, { token: person.token, params: { id: student.id }, query });
const set = (student: TestUser, values: object) =>
  db.updateTable('users').set(values).where('id', '=', student.id).execute();
describe('a saved week', () => {
  test('answers what was saved, and everybody reads of it what is theirs', async () => {
    const [first, second, third] = room.students as [TestUser, TestUser, TestUser];
    const parent = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
    await addChild(db, { schoolId: ours.schoolId, parent, child: second });
    const roll = rollOf([third, first, second], { week: 7, absent: [second.id], note: ' Sốt ' });
    const { status, body } = await save({ ...roll, school_id: ours.schoolId });
    expect(status).toBe(201);
    const record = (student: TestUser, number: number, absent = false) => ({
      student_id: student.id,
      full_name: `Nguyễn Thị Hoa ${number}`,
      status: absent ? 'absent' : 'present',
      note: absent ? 'Sốt' : '',
    });
    const records = [record(first, 1), record(second, 2, true), record(third, 3)];
    expect(body).toEqual({
      week: 7,
      date: today,
      taken_by: 'An',
      takenAt: expect.any(String),
      records,
    });

    for (const person of [room.teacher, ours.mod, admin]) {
      expect((await weeksFor(person)).body).toEqual({
        weeks: [body],
        school_id: ours.schoolId,
        school_year: thisSchoolYear,
        can: { take: person === room.teacher },
      });
    }
    const recordsFor = async (person: TestUser) =>
      (await weeksFor(person)).body.weeks.map((week: AttendanceWeek) => week.records);
    expect(await recordsFor(first)).toEqual([[records[0]]]);
    expect(await recordsFor(parent)).toEqual([[records[1]]]);

    const dates = await request(app, attendance.dates, {
      token: first.token,
      params: { id: room.classId },
    });
    expect(dates.body).toEqual({ dates: [today] });
    const day = { week: 7 };
    expect((await dayFor(ours.mod, today)).body.students).toEqual(
      records.map((one) => ({ ...one, ...day })),
    );
    expect((await dayFor(second, today)).body.students).toEqual([{ ...records[1], ...day }]);

    const year = [
      {
        ...day,
        date: today,
        class_id: room.classId,
        class_name: '5C',
        status: 'absent',
        note: 'Sốt',
      },
    ];
    for (const person of [second, parent]) {
      expect((await yearOf(second, person)).body).toEqual({
        attendance: year,
        school_year: thisSchoolYear,
      });
    }
    expect((await yearOf(first, parent)).status).toBe(403);
    expect((await yearOf(theirs.student, parent)).status).toBe(404);
  });

  test('a day without a sheet is empty, and what is no day is not there', async () => {
    await save(rollOf(room.students));
    expect((await dayFor(ours.mod, '2020-01-31')).body).toEqual({ students: [] });
    expect((await dayFor(ours.mod, '2020-02-31')).status).toBe(404);
    expect((await dayFor(ours.mod, 'hom-nay')).status).toBe(404);
  });

  test('two weeks made up for on one day both stand on it', async () => {
    await save(rollOf(room.students, { week: 1 }));
    await save(rollOf(room.students, { week: 2 }));
    const { students } = (await dayFor(ours.mod, today)).body;
    expect(students.map(({ week }: { week: number }) => week)).toEqual([1, 1, 1, 2, 2, 2]);
  });

  test('the weeks come in order as numbers, and another year is another list', async () => {
    for (const week of [10, 2, 35]) await save(rollOf(room.students, { week }));
    const { body } = await weeksFor(room.teacher);
    expect(body.weeks.map(({ week }: AttendanceWeek) => week)).toEqual([2, 10, 35]);
    const before = await weeksFor(room.teacher, { school_year: thisSchoolYear - 1 });
    expect(before.body).toMatchObject({
      weeks: [],
      school_year: thisSchoolYear - 1,
      can: { take: false },
    });
  });

  test('a new school year starts at week 1, and the old records stay readable', async () => {
    await save(rollOf(room.students, { absent: [room.students[0]?.id as number] }));
    await db
      .updateTable('attendance_sheets')
      .set({ school_year: thisSchoolYear - 1, date: `${thisSchoolYear - 1}-09-07` })
      .where('class_id', '=', room.classId)
      .execute();
    expect((await weeksFor(room.teacher)).body.weeks).toEqual([]);
    expect((await save(rollOf(room.students))).status).toBe(201);
    const query = { school_year: thisSchoolYear - 1 };
    const { body } = await weeksFor(room.teacher, query);
    expect(body.weeks).toMatchObject([{ week: 1, date: `${thisSchoolYear - 1}-09-07` }]);
    const student = room.students[0] as TestUser;
    expect((await yearOf(student, student, query)).body.attendance).toMatchObject([
      { status: 'absent' },
    ]);
    expect((await yearOf(student)).body.attendance).toMatchObject([{ status: 'present' }]);
    expect((await dayFor(ours.mod, `${thisSchoolYear - 1}-09-07`)).body.students).toHaveLength(3);
  });
});

describe('a class’s year as a grid', () => {
  test('has a row for each student and rates for each week and student', async () => {
    const [first, second, third] = room.students as [TestUser, TestUser, TestUser];
    await save(rollOf(room.students, { week: 1, absent: [second.id] }));
    await save(rollOf(room.students, { week: 3, absent: [second.id, third.id] }));
    await set(third, { class_id: ours.classId, first_name: 'Lan' });
    const inClass = { school_id: ours.schoolId, class_id: room.classId };
    const late = await addUser(database, { role: 'Student', ...inClass, first_name: 'Yến' });
    const { body } = await gridFor(ours.mod);
    const marks = (letters: string) => letters.padEnd(35, '-');
    expect(body).toEqual({
      class_id: room.classId,
      class_name: '5C',
      school_name: 'TH Kim Đồng',
      teacher_full_name: 'An',
      school_year: thisSchoolYear,
      weeks: [
        { week: 1, date: today, present: 2, total: 3 },
        { week: 3, date: today, present: 1, total: 3 },
      ],
      students: [
        { id: first.id, full_name: 'Nguyễn Thị Hoa 1', marks: marks('P-P'), present: 2, total: 2 },
        { id: second.id, full_name: 'Nguyễn Thị Hoa 2', marks: marks('A-A'), present: 0, total: 2 },
        { id: third.id, full_name: 'Nguyễn Thị Hoa 3', marks: marks('P-A'), present: 1, total: 2 },
        { id: late.id, full_name: 'Yến', marks: marks(''), present: 0, total: 0 },
      ],
    });
    expect((await gridFor(room.teacher)).body).toEqual(body);
    for (const person of [first, ours.teacher, ours.parent]) {
      expect((await gridFor(person)).status).toBe(403);
    }
    expect((await gridFor(theirs.mod)).status).toBe(404);
  });

  test('a school’s rates are the sums of its classes', async () => {
    const school = theirs.schoolId;
    const rates = async () =>
      (await request(app, attendance.rates, { token: theirs.mod.token, query: {} })).body.rates;
    expect(await rates()).toEqual([]);
    for (const count of [2, 3]) {
      room = await addClassWithStudents(database, { schoolId: school, count });
      await save(rollOf(room.students, { week: 4, absent: [room.students[0]?.id as number] }));
    }
    await save(rollOf(room.students, { week: 5 }));
    expect(await rates()).toEqual([
      { week: 4, classes: 2, present: 3, total: 5 },
      { week: 5, classes: 1, present: 3, total: 3 },
    ]);
    const asAdmin = (query: object) =>
      request(app, attendance.rates, { token: admin.token, query });
    expect((await asAdmin({ school_id: school })).body.rates).toEqual(await rates());
    expect((await asAdmin({})).status).toBe(400);
  });
});

test('a class’s year takes the same number of statements, however many weeks and students', async () => {
  const statements = (read: typeof weeksFor) => countStatements(database, () => read(room.teacher));
  const few = [await statements(weeksFor), await statements(gridFor)];
  room = await addClassWithStudents(database, { schoolId: ours.schoolId, count: 8 });
  for (const week of [1, 2, 3, 4, 5]) await save(rollOf(room.students, { week }));
  expect([await statements(weeksFor), await statements(gridFor)]).toEqual(few);
  expect(few).toEqual([3, 5]);
});

test('a second save is told, and changes nothing', async () => {
  expect((await save(rollOf(room.students))).status).toBe(201);
  const before = (await weeksFor(ours.mod)).body;
  const absent = room.students.map(({ id }) => id);
  const { status, body } = await save(rollOf(room.students, { absent }));
  expect(status).toBe(409);
  expect(body).toEqual({ code: 'conflict', message: messages.attendance.alreadySaved });
  expect((await weeksFor(ours.mod)).body).toEqual(before);
});
