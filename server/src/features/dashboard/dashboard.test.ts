import { attendance } from '@lop-xanh/contract/attendance';
import { auth } from '@lop-xanh/contract/auth';
import { type Dashboard, dashboard, type SchoolOrder } from '@lop-xanh/contract/dashboard';
import { type Concern, getConcernLevel } from '@lop-xanh/contract/rules/concerns';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { newFileName } from '../../storage/storage.ts';
import { addClassWithStudents, makeSheetInput, today } from '../../testing/attendance.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { countByHand, nextWeekday } from '../../testing/dashboard-model.ts';
import {
  addAttachment,
  addClass,
  addPost,
  addSchool,
  addTwoSchools,
  deleteUser,
  password,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { findDashboard } from './dashboard.queries.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
let admin: TestUser;
let emptyId: number;
beforeEach(async () => {
  await db.run(sql`update schools set deleted_at = now()`);
  ({ ours, theirs, admin } = await addTwoSchools(database));
  emptyId = await addSchool(db, 'TH Trống');
  await startYears(today);
});

/** Lets every school be in its fourth week on this day. */
async function startYears(day: string): Promise<void> {
  await db.run(sql`
    update school_years set first_monday = date_trunc('week', ${day}::date)::date - 21`);
}

const read = async (query: Record<string, unknown> = {}): Promise<Dashboard> =>
  (await request(app, dashboard.read, { token: admin.token, query })).body;
const readOn = (day: string, sort: SchoolOrder = 'name') =>
  findDashboard(db, { sort, page: 1 }, day);
const names = ({ schools }: Dashboard) => schools.map(({ school_name }) => school_name);
const find = ({ schools }: Dashboard, id: number) => schools.find((school) => school.id === id);
const age = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Sheets of this and another week, of a class that was deleted since, old posts and files, and past logins. */
async function fillSchools(): Promise<void> {
  for (const name of ['5C', '5D', '5E']) {
    const taught = await addClassWithStudents(database, { schoolId: ours.schoolId, name });
    for (const week of name === '5D' ? [3] : [3, 4]) {
      await request(app, attendance.save, {
        token: taught.teacher.token,
        params: { id: taught.classId },
        body: makeSheetInput(taught.students, { week }),
      });
    }
    if (name === '5E') {
      await updateRow(db, 'classes', taught.classId, { deleted_at: age(0) });
    }
  }
  await addClass(db, ours.schoolId, '1A', 1, 2020);
  await updateRow(db, 'posts', ours.pendingPost, { submitted_at: age(2) });
  const older = await addPost(db, {
    schoolId: ours.schoolId,
    author: ours.otherTeacher,
    status: 'pending',
  });
  await updateRow(db, 'posts', older, { submitted_at: age(4) });
  for (const postId of [older, ours.post]) {
    await addAttachment(db, { schoolId: ours.schoolId, postId });
  }
  for (const [school, bytes] of [
    [ours, 700],
    [ours, 30],
    [theirs, 5],
  ] as const) {
    await db.run(sql`
      insert into stored_files (name, school_id, bytes)
      values (${newFileName('webp')}, ${school.schoolId}, ${bytes})`);
  }
  await deleteUser(db, theirs.mod.id);
  for (const [days, logins] of [
    [6, 40],
    [7, 500],
  ]) {
    await db.run(sql`
      insert into school_activity (school_id, day, logins, last_at)
      values (${theirs.schoolId}, ${today}::date - ${days}::int, ${logins},
        now() - make_interval(days => ${days}::int))`);
  }
}

describe('the dashboard', () => {
  test('shows the figures that loops over all rows give', async () => {
    await fillSchools();
    for (const day of [today, nextWeekday(4), nextWeekday(5), nextWeekday(0)]) {
      await startYears(day);
      const expected = await countByHand(database, day);
      const { schools, totals } = await readOn(day);
      expect(schools).toHaveLength(3);
      const byInstant = ({ since, ...post }: { id: number; since: string }) => ({
        ...post,
        at: Date.parse(since),
      });
      for (const school of schools) {
        const { oldestPost, lastUsedAt, ...figures } = school;
        const counted = expected.get(school.id);
        expect(counted).toMatchObject(figures);
        expect(oldestPost && byInstant(oldestPost)).toEqual(
          counted?.oldestPost && byInstant(counted.oldestPost),
        );
        expect(lastUsedAt && Date.parse(lastUsedAt)).toEqual(
          counted?.lastUsedAt && Date.parse(counted.lastUsedAt),
        );
      }
      const sum = (field: 'due' | 'sheets' | 'logins' | 'present' | 'total') =>
        [...expected.values()].reduce((total, school) => total + school[field], 0);
      expect(totals).toMatchObject({
        schools: 3,
        due: sum('due'),
        sheets: sum('sheets'),
        logins: sum('logins'),
        present: sum('present'),
        total: sum('total'),
        withoutMod: [...expected.values()].filter(({ mods }) => mods === 0).length,
      });
      const countLevel = (level: string) =>
        [...expected.values()].filter(({ concerns }) => getConcernLevel(concerns) === level).length;
      expect(totals.levels).toEqual({
        urgent: countLevel('urgent'),
        check: countLevel('check'),
        fine: countLevel('fine'),
      });
      const [oldest] = [...expected.values()]
        .flatMap(({ oldestPost }) => oldestPost ?? [])
        .toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since));
      expect(totals.oldestPost).toMatchObject({ id: oldest?.id, school_id: ours.schoolId });
    }
  });

  test('counts the sheets of the classes that a school has this week', async () => {
    await fillSchools();
    expect(find(await read(), ours.schoolId)).toMatchObject({ due: 4, sheets: 1 });
    const holidays = await readOn('2020-08-01');
    expect(find(holidays, ours.schoolId)).toMatchObject({ due: 0, sheets: 0 });
  });

  test('names what needs attention, the most urgent school first', async () => {
    const concernsOn = async (day: string, id: number): Promise<Concern[] | undefined> =>
      find(await readOn(day), id)?.concerns;
    const [thursday, friday] = [nextWeekday(4), nextWeekday(5)];
    await startYears(thursday);
    expect(await concernsOn(thursday, ours.schoolId)).toEqual([]);
    expect(await concernsOn(thursday, emptyId)).toEqual(['no_mod', 'silent']);
    await updateRow(db, 'posts', ours.pendingPost, {
      submitted_at: age(limits.latePostDays - 0.1),
    });
    expect(await concernsOn(thursday, ours.schoolId)).toEqual([]);
    await updateRow(db, 'posts', ours.pendingPost, {
      submitted_at: age(limits.latePostDays + 0.1),
    });
    expect(await concernsOn(thursday, ours.schoolId)).toEqual(['late_post']);
    await startYears(friday);
    expect(await concernsOn(friday, theirs.schoolId)).toEqual(['missing_sheets']);
    await db.run(sql`
      update school_activity set last_at = now() - interval '8 days'
      where school_id = ${theirs.schoolId}`);
    expect(await concernsOn(friday, theirs.schoolId)).toEqual(['missing_sheets', 'silent']);
    expect(await concernsOn('2020-08-01', theirs.schoolId)).toEqual([]);
    expect(names(await readOn(friday, 'concern'))).toEqual([
      'TH Kim Đồng',
      'TH Trống',
      'TH Lê Văn Tám',
    ]);
  });

  test('does not count an inactive or deleted Mod', async () => {
    await updateRow(db, 'users', ours.mod.id, { status: 'inactive' });
    await deleteUser(db, theirs.mod.id);
    const { schools, totals } = await read();
    expect(schools.map(({ mods }) => mods)).toEqual([0, 0, 0]);
    expect(totals.withoutMod).toBe(3);
  });

  test('is searched without diacritics by the beginnings of words', async () => {
    expect(names(await read({ q: 'kim d' }))).toEqual(['TH Kim Đồng']);
    expect(names(await read({ q: 'VĂN' }))).toEqual(['TH Lê Văn Tám']);
    expect(names(await read({ q: 'ăn' }))).toEqual([]);
    expect(names(await read({ q: '%' }))).toEqual([]);
    const { found, totals } = await read({ q: 'kim' });
    expect([found, totals.schools]).toEqual([1, 3]);
    expect(names(await read({ level: 'urgent' }))).toEqual(['TH Trống']);
    await updateRow(db, 'posts', ours.pendingPost, { submitted_at: age(4) });
    expect(names(await read({ level: 'urgent', sort: 'name' }))).toEqual([
      'TH Kim Đồng',
      'TH Trống',
    ]);
    expect(names(await read({ concern: 'no_mod' }))).toEqual(['TH Trống']);
    expect(names(await read({ concern: 'late_post' }))).toEqual(['TH Kim Đồng']);
  });

  test('is sorted by each figure, the worst first', async () => {
    await fillSchools();
    expect(names(await read({ sort: 'name' }))).toEqual([
      'TH Kim Đồng',
      'TH Lê Văn Tám',
      'TH Trống',
    ]);
    expect(names(await read({ sort: 'coverage' }))[0]).toBe('TH Lê Văn Tám');
    expect(names(await read({ sort: 'post' }))[0]).toBe('TH Kim Đồng');
    expect(names(await read({ sort: 'logins' }))[0]).toBe('TH Trống');
    expect(names(await read({ sort: 'use' }))[0]).toBe('TH Trống');
  });

  test('lists 25 schools on a page, each once', async () => {
    for (let number = 1; number <= 27; number++) await addSchool(db, `TH Số ${number}`);
    const pages = await Promise.all([1, 2, 3].map((page) => read({ page, sort: 'concern' })));
    expect(pages.map(({ schools }) => schools.length)).toEqual([25, 5, 0]);
    expect(pages.map(({ found }) => found)).toEqual([30, 30, 30]);
    expect(new Set(pages.flatMap(names)).size).toBe(30);
  });

  test('is read with one statement', async () => {
    // The other one authenticates the request.
    expect(await countStatements(database, () => read())).toBe(2);
  });

  test('is the same without any school', async () => {
    await db.run(sql`update schools set deleted_at = now()`);
    expect(await read()).toMatchObject({
      totals: { schools: 0, due: 0, logins: 0, oldestPost: null },
      found: 0,
      schools: [],
    });
  });

  test('is closed to everyone but an Admin', async () => {
    for (const { token } of [ours.mod, ours.teacher, ours.student, ours.parent]) {
      expect((await request(app, dashboard.read, { token })).status).toBe(403);
    }
  });
});

describe('the activity of a school', () => {
  const readActivity = async () => find(await read(), ours.schoolId);

  test('counts each login, whether the user has logged out since or not', async () => {
    const before = (await readActivity())?.logins ?? 0;
    for (const isLoggedOut of [true, false]) {
      const body = { username: ours.teacher.username, password };
      const { token } = (await request(app, auth.login, { body })).body;
      if (isLoggedOut) await request(app, auth.logout, { token });
    }
    await request(app, auth.login, { body: { username: ours.teacher.username, password: 'sai' } });
    expect((await readActivity())?.logins).toBe(before + 2);
  });

  test('is noticed when a session is used again after an hour', async () => {
    await db.run(sql`update school_activity set last_at = now() - interval '2 hours'`);
    const before = await readActivity();
    await db.run(sql`update sessions set used_at = now() - interval '61 minutes'
      where user_id = ${ours.teacher.id}`);
    await request(app, auth.me, { token: ours.teacher.token });
    const after = await readActivity();
    expect(Date.now() - Date.parse(after?.lastUsedAt ?? '')).toBeLessThan(60_000);
    expect(after?.logins).toBe(before?.logins);
  });
});
