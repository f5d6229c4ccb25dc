import { auth } from '@lop-xanh/contract/auth';
import { type Dashboard, dashboard, type Logins } from '@lop-xanh/contract/dashboard';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { thisSchoolYear, today } from '../../testing/attendance.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { countByHand, countLoginsByHand } from '../../testing/dashboard-model.ts';
import {
  addClass,
  addSchool,
  addTwoSchools,
  insertRow,
  password,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
let admin: TestUser;
beforeEach(async () => {
  await db.run(sql`update schools set deleted_at = now()`);
  await db.run(sql`delete from school_activity`);
  ({ ours, theirs, admin } = await addTwoSchools(database));
  await db.run(sql`
    update school_years set first_monday = date_trunc('week', ${today}::date)::date`);
});

const readDashboard = async (): Promise<Dashboard> =>
  (await request(app, dashboard.read, { token: admin.token, query: {} })).body;
const readLogins = async (query: { monday?: string } = {}): Promise<Logins> =>
  (await request(app, dashboard.logins, { token: admin.token, query })).body;

/** A school of which this many of 100 students were present in the first week. */
async function addSchoolWithRate(present: number): Promise<number> {
  const schoolId = await addSchool(db, `TH ${String(present).padStart(2, '0')}`);
  const classId = await addClass(db, schoolId, '1A', 1);
  await db.run(sql`
    update school_years set first_monday = date_trunc('week', ${today}::date)::date
    where school_id = ${schoolId}`);
  await insertRow(db, 'attendance_sheets', {
    school_id: schoolId,
    class_id: classId,
    school_year: thisSchoolYear,
    week: 1,
    date: today,
    taken_by: ours.teacher.id,
    present,
    total: 100,
  });
  return schoolId;
}

test('the plot of rates has the lowest and the highest of the schools with a sheet', async () => {
  expect((await readDashboard()).rates).toEqual({ schools: 0, lowest: [], highest: [] });
  const ids: number[] = [];
  for (let index = 0; index < 12; index++) {
    ids.push(await addSchoolWithRate(90 - ((index * 5) % 12)));
    const { rates, totals } = await readDashboard();
    const counted = [...(await countByHand(database, today)).values()];
    const sorted = counted
      .filter(({ total }) => total > 0)
      .map(({ id, school_name, present, total }) => ({ id, school_name, present, total }))
      .toSorted((a, b) => a.present - b.present);
    expect(rates).toEqual({
      schools: index + 1,
      lowest: sorted.slice(0, limits.lowestRates),
      highest: sorted.slice(Math.max(limits.lowestRates, sorted.length - limits.highestRates)),
    });
    expect(totals.present).toBe(sorted.reduce((sum, { present }) => sum + present, 0));
  }
  await updateRow(db, 'schools', ids[0] as number, { deleted_at: new Date().toISOString() });
  expect((await readDashboard()).rates.schools).toBe(11);
});

/** Weeks of use, with days at both ends of each. */
async function fillActivity(): Promise<void> {
  for (const [index, schoolId] of [ours.schoolId, theirs.schoolId].entries()) {
    for (let days = 0; days < 100; days += 3) {
      const logins = ((days * 7 + index * 5) % 40) + 3;
      await db.run(sql`
        insert into school_activity (school_id, day, logins, student_logins, parent_logins)
        values (${schoolId}, ${today}::date - ${days}::int, ${logins}, ${logins - 3}, 2)
        on conflict (school_id, day) do nothing`);
    }
  }
}

test('the plot of logins has the counts of the last weeks that loops give', async () => {
  await fillActivity();
  await db.run(sql`
    insert into school_activity (school_id, day, logins)
    select id, ${today}::date, 1000 from schools where deleted_at is not null limit 1`);
  const { weeks, schools } = await readLogins();
  expect(weeks).toHaveLength(limits.loginWeeks);
  expect(schools).toEqual([]);
  for (const { monday, ...counts } of weeks) {
    expect(new Date(monday).getUTCDay()).toBe(1);
    expect(counts).toEqual(await countLoginsByHand(database, { monday }));
    expect(counts.students).toBeGreaterThan(0);
    const chosen = await readLogins({ monday });
    expect(chosen.weeks).toEqual(weeks);
    const totals = chosen.schools.map(({ students, parents, staff }) => students + parents + staff);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    expect(chosen.schools).toHaveLength(2);
    for (const { id, school_name: _, ...school } of chosen.schools) {
      expect(school).toEqual(await countLoginsByHand(database, { monday, schoolId: id }));
    }
  }
  expect(weeks.at(-1)?.monday.localeCompare(today)).toBeLessThanOrEqual(0);
  expect((await readLogins({ monday: '2020-01-06' })).schools).toEqual([]);
  expect(await countStatements(database, () => readLogins())).toBe(2);
});

test('a login counts for students, parents or staff', async () => {
  await db.run(sql`delete from school_activity`);
  const logIn = ({ username }: TestUser) =>
    request(app, auth.login, { body: { username, password } });
  for (const user of [ours.student, ours.student, ours.parent, ours.teacher, ours.mod, admin]) {
    expect((await logIn(user)).status).toBe(200);
  }
  expect((await readLogins()).weeks.at(-1)).toMatchObject({ students: 2, parents: 1, staff: 2 });
});

test('a week is chosen by a date, and only an Admin reads it', async () => {
  const { token } = admin;
  const bad = await request(app, dashboard.logins, { token, query: { monday: 'hôm nay' } });
  expect(bad.status).toBe(400);
  const denied = await request(app, dashboard.logins, { token: ours.mod.token, query: {} });
  expect(denied.status).toBe(403);
});
