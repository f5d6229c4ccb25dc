import { attendance } from '@lop-xanh/contract/attendance';
import { limits } from '@lop-xanh/contract/rules/limits';
import { expect, test } from 'vitest';
import { addClass, addTwoSchools, type TestUser } from '../../testing/people.ts';
import { addClassWithStudents, rollOf } from '../../testing/roll-call.ts';
import { pick, seeded } from '../../testing/seeded.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

/** More than the run's: `CHANGES=3000 npx vitest run past-sheets`. */
const changes = Number(process.env.CHANGES ?? 300);

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours } = await addTwoSchools(database);

test('past sheets read as on the day, whatever became of their students', {
  timeout: 60_000 + changes * 100,
}, async () => {
  const random = seeded(20_261_115);
  const oneOf = <T>(list: T[]) => pick(random, list);
  const schoolId = ours.schoolId;
  const add = () => addClassWithStudents(database, { schoolId, count: 6 });
  const rooms = [await add(), await add(), await add()].map((room) => ({ ...room, week: 0 }));
  const emptyClass = await addClass(db, schoolId, '1E', 1);
  const everybody = rooms.flatMap(({ students }) => students);
  const asItWas = new Map<string, unknown>();

  const sheet = async (classId: number, week: number) => {
    const { body } = await request(app, attendance.weeks, {
      token: ours.mod.token,
      params: { id: classId },
    });
    return body.weeks.find((one: { week: number }) => one.week === week);
  };
  const takeNextWeek = async (room: (typeof rooms)[number]) => {
    const students = await db
      .selectFrom('users')
      .select('id')
      .where('class_id', '=', room.classId)
      .where('role', '=', 'Student')
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .execute();
    if (students.length === 0 || room.week === limits.teachingWeeks) return;
    const week = ++room.week;
    const absent = students.map(({ id }) => id).filter(() => random() < 0.2);
    const body = rollOf(students, { week, absent, note: `Lý do ${Math.floor(random() * 1000)}` });
    const saved = await request(app, attendance.save, {
      token: room.teacher.token,
      params: { id: room.classId },
      body,
    });
    expect(saved.status).toBe(201);
    expect(saved.body.records).toHaveLength(students.length);
    asItWas.set(`${room.classId} ${week}`, saved.body);
  };
  const change = {
    transfer: () => ({
      class_id: oneOf([...rooms.map(({ classId }) => classId), emptyClass, null]),
    }),
    rename: () => ({
      first_name: oneOf(['An', 'Bình', 'Chi', 'Dũng', 'Hà']),
      last_name: oneOf(['Nguyễn', 'Trần Thị', 'Lê']),
    }),
    deactivate: () => ({ status: 'inactive' }),
    reactivate: () => ({ status: 'active' }),
    delete: () => ({ deleted_at: new Date().toISOString() }),
    restore: () => ({ deleted_at: null }),
  };
  const kinds = Object.keys(change) as (keyof typeof change)[];
  const made = new Set<string>();

  for (const room of rooms) await takeNextWeek(room);
  for (let number = 0; number < changes; number++) {
    const kind = oneOf(kinds);
    made.add(kind);
    const student: TestUser = oneOf(everybody);
    await db.updateTable('users').set(change[kind]()).where('id', '=', student.id).execute();
    if (number % 4 === 0) await takeNextWeek(oneOf(rooms));
  }

  expect(made.size).toBe(kinds.length);
  expect(asItWas.size).toBeGreaterThan(Math.min(50, changes / 6));
  for (const [key, saved] of asItWas) {
    const [classId, week] = key.split(' ').map(Number) as [number, number];
    expect(await sheet(classId, week)).toEqual(saved);
  }
  const names = await db.selectFrom('student_names').select('student_id').execute();
  expect(names.length).toBeGreaterThan(everybody.length);
});
