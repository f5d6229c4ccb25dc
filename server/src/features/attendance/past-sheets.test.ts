import { attendance } from '@lop-xanh/contract/attendance';
import { limits } from '@lop-xanh/contract/rules/limits';
import { createRandom, pick } from '@lop-xanh/contract/testing/random';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addClassWithStudents, makeSheetInput } from '../../testing/attendance.ts';
import {
  addClass,
  addTwoSchools,
  deleteUser,
  moveUser,
  type TestUser,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

/** For a longer run: `CHANGES=3000 npx vitest run past-sheets`. */
const changeCount = Number(process.env.CHANGES ?? 300);

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours } = await addTwoSchools(database);

test('past sheets stay as they were saved, whatever happens to their students', {
  timeout: 60_000 + changeCount * 100,
}, async () => {
  const random = createRandom(20_261_115);
  const pickFrom = <T>(list: T[]) => pick(random, list);
  const schoolId = ours.schoolId;
  const addTestClass = () => addClassWithStudents(database, { schoolId, count: 6 });
  const testClasses = [await addTestClass(), await addTestClass(), await addTestClass()].map(
    (testClass) => ({ ...testClass, week: 0 }),
  );
  const emptyClass = await addClass(db, schoolId, '1E', 1);
  const allStudents = testClasses.flatMap(({ students }) => students);
  const savedSheets = new Map<string, unknown>();

  const readSheet = async (classId: number, week: number) => {
    const { body } = await request(app, attendance.weeks, {
      token: ours.mod.token,
      params: { id: classId },
    });
    return body.weeks.find((sheet: { week: number }) => sheet.week === week);
  };
  const takeNextWeek = async (testClass: (typeof testClasses)[number]) => {
    const enrolled = await db.many(
      z.object({ id: z.number() }),
      sql`
        select id from users join current_members on user_id = id
        where class_id = ${testClass.classId} and kind = 'student' and status = 'active'`,
    );
    if (enrolled.length === 0 || testClass.week === limits.teachingWeeks) return;
    const week = ++testClass.week;
    const absent = enrolled.map(({ id }) => id).filter(() => random() < 0.2);
    const body = makeSheetInput(enrolled, {
      week,
      absent,
      note: `Lý do ${Math.floor(random() * 1000)}`,
    });
    const saved = await request(app, attendance.save, {
      token: testClass.teacher.token,
      params: { id: testClass.classId },
      body,
    });
    expect(saved.status).toBe(201);
    expect(saved.body.records).toHaveLength(enrolled.length);
    savedSheets.set(`${testClass.classId} ${week}`, saved.body);
  };
  const changes = {
    transfer: ({ id }: TestUser) =>
      moveUser(db, {
        userId: id,
        classId: pickFrom([...testClasses.map(({ classId }) => classId), emptyClass, null]),
      }),
    rename: ({ id }: TestUser) =>
      updateRow(db, 'users', id, {
        first_name: pickFrom(['An', 'Bình', 'Chi', 'Dũng', 'Hà']),
        last_name: pickFrom(['Nguyễn', 'Trần Thị', 'Lê']),
      }),
    deactivate: ({ id }: TestUser) => updateRow(db, 'users', id, { status: 'inactive' }),
    reactivate: ({ id }: TestUser) => updateRow(db, 'users', id, { status: 'active' }),
    delete: ({ id }: TestUser) => deleteUser(db, id),
    restore: ({ id }: TestUser) => updateRow(db, 'users', id, { deleted_at: null }),
  };
  const changeNames = Object.keys(changes) as (keyof typeof changes)[];
  const applied = new Set<string>();

  for (const testClass of testClasses) await takeNextWeek(testClass);
  for (let number = 0; number < changeCount; number++) {
    const changeName = pickFrom(changeNames);
    applied.add(changeName);
    const student: TestUser = pickFrom(allStudents);
    await changes[changeName](student);
    if (number % 4 === 0) await takeNextWeek(pickFrom(testClasses));
  }

  expect(applied.size).toBe(changeNames.length);
  expect(savedSheets.size).toBeGreaterThan(Math.min(50, changeCount / 6));
  for (const [key, saved] of savedSheets) {
    const [classId, week] = key.split(' ').map(Number) as [number, number];
    expect(await readSheet(classId, week)).toEqual(saved);
  }
  const names = await db.value(z.number(), sql`select count(*) from student_names`);
  expect(names).toBeGreaterThan(allStudents.length);
});
