import { attendance } from '@lop-xanh/contract/attendance';
import {
  type AttendanceOverview,
  attendanceOverview,
} from '@lop-xanh/contract/attendance-overview';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import readWorkbookSheets from 'read-excel-file/universal';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addClassWithStudents,
  makeSheetInput,
  thisSchoolYear,
  today,
} from '../../testing/attendance.ts';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addSubstitution,
  addTwoSchools,
  deleteUser,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { fetchNotifications, watchNotifications } from '../../testing/notifications.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { collectNotifications } = watchNotifications(db);

let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
let admin: TestUser;
let big: Awaited<ReturnType<typeof addClassWithStudents>>;
beforeEach(async () => {
  ({ ours, theirs, admin } = await addTwoSchools(database));
  big = await addClassWithStudents(database, { schoolId: ours.schoolId });
});

const read = async (
  user: TestUser,
  query: { school_id?: number; school_year?: number; week?: number } = {},
): Promise<AttendanceOverview> =>
  (await request(app, attendanceOverview.read, { token: user.token, query })).body;
const save = (week: number, changes: Parameters<typeof makeSheetInput>[1] = {}) =>
  request(app, attendance.save, {
    token: big.teacher.token,
    params: { id: big.classId },
    body: makeSheetInput(big.students, { week, ...changes }),
  });
const substitute = (teacher: TestUser) =>
  addSubstitution(db, {
    userId: teacher.id,
    classId: big.classId,
    from: new Date(Date.now() - 1_000),
    until: new Date(Date.now() + 60_000),
  });
const remind = (user: TestUser, id: number, week = 1) =>
  request(app, attendanceOverview.remind, { token: user.token, params: { id, week } });
const [an, binh, chi] = [0, 1, 2];
const studentId = (index: number) => (big.students[index] as TestUser).id;

describe('the overview', () => {
  test('lists every class of the school with its teacher and saved weeks', async () => {
    await save(1);
    await save(3, { absent: [studentId(an)] });
    const { classes, school_id } = await read(ours.mod);
    expect(school_id).toBe(ours.schoolId);
    expect(classes.map(({ name }) => name)).toEqual(['3A', '4B', '5C']);
    expect(classes[2]).toEqual({
      id: big.classId,
      name: '5C',
      grade_id: 5,
      teacher: { id: big.teacher.id, full_name: expect.any(String) },
      weeks: [
        { week: 1, date: today, present: 3, total: 3 },
        { week: 3, date: today, present: 2, total: 3 },
      ],
      remindedAt: null,
    });
    expect(classes[0]?.weeks).toEqual([]);
    expect((await read(theirs.mod)).classes.map(({ id }) => id)).not.toContain(big.classId);
    expect((await read(admin, { school_id: ours.schoolId })).classes).toEqual(classes);
  });

  test('agrees with the rates of the school and the grid of each class', async () => {
    await save(1, { absent: [studentId(an), studentId(chi)] });
    await save(2, { absent: [studentId(an)] });
    const { classes } = await read(ours.mod);
    const { token } = ours.mod;
    const { rates } = (await request(app, attendance.rates, { token })).body;
    const weeks = classes.flatMap((schoolClass) => schoolClass.weeks);
    for (const { week, present, total } of rates) {
      const ofWeek = weeks.filter((saved) => saved.week === week);
      expect(ofWeek.reduce((sum, saved) => sum + saved.present, 0)).toBe(present);
      expect(ofWeek.reduce((sum, saved) => sum + saved.total, 0)).toBe(total);
    }
    for (const { id, weeks } of classes) {
      const grid = await request(app, attendance.grid, { token, params: { id } });
      expect(weeks).toEqual(grid.body.weeks);
    }
  });

  test('lists the absences of the chosen week, without leave and the longest first', async () => {
    await save(1, { absent: [studentId(an), studentId(binh)] });
    await save(2, { absent: [studentId(binh)] });
    await save(4, { absent: [studentId(an), studentId(binh)], note: 'Ốm' });
    await save(5, { absent: [studentId(chi)], isExcused: true, note: 'Về quê' });
    const { absences } = await read(ours.mod, { week: 4 });
    expect(absences.map(({ student_id, inARow }) => [student_id, inARow])).toEqual([
      [studentId(binh), 3],
      [studentId(an), 1],
    ]);
    expect(absences[0]).toMatchObject({ class_name: '5C', note: 'Ốm', isExcused: false });
    const later = await read(ours.mod, { week: 5 });
    expect(later.absences).toMatchObject([{ isExcused: true, note: 'Về quê', inARow: 1 }]);
    expect((await read(ours.mod, { week: 3 })).absences).toEqual([]);
  });

  test('keeps the name that a student had on the sheet', async () => {
    await updateRow(db, 'users', studentId(an), { last_name: 'Lê', first_name: 'An' });
    await save(1, { absent: [studentId(an)] });
    await updateRow(db, 'users', studentId(an), { first_name: 'Ân' });
    expect((await read(ours.mod, { week: 1 })).absences).toMatchObject([{ full_name: 'Lê An' }]);
  });

  test('opens with this week of the latest year, and never outside the teaching year', async () => {
    const setFirstMonday = (day: string) =>
      db.run(sql`
        update school_years set first_monday = ${day}
        where school_id = ${ours.schoolId} and year = ${thisSchoolYear}`);
    const monday = (weeks: number) => {
      const date = new Date(Date.parse(today) - weeks * 7 * 86_400_000);
      date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
      return date.toISOString().slice(0, 10);
    };
    for (const [weeksAgo, expected] of [
      [0, 1],
      [9, 10],
      [40, 35],
      [-3, 1],
    ] as const) {
      await setFirstMonday(monday(weeksAgo));
      expect((await read(ours.mod)).week).toBe(expected);
    }
  });

  test('does not exist for a year that the school has not had', async () => {
    const response = await request(app, attendanceOverview.read, {
      token: ours.mod.token,
      query: { school_year: 2001 },
    });
    expect(response.status).toBe(404);
  });

  test('is read with one statement', async () => {
    await save(1, { absent: [studentId(an)] });
    const statements = await countStatements(database, () => read(ours.mod));
    // The other one authenticates the request.
    expect(statements).toBe(2);
  });

  test('names the substitute while there is one', async () => {
    await substitute(ours.otherTeacher);
    const { classes } = await read(ours.mod);
    expect(classes[2]?.teacher?.id).toBe(ours.otherTeacher.id);
  });
});

test('the spreadsheet has the same classes, rates and absences', async () => {
  await save(1, { absent: big.students.slice(0, 2).map(({ id }) => id), note: 'Ốm' });
  await save(2, { absent: [] });
  const query = { week: 1 };
  const { classes, absences } = await read(ours.mod, query);
  expect([classes.length, absences.length]).toEqual([3, 2]);
  const { body } = await request(app, attendanceOverview.file, { token: ours.mod.token, query });
  const [byClass = [], byAbsence = []] = (
    await readWorkbookSheets(Uint8Array.from(body).buffer)
  ).map(({ data }) => data);
  const toRate = (counts: { present: number; total: number }[]) => {
    const sum = (field: 'present' | 'total') => counts.reduce((all, one) => all + one[field], 0);
    return sum('total') === 0 ? null : sum('present') / sum('total');
  };
  expect(byClass.slice(2)).toEqual(
    classes.map(({ name, teacher, weeks }) => [
      name,
      teacher?.full_name ?? null,
      ...allWeeks.map((week) => toRate(weeks.filter((saved) => saved.week === week))),
      toRate(weeks),
    ]),
  );
  expect(byAbsence.slice(1)).toEqual(
    absences.map(({ class_name, full_name, isExcused, inARow, note }) => [
      class_name,
      full_name,
      isExcused ? 'Có phép' : 'Không phép',
      inARow,
      note,
    ]),
  );
});

describe('a reminder', () => {
  test('notifies the teachers of the class and is shown with its week', async () => {
    await substitute(ours.otherTeacher);
    const notified = await collectNotifications(() => remind(ours.mod, big.classId, 2));
    expect(notified).toEqual({
      [big.teacher.username]: ['attendance_reminder'],
      [ours.otherTeacher.username]: ['attendance_reminder'],
    });
    const [notification] = await fetchNotifications(app, big.teacher);
    expect(notification).toMatchObject({
      message: 'Nhắc bạn điểm danh lớp 5C, tuần 2',
      refType: 'class',
      refId: big.classId,
    });
    const remindedAt = async (week: number) =>
      (await read(ours.mod, { week })).classes[2]?.remindedAt;
    expect(await remindedAt(2)).toEqual(expect.any(String));
    expect(await remindedAt(1)).toBeNull();
  });

  test('is sent once a day', async () => {
    const statuses = await Promise.all([1, 2, 3].map(() => remind(ours.mod, big.classId)));
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await remind(admin, big.classId)).body.reason).toBe('class_reminded_today');
    await db.run(sql`update attendance_reminders set reminded_at = now() - interval '1 day'`);
    expect((await remind(ours.mod, big.classId)).status).toBe(200);
  });

  test('is refused for a week with a sheet', async () => {
    await save(1);
    expect((await remind(ours.mod, big.classId)).body.reason).toBe('week_already_saved');
  });

  test('is not recorded for a class without a teacher', async () => {
    await deleteUser(db, big.teacher.id);
    expect((await remind(ours.mod, big.classId)).body.reason).toBe('class_without_teacher');
    expect((await read(ours.mod, { week: 1 })).classes[2]?.remindedAt).toBeNull();
  });
});
