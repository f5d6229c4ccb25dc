import {
  type AttendanceGrid,
  type AttendanceRecord,
  type AttendanceStatus,
  type AttendanceWeek,
  attendance,
} from '@lop-xanh/contract/attendance';
import { apiErrors } from '@lop-xanh/contract/errors';
import { history } from '@lop-xanh/contract/history';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addClassWithStudents, makeSheetInput } from '../../testing/attendance.ts';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addChild,
  addSubstitution,
  addTwoSchools,
  addUser,
  type TestUser,
} from '../../testing/fixtures.ts';
import { watchNotifications } from '../../testing/notifications.ts';
import { addSchoolInLastYear, lastSchoolYear, startThisYear } from '../../testing/past-years.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { collectNotifications } = watchNotifications(db);

const present = { status: 'present' as AttendanceStatus, note: '' };
const absent = { status: 'absent' as AttendanceStatus, note: 'Sốt' };

let testClass: Awaited<ReturnType<typeof addClassWithStudents>>;
let first: TestUser;
let second: TestUser;
beforeEach(async () => {
  testClass = await addClassWithStudents(database, { schoolId: ours.schoolId });
  [first, second] = testClass.students as [TestUser, TestUser];
  await save({ week: 1, absent: [first.id], note: 'Sốt' });
});

const save = (changes: Parameters<typeof makeSheetInput>[1]) =>
  request(app, attendance.save, {
    token: testClass.teacher.token,
    params: { id: testClass.classId },
    body: makeSheetInput(testClass.students, changes),
  });
const toPresent = () => ({ student_id: first.id, ...present, was: absent });
const toAbsent = () => ({ student_id: second.id, ...absent, was: present });

interface Attempt {
  by?: TestUser;
  week?: number | string;
  records?: object[];
  reason?: string;
  key?: string;
}

const correct = ({
  by = testClass.teacher,
  week = 1,
  records = [toPresent()],
  reason = 'Đánh nhầm',
  key,
}: Attempt = {}) =>
  request(app, attendance.correct, {
    token: by.token,
    params: { id: testClass.classId, week: week as number },
    body: { records, reason } as never,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const readWeeks = async (user: TestUser) => {
  const { body } = await request(app, attendance.weeks, {
    token: user.token,
    params: { id: testClass.classId },
  });
  return body.weeks as AttendanceWeek[];
};
const findRecord = (week: AttendanceWeek | undefined, { id }: TestUser) =>
  week?.records.find(({ student_id }) => student_id === id);
const readRecord = async (student: TestUser) => findRecord((await readWeeks(ours.mod))[0], student);
const pickMark = (record: AttendanceRecord | undefined) => ({
  status: record?.status,
  note: record?.note,
});
const age = (days: string) =>
  db.run(sql`
    update attendance_sheets set taken_at = now() - ${days}::interval
    where class_id = ${testClass.classId}`);
const countCorrections = () =>
  db.value(
    z.number(),
    sql`
      select count(*) from attendance_corrections correction
      join attendance_sheets sheet on sheet.id = correction.sheet_id
      where sheet.class_id = ${testClass.classId}`,
  );
const countPresent = () =>
  db.value(
    z.number(),
    sql`select present from attendance_sheets where class_id = ${testClass.classId} and week = 1`,
  );

describe('a corrected record', () => {
  test('has its new value, and keeps the former one with the reason, the user and the time', async () => {
    const { status, body } = await correct({ records: [toPresent(), toAbsent()] });
    expect(status).toBe(201);
    const kept = { reason: 'Đánh nhầm', by: 'An', at: expect.any(String) };
    expect(findRecord(body, first)).toMatchObject({
      ...present,
      corrections: [{ ...absent, ...kept }],
    });
    expect(findRecord(body, second)).toMatchObject({
      ...absent,
      corrections: [{ ...present, ...kept }],
    });
    expect(
      body.records.filter(({ corrections }: AttendanceRecord) => corrections.length),
    ).toHaveLength(2);
    expect(await readWeeks(testClass.teacher)).toEqual([body]);
    expect(await countPresent()).toBe(2);
  });

  test('can be corrected again, and its corrections stay in order', async () => {
    await correct();
    const excused = { status: 'absent', note: 'Ốm', isExcused: true };
    const again = { student_id: first.id, ...excused, was: present };
    const { body } = await correct({ by: ours.mod, records: [again], reason: 'Có giấy' });
    expect(findRecord(body, first)).toMatchObject({
      ...excused,
      corrections: [
        { ...absent, isExcused: false, reason: 'Đánh nhầm' },
        { ...present, isExcused: false, reason: 'Có giấy' },
      ],
    });
    expect(await countPresent()).toBe(2);
  });

  test('can change its note alone', async () => {
    const note = { student_id: first.id, status: 'absent', note: 'Có phép', was: absent };
    const { body } = await correct({ records: [note] });
    expect(findRecord(body, first)).toMatchObject({ note: 'Có phép', corrections: [absent] });
    expect(await countPresent()).toBe(2);
  });

  test('stays without an excuse if nobody recorded one, until it says so', async () => {
    await db.run(sql`
      update attendance_records set is_excused = null where student_id = ${first.id}`);
    const unknown = { ...absent, isExcused: null };
    const note = { student_id: first.id, ...unknown, note: 'Ốm', was: unknown };
    const { body } = await correct({ records: [note] });
    expect(findRecord(body, first)).toMatchObject({
      ...unknown,
      note: 'Ốm',
      corrections: [unknown],
    });
    const excused = { student_id: first.id, ...absent, isExcused: true };
    const again = { ...excused, was: { ...unknown, note: 'Ốm' } };
    const response = await correct({ records: [again] });
    expect(findRecord(response.body, first)).toMatchObject({ isExcused: true });
  });

  test('is seen with its corrections by its student and parents, but not by other families', async () => {
    const parent = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
    await addChild(db, { parent, child: first });
    await correct({ records: [toPresent(), toAbsent()] });
    for (const user of [first, parent]) {
      const [week] = await readWeeks(user);
      expect(week?.records.map(({ student_id }) => student_id)).toEqual([first.id]);
      expect(week?.records[0]?.corrections).toMatchObject([absent]);
      expect(week?.can).toEqual({ correct: false });
      const year = await request(app, attendance.forStudent, {
        token: user.token,
        params: { id: first.id },
      });
      expect(year.body.attendance).toMatchObject([{ ...present, corrections: [absent] }]);
    }
    const [weekOfThird] = await readWeeks(testClass.students[2] as TestUser);
    expect(JSON.stringify(weekOfThird)).not.toContain('Đánh nhầm');
  });

  test('is marked in the grid, the report, the periods and the day', async () => {
    await save({ week: 2 });
    await correct({ records: [toPresent(), toAbsent()] });
    const token = ours.mod.token;
    const grid = await request(app, attendance.grid, { token, params: { id: testClass.classId } });
    const { students, weeks } = grid.body as AttendanceGrid;
    expect(students.map(({ corrected, marks }) => [corrected, marks.slice(0, 2)])).toEqual([
      [[1], 'PP'],
      [[1], 'AP'],
      [[], 'PP'],
    ]);
    expect(weeks[0]).toMatchObject({ present: 2, total: 3 });
    const ofFirst = { token, params: { id: first.id } };
    const report = await request(app, history.report, { ...ofFirst, query: {} });
    expect(report.body.weeks).toMatchObject([
      { week: 1, corrections: [absent] },
      { week: 2, corrections: [] },
    ]);
    const periods = await request(app, history.attendance, ofFirst);
    expect(periods.body.attendance[0].attendance_history[0].corrections).toMatchObject([absent]);
    const date = weeks[0]?.date as string;
    const day = await request(app, attendance.day, {
      token,
      params: { id: testClass.classId, date },
    });
    expect(day.body.students[0].corrections).toMatchObject([absent]);
  });

  test('does not let the week be saved a second time', async () => {
    await correct();
    expect((await save({ week: 1 })).status).toBe(409);
    expect(pickMark(await readRecord(first))).toEqual(present);
  });

  test('is in the audit log with its old and new value', async () => {
    await correct({ by: ours.mod });
    const entry = await db.one(
      z.object({
        actor: z.string(),
        subject_id: z.number(),
        subject_name: z.string(),
        school_id: z.number(),
        details: z.record(z.string(), z.unknown()),
      }),
      sql`
        select actor, subject_id, subject_name, school_id, details from audit_log
        where action = 'corrected' and subject = 'attendance'
        order by id desc limit 1`,
    );
    expect(entry).toEqual({
      actor: ours.mod.username,
      subject_id: testClass.classId,
      subject_name: 'Nguyễn Thị Hoa 1',
      school_id: ours.schoolId,
      details: {
        class_name: '5C',
        week: 1,
        reason: 'Đánh nhầm',
        old: { ...absent, isExcused: false },
        new: { ...present, isExcused: false },
      },
    });
  });
});

describe('a sheet', () => {
  test('is corrected by its teacher, a substitute and a Mod of the school, and by nobody else', async () => {
    const inSchool = { school_id: ours.schoolId };
    const substitute = await addUser(database, { role: 'Teacher', ...inSchool });
    await addSubstitution(db, {
      userId: substitute.id,
      classId: testClass.classId,
      from: new Date(Date.now() - 1000),
      until: new Date(Date.now() + 3_600_000),
    });
    const parent = await addUser(database, { role: 'Parent', ...inSchool });
    await addChild(db, { parent, child: first });
    for (const by of [admin, ours.teacher, first, parent]) {
      expect((await correct({ by })).status).toBe(403);
    }
    for (const by of [theirs.mod, theirs.teacher]) expect((await correct({ by })).status).toBe(404);
    expect(await countCorrections()).toBe(0);
    for (const by of [testClass.teacher, substitute, ours.mod]) {
      expect((await readWeeks(by))[0]?.can).toEqual({ correct: true });
      const record = (await readRecord(first)) as AttendanceRecord;
      const [from, to] = record.status === 'absent' ? [absent, present] : [present, absent];
      const records = [{ student_id: first.id, ...to, was: from }];
      expect((await correct({ by, records })).status).toBe(201);
    }
    expect((await readWeeks(admin))[0]?.can).toEqual({ correct: false });
  });

  test(`is corrected by its teacher for ${limits.correctionDays} days, and by a Mod at any time`, async () => {
    await age(`${limits.correctionDays} days -1 minute`);
    expect((await correct()).status).toBe(201);
    const back = [{ student_id: first.id, ...absent, was: present }];
    await age(`${limits.correctionDays} days 1 minute`);
    expect((await readWeeks(testClass.teacher))[0]?.can).toEqual({ correct: false });
    const late = await correct({ records: back });
    expect(late.status).toBe(403);
    expect(late.body).toMatchObject({ reason: 'correction_too_late' });
    expect(await countCorrections()).toBe(1);
    await age('300 days');
    expect((await readWeeks(ours.mod))[0]?.can).toEqual({ correct: true });
    expect((await correct({ by: ours.mod, records: back })).status).toBe(201);
  });

  test('of a past year is corrected by a Mod only', async () => {
    const schoolId = await addSchoolInLastYear(db);
    const mod = await addUser(database, { role: 'Mod', school_id: schoolId });
    testClass = await addClassWithStudents(database, { schoolId });
    [first] = testClass.students as [TestUser];
    const date = `${lastSchoolYear}-09-07`;
    await save({ week: 1, date, absent: [first.id], note: 'Sốt' });
    await startThisYear(db, { schoolId, classId: testClass.classId });
    expect((await readWeeks(testClass.teacher))[0]?.can).toEqual({ correct: false });
    expect((await correct()).status).toBe(403);
    expect((await readWeeks(mod))[0]?.can).toEqual({ correct: true });
    expect((await correct({ by: mod })).status).toBe(201);
  });
});

describe('a correction is rejected and changes nothing', () => {
  const attempt = async (input: Attempt) => {
    const before = await readWeeks(ours.mod);
    const { status, body } = await correct(input);
    expect(await readWeeks(ours.mod)).toEqual(before);
    expect(await countPresent()).toBe(2);
    return { status, reason: body.reason, path: body.issues?.[0]?.path };
  };

  test.each([
    ['no record', { records: [] }],
    ['no reason', { reason: '   ' }],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }],
  ])('with %s', async (_, input) => {
    expect(await attempt(input)).toMatchObject({ status: 400 });
  });

  test.each([0, 36, 1.5, 'x', '1e0x'])('for the week %s', async (week) => {
    expect(await attempt({ week })).toMatchObject({ status: 404 });
  });

  test('for a week without a sheet', async () => {
    expect(await attempt({ week: 2 })).toMatchObject({ status: 404 });
  });

  test('with an unknown status, a note of 501 characters or without the former value', async () => {
    const record = toPresent();
    for (const [changes, path] of [
      [{ status: 'late' }, 'records.0.status'],
      [{ note: 'x'.repeat(501) }, 'records.0.note'],
      [{ was: undefined }, 'records.0.was'],
      [{ student_id: 'x' }, 'records.0.student_id'],
    ] as const) {
      expect(await attempt({ records: [{ ...record, ...changes }] })).toMatchObject({
        status: 400,
        path,
      });
    }
  });

  test('with a student who is not on the sheet or listed twice', async () => {
    for (const id of [ours.student.id, theirs.student.id, testClass.teacher.id, 2_147_483_647]) {
      expect(await attempt({ records: [toPresent(), { ...toAbsent(), student_id: id }] })).toEqual({
        status: 400,
        reason: 'student_not_on_sheet',
        path: 'records.1.student_id',
      });
    }
    expect(await attempt({ records: [toPresent(), toPresent()] })).toEqual({
      status: 400,
      reason: 'duplicate_student',
      path: 'records.1.student_id',
    });
  });

  test('without any change', async () => {
    const unchanged = { student_id: first.id, ...absent, was: absent };
    expect(await attempt({ records: [unchanged] })).toEqual({
      status: 400,
      reason: 'nothing_to_correct',
      path: 'records',
    });
  });

  test('if a record is no longer what the user saw', async () => {
    for (const was of [present, { ...absent, note: '' }]) {
      const stale = { ...toPresent(), note: 'Đến muộn', was };
      expect(await attempt({ records: [toAbsent(), stale] })).toMatchObject({
        status: 409,
        reason: 'attendance_changed',
      });
    }
    expect(apiErrors.attendance_changed.code).toBe('conflict');
  });
});

test('an unchanged record beside a changed one gets no correction', async () => {
  const unchanged = { student_id: second.id, ...present, was: present };
  expect((await correct({ records: [toPresent(), unchanged] })).status).toBe(201);
  expect(await countCorrections()).toBe(1);
});

test('of twenty concurrent corrections of a record one succeeds, and the others are told', async () => {
  const users = [testClass.teacher, ours.mod];
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      correct({ by: users[number % 2] as TestUser, reason: `Lần ${number}` }),
    ),
  );
  const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, ...Array(19).fill(409)]);
  expect(await countCorrections()).toBe(1);
  expect(await countPresent()).toBe(3);
});

test('concurrent corrections of different records all succeed', async () => {
  const responses = await Promise.all([
    correct(),
    correct({ by: ours.mod, records: [toAbsent()] }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  expect(await countCorrections()).toBe(2);
  expect(await countPresent()).toBe(2);
});

test('a correction that is sent again with its key happens once', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => correct({ key: 'sua-1' })));
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(201));
  for (const { body } of responses) expect(body).toEqual(responses[0]?.body);
  expect(await countCorrections()).toBe(1);
  expect((await correct({ key: 'sua-1', reason: 'Khác' })).status).toBe(409);
});

test('corrections cannot be changed or deleted', async () => {
  await correct();
  for (const statement of [
    sql`update attendance_corrections set reason = 'x'`,
    sql`delete from attendance_corrections`,
  ]) {
    await expect(db.run(statement)).rejects.toThrow('never changed');
  }
});

test('reading a year takes no more statements with corrections than without', async () => {
  const read = () => readWeeks(ours.mod);
  const before = await countStatements(database, read);
  await correct({ records: [toPresent(), toAbsent()] });
  expect(await countStatements(database, read)).toBe(before);
});

describe('are notified', () => {
  test('of an absence: the parents, once per sheet', async () => {
    const [mother, father, retired] = [
      await addUser(database, { role: 'Parent', school_id: ours.schoolId }),
      await addUser(database, { role: 'Parent', school_id: ours.schoolId }),
      await addUser(database, { role: 'Parent', school_id: ours.schoolId, status: 'inactive' }),
    ];
    for (const parent of [mother, father, retired]) await addChild(db, { parent, child: first });
    await addChild(db, { parent: mother, child: second });
    const sheet = { week: 2, absent: [first.id, second.id], note: 'Sốt' };
    const saved = await collectNotifications(() => save(sheet));
    delete saved[ours.mod.username];
    expect(saved).toEqual({
      [mother.username]: ['child_absent', 'child_absent'],
      [father.username]: ['child_absent'],
    });
    expect(await collectNotifications(() => save(sheet))).toEqual({});
    expect(await collectNotifications(() => save({ week: 3 }))).not.toHaveProperty([
      mother.username,
    ]);
  });

  test('of a teacher’s correction: the student and the parents', async () => {
    const parent = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
    await addChild(db, { parent, child: first });
    expect(await collectNotifications(() => correct())).toEqual({
      [first.username]: ['attendance_corrected'],
      [parent.username]: ['attendance_corrected'],
    });
    const rejected = await collectNotifications(() => correct());
    expect(rejected).toEqual({});
  });

  test('of a Mod’s correction: the class’s teacher too, once for all its records', async () => {
    const records = [toPresent(), toAbsent()];
    expect(await collectNotifications(() => correct({ by: ours.mod, records }))).toEqual({
      [first.username]: ['attendance_corrected'],
      [second.username]: ['attendance_corrected'],
      [testClass.teacher.username]: ['attendance_corrected'],
    });
  });
});
