import { type AttendanceWeek, attendance } from '@lop-xanh/contract/attendance';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { addTwoSchools, type TestUser } from '../../testing/people.ts';
import { addClassWithStudents, rollOf } from '../../testing/roll-call.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours } = await addTwoSchools(database);

let room: Awaited<ReturnType<typeof addClassWithStudents>>;
beforeEach(async () => {
  room = await addClassWithStudents(database, { schoolId: ours.schoolId, count: 8 });
});

const save = (body: object, key?: string) =>
  request(app, attendance.save, {
    token: room.teacher.token,
    params: { id: room.classId },
    body: body as never,
    headers: key ? { 'idempotency-key': key } : {},
  });
const readWeeks = async () =>
  (await request(app, attendance.weeks, { token: ours.mod.token, params: { id: room.classId } }))
    .body.weeks as AttendanceWeek[];
const absentOf = ({ records }: AttendanceWeek) =>
  records.filter(({ status }) => status === 'absent').map(({ student_id }) => student_id);
const recordCount = async () =>
  (
    await db
      .selectFrom('attendance_records')
      .innerJoin('attendance_sheets', 'attendance_sheets.id', 'sheet_id')
      .select('student_id')
      .where('class_id', '=', room.classId)
      .execute()
  ).length;

test('a hundred saves of one week from two devices: one is taken, and one set of records', async () => {
  const [first, second] = room.students as [TestUser, TestUser];
  const rolls = [first, second].map(({ id }) => rollOf(room.students, { absent: [id] }));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, number) => save(rolls[number % 2] as object)),
  );
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, ...Array(99).fill(409)]);
  const taken = answers.find(({ status }) => status === 201)?.body;
  expect(await readWeeks()).toEqual([taken]);
  expect(absentOf(taken)).toHaveLength(1);
  expect(await recordCount()).toBe(8);
});

test('the same from two devices that repeat themselves with their keys: the taken one is told again', async () => {
  const devices = (room.students.slice(0, 2) as [TestUser, TestUser]).map(({ id }, device) => ({
    key: `may-${device}-${room.classId}`,
    roll: rollOf(room.students, { absent: [id] }),
  }));
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, number) => {
      const { key, roll } = devices[number % 2] as (typeof devices)[number];
      return { key, ...(await save(roll, key)) };
    }),
  );
  const taken = answers.filter(({ status }) => status === 201);
  expect(new Set(taken.map(({ key }) => key)).size).toBe(1);
  expect(taken).toHaveLength(50);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(50);
  for (const { body } of taken) expect(body).toEqual(taken[0]?.body);
  expect(await readWeeks()).toEqual([taken[0]?.body]);
  expect(await recordCount()).toBe(8);

  const other = { ...devices[0]?.roll, week: 2 };
  const later = await save(other, taken[0]?.key as string);
  expect(later.status).toBe(409);
  expect(await readWeeks()).toHaveLength(1);
});

const move = ({ id }: TestUser, classId: number) =>
  db.updateTable('users').set({ class_id: classId }).where('id', '=', id).execute();

/** Lets a save come as far as its first write into a table, and holds it there. */
async function heldUp(
  table: 'student_names' | 'attendance_records',
  start: () => ReturnType<typeof save>,
) {
  const wall = new pg.Client(database.connection);
  await wall.connect();
  await wall.query(`begin; lock table ${table} in access exclusive mode`);
  const answer = start();
  const waiting = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'
         and query like '%insert into ${table}%'`,
    );
    return rows[0]?.pid;
  };
  await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0);
  return {
    answer,
    pid: (await waiting()) as number,
    goOn: async () => {
      await wall.query('rollback');
      await wall.end();
    },
  };
}

test('a student who moves after the class was read stays on the roll', async () => {
  const { answer, goOn } = await heldUp('student_names', () => save(rollOf(room.students)));
  await move(room.students[0] as TestUser, ours.classId);
  await goOn();
  expect((await answer).status).toBe(201);
  expect((await readWeeks())[0]?.records).toHaveLength(8);
});

test('a student who moves at the same moment is wholly on the roll, or it is refused', async () => {
  const mover = room.students[0] as TestUser;
  for (let week = 1; week <= 20; week++) {
    const saving = save(rollOf(room.students, { week }));
    // A little later each time, so that the move meets another part of the save.
    for (let turn = 0; turn < week * 4; turn++) await new Promise(setImmediate);
    const [{ status }] = await Promise.all([saving, move(mover, ours.classId)]);
    const saved = (await readWeeks()).find((one) => one.week === week);
    expect([201, 400]).toContain(status);
    expect(saved?.records.length).toBe(status === 201 ? 8 : undefined);
    await move(mover, room.classId);
  }
  await move(mover, ours.classId);
  expect((await save(rollOf(room.students, { week: 21 }))).status).toBe(400);
});

test('cut off between its sheet and its records, a save leaves nothing, and its repeat is taken', async () => {
  const roll = rollOf(room.students);
  const { answer, pid, goOn } = await heldUp('attendance_records', () => save(roll, 'cat-ngang'));
  await database.pool.query('select pg_terminate_backend($1)', [pid]);
  expect((await answer).status).toBe(503);
  await goOn();
  expect(await readWeeks()).toEqual([]);
  expect((await save(roll, 'cat-ngang')).status).toBe(201);
  expect(await recordCount()).toBe(8);
});
