import { type AttendanceWeek, attendance } from '@lop-xanh/contract/attendance';
import pg from 'pg';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { addClassWithStudents, makeSheetInput } from '../../testing/attendance.ts';
import { addTwoSchools, moveUser, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours } = await addTwoSchools(database);

let testClass: Awaited<ReturnType<typeof addClassWithStudents>>;
beforeEach(async () => {
  testClass = await addClassWithStudents(database, { schoolId: ours.schoolId, count: 8 });
});

const save = (body: object, key?: string) =>
  request(app, attendance.save, {
    token: testClass.teacher.token,
    params: { id: testClass.classId },
    body: body as never,
    headers: key ? { 'idempotency-key': key } : {},
  });
const readWeeks = async () =>
  (
    await request(app, attendance.weeks, {
      token: ours.mod.token,
      params: { id: testClass.classId },
    })
  ).body.weeks as AttendanceWeek[];
const listAbsent = ({ records }: AttendanceWeek) =>
  records.filter(({ status }) => status === 'absent').map(({ student_id }) => student_id);
const countRecords = () =>
  db.value(
    z.number(),
    sql`
      select count(*) from attendance_records
      join attendance_sheets sheet on sheet.id = sheet_id
      where class_id = ${testClass.classId}`,
  );

test('only one of a hundred concurrent saves of a week from two devices succeeds', async () => {
  const [first, second] = testClass.students as [TestUser, TestUser];
  const sheets = [first, second].map(({ id }) =>
    makeSheetInput(testClass.students, { absent: [id] }),
  );
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, number) => save(sheets[number % 2] as object)),
  );
  const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, ...Array(99).fill(409)]);
  const saved = responses.find(({ status }) => status === 201)?.body;
  expect(await readWeeks()).toEqual([saved]);
  expect(listAbsent(saved)).toHaveLength(1);
  expect(await countRecords()).toBe(8);
});

test('of two devices that retry their saves with their keys, one always succeeds and one never', async () => {
  const devices = (testClass.students.slice(0, 2) as [TestUser, TestUser]).map(
    ({ id }, device) => ({
      key: `may-${device}-${testClass.classId}`,
      sheet: makeSheetInput(testClass.students, { absent: [id] }),
    }),
  );
  const responses = await Promise.all(
    Array.from({ length: 100 }, async (_, number) => {
      const { key, sheet } = devices[number % 2] as (typeof devices)[number];
      return { key, ...(await save(sheet, key)) };
    }),
  );
  const saved = responses.filter(({ status }) => status === 201);
  expect(new Set(saved.map(({ key }) => key)).size).toBe(1);
  expect(saved).toHaveLength(50);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(50);
  for (const { body } of saved) expect(body).toEqual(saved[0]?.body);
  expect(await readWeeks()).toEqual([saved[0]?.body]);
  expect(await countRecords()).toBe(8);

  const otherWeek = { ...devices[0]?.sheet, week: 2 };
  const later = await save(otherWeek, saved[0]?.key as string);
  expect(later.status).toBe(409);
  expect(await readWeeks()).toHaveLength(1);
});

const move = ({ id }: TestUser, classId: number) => moveUser(db, { userId: id, classId });

/** Starts a save and blocks it at its first insert into the table. */
async function blockAt(
  table: 'student_names' | 'attendance_records',
  start: () => ReturnType<typeof save>,
) {
  const blocker = new pg.Client(database.connection);
  await blocker.connect();
  await blocker.query(`begin; lock table ${table} in access exclusive mode`);
  const response = start();
  const findBlocked = async () => {
    const [pid] = await db.values(
      z.number(),
      sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and query like ${`%insert into ${table}%`}`,
    );
    return pid;
  };
  await expect.poll(findBlocked).toBeGreaterThan(0);
  return {
    response,
    pid: (await findBlocked()) as number,
    unblock: async () => {
      await blocker.query('rollback');
      await blocker.end();
    },
  };
}

test('a student who moves after the class was read stays on the sheet', async () => {
  const { response, unblock } = await blockAt('student_names', () =>
    save(makeSheetInput(testClass.students)),
  );
  await move(testClass.students[0] as TestUser, ours.classId);
  await unblock();
  expect((await response).status).toBe(201);
  expect((await readWeeks())[0]?.records).toHaveLength(8);
});

test('a save while a student moves includes the student or is rejected', async () => {
  const mover = testClass.students[0] as TestUser;
  for (let week = 1; week <= 20; week++) {
    const saving = save(makeSheetInput(testClass.students, { week }));
    // A little later each time, so that the move hits different parts of the save.
    for (let tick = 0; tick < week * 4; tick++) await new Promise(setImmediate);
    const [{ status }] = await Promise.all([saving, move(mover, ours.classId)]);
    const saved = (await readWeeks()).find((sheet) => sheet.week === week);
    expect([201, 400]).toContain(status);
    expect(saved?.records.length).toBe(status === 201 ? 8 : undefined);
    await move(mover, testClass.classId);
  }
  await move(mover, ours.classId);
  expect((await save(makeSheetInput(testClass.students, { week: 21 }))).status).toBe(400);
});

test('a save that loses its connection before the records leaves nothing and can be repeated', async () => {
  const sheet = makeSheetInput(testClass.students);
  const { response, pid, unblock } = await blockAt('attendance_records', () =>
    save(sheet, 'cat-ngang'),
  );
  await db.run(sql`select pg_terminate_backend(${pid})`);
  expect((await response).status).toBe(503);
  await unblock();
  expect(await readWeeks()).toEqual([]);
  expect((await save(sheet, 'cat-ngang')).status).toBe(201);
  expect(await countRecords()).toBe(8);
});
