import { type Account, accounts } from '@lop-xanh/contract/accounts';
import { type AttendanceWeek, attendance } from '@lop-xanh/contract/attendance';
import { auth } from '@lop-xanh/contract/auth';
import { classes } from '@lop-xanh/contract/classes';
import { consent } from '@lop-xanh/contract/consent';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type ClassPeriod, history } from '@lop-xanh/contract/history';
import { type Lesson, lessons } from '@lop-xanh/contract/lessons';
import { memories } from '@lop-xanh/contract/memories';
import { type Notification, notifications } from '@lop-xanh/contract/notifications';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { getSchoolYear, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { limits } from '@lop-xanh/contract/rules/limits';
import { toEmbedUrl } from '@lop-xanh/contract/rules/slides';
import { getCalendarWeek } from '@lop-xanh/contract/rules/weeks';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeTestApp, makeTestStorage, request } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { demoAccounts, demoPassword, secondSchoolAccounts } from './demo-accounts.ts';
import { demoWeeks, getDemoFirstMonday, listDemoDates } from './demo-attendance.ts';
import { fillDemo } from './fill-demo.ts';

type ConsentOfStudent = ResponseOf<typeof consent.ofClass>['students'][number];

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const storage = makeTestStorage();
await Promise.all([fillDemo(database.db, storage), fillDemo(database.db, storage)]);

const logIn = async (username: string) => {
  const { body } = await request(app, auth.login, { body: { username, password: demoPassword } });
  return body.token as string;
};

test.each([...Object.values(demoAccounts), ...Object.values(secondSchoolAccounts)])(
  'the demo account $username is ready to use',
  async ({ username, role }) => {
    const { body } = await request(app, auth.me, { token: await logIn(username) });
    expect(body).toMatchObject({ username, role, isChangePass: false, status: 'active' });
  },
);

test('each school has its own classes of all five grades', async () => {
  const ours = await request(app, classes.list, { token: await logIn('mod') });
  const theirs = await request(app, classes.list, { token: await logIn('mod2') });
  const countGrades = (response: { classes: { grade_id: number }[] }) =>
    new Set(response.classes.map(({ grade_id }) => grade_id)).size;
  expect(countGrades(ours.body)).toBe(5);
  expect(countGrades(theirs.body)).toBe(5);
  expect(ours.body.classes[0].school_id).not.toBe(theirs.body.classes[0].school_id);
});

test("the demo teacher's class has 35 students, including the demo student", async () => {
  const { body } = await request(app, classes.list, { token: await logIn('teacher') });
  expect(body.classes).toMatchObject([{ name: '3A', student_count: 35 }]);
  const student = await request(app, auth.me, { token: await logIn('student') });
  expect(student.body.class_name).toBe('3A');
});

test('the demo parent has the demo student and a second child in another class', async () => {
  const { body } = await request(app, auth.children, { token: await logIn('parent') });
  const student = await request(app, auth.me, { token: await logIn('student') });
  expect(body.children).toHaveLength(2);
  const [first, second] = body.children;
  expect(first.id).toBe(student.body.id);
  expect(second.class_id).not.toBe(first.class_id);
});

test('a demo parent of the second school also has a child in the first', async () => {
  const { body } = await request(app, auth.children, { token: await logIn('parent2') });
  const schools = body.children.map(({ school_name }: { school_name: string }) => school_name);
  expect(new Set(schools).size).toBe(2);
});

test('the first demo school has parents with two children, and some who have not logged in', async () => {
  const query = { role: 'Parent' };
  const { body } = await request(app, accounts.list, { token: await logIn('mod'), query });
  const parents: Account[] = body.users;
  expect(parents.filter(({ student_ids }) => student_ids.length === 2).length).toBeGreaterThan(3);
  expect(parents.filter(({ isChangePass }) => isChangePass).length).toBeGreaterThan(3);
});

test('three students of the demo class are without consent, one of them the demo student', async () => {
  const { body: own } = await request(app, auth.me, { token: await logIn('student') });
  const { body } = await request(app, consent.ofClass, {
    token: await logIn('teacher'),
    params: { id: own.class_id },
  });
  const refused = (body.students as ConsentOfStudent[]).filter(({ isGiven }) => !isGiven);
  const answers = refused.map(({ guardian }) => String(guardian));
  expect(answers.toSorted()).toEqual(['null', 'null', 'refused']);
  expect(refused.find(({ id }) => id === own.id)).toMatchObject({ guardian: null, child: null });
});

test('an existing demo is not filled again', async () => {
  expect(await fillDemo(database.db, storage)).toBe(false);
});

test('there are posts with every status, and each school sees only its own', async () => {
  const mod = await request(app, posts.list, { token: await logIn('mod'), query: {} });
  const statuses = new Set(mod.body.posts.map(({ status }: Post) => status));
  expect(statuses).toEqual(new Set(['pending', 'approved', 'rejected']));
  const student = await request(app, posts.list, { token: await logIn('student'), query: {} });
  expect(student.body.posts.length).toBeGreaterThan(2);
  expect(student.body.posts.every(({ author }: Post) => author === 'Nguyễn Thị Hoa')).toBe(true);
  const other = await request(app, posts.list, { token: await logIn('mod2'), query: {} });
  expect(other.body.posts.every(({ author }: Post) => author === 'teacher2')).toBe(true);
  expect(other.body.posts.length).toBeGreaterThan(1);
});

test('the demo student and parent have memories of last year’s class, with photos', async () => {
  for (const username of ['student', 'parent']) {
    const token = await logIn(username);
    const { body } = await request(app, memories.list, { token });
    expect(body.classes).toMatchObject([
      { class_name: '2A', student_first_name: 'Minh', post_count: 3, photo_count: 12 },
    ]);
    const [{ class_id, school_year }] = body.classes;
    const { body: page } = await request(app, posts.list, { token, query: { class_id } });
    const dates = page.posts.map(({ createdAt }: Post) => getVietnamDate(new Date(createdAt)));
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(dates.map(getSchoolYear)).toEqual([school_year, school_year, school_year]);
    expect(page.posts[0].author_display).toBe(body.classes[0].teacher_full_name);
    expect(school_year).toBe(getSchoolYear(getVietnamDate(new Date())) - 1);
  }
});

test('every grade has lessons for all weeks, each with everything a teacher needs', async () => {
  const token = await logIn('admin');
  const { body } = await request(app, lessons.list, { token, query: {} });
  const all = (body.lessons as Lesson[]).flatMap(({ grade_id, content }) =>
    content.map((entry) => ({ grade_id, ...entry })),
  );
  for (const grade of [1, 2, 3, 4, 5]) {
    const weeks = all.filter(({ grade_id }) => grade_id === grade).map(({ week }) => week);
    expect(new Set(weeks).size).toBe(limits.teachingWeeks);
    expect(Math.max(...weeks)).toBe(limits.teachingWeeks);
  }
  const hasLength = (list: string[], min: number, max: number) =>
    list.length >= min && list.length <= max;
  const incomplete = all.filter(
    ({ summary, outline, items, thumbnail, canva_link }) =>
      summary.split(/[.?!](?: |$)/).length < 3 ||
      !hasLength(outline, 3, 5) ||
      !hasLength(items, 2, 6) ||
      !thumbnail ||
      (canva_link && toEmbedUrl(canva_link) !== canva_link),
  );
  expect(incomplete).toEqual([]);
  const titles = all.map(({ title, grade_id }) => `${grade_id} ${title}`);
  expect(new Set(titles).size).toBe(titles.length);
});

test('the lessons include hidden weeks, a second lesson of a grade and a repeated week', async () => {
  const { body } = await request(app, lessons.list, { token: await logIn('student'), query: {} });
  const [first, second] = body.lessons as Lesson[];
  expect(body.lessons).toHaveLength(2);
  expect(first?.content.some(({ status }) => status === 'inactive')).toBe(true);
  const weeks = second?.content.map(({ week }) => week) ?? [];
  expect(new Set(weeks).size).toBeLessThan(weeks.length);
});

test('every class has sheets for its first nine weeks', async () => {
  for (const mod of ['mod', 'mod2']) {
    const token = await logIn(mod);
    const { body } = await request(app, classes.list, { token });
    for (const { id, student_count } of body.classes) {
      const { weeks } = (await request(app, attendance.weeks, { token, params: { id } })).body;
      expect(weeks.map(({ week }: AttendanceWeek) => week)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      const absent = weeks.map(({ records }: AttendanceWeek) => {
        expect(records).toHaveLength(student_count);
        return records.filter(({ status }) => status === 'absent').length;
      });
      expect(Math.max(...absent)).toBeGreaterThan(0);
      expect(Math.max(...absent)).toBeLessThan(student_count / 3);
    }
  }
});

test('every user’s history leads to their class and includes their attendance', async () => {
  const token = await logIn('mod');
  const student = await request(app, auth.me, { token: await logIn('student') });
  const params = { id: student.body.id };
  const { body } = await request(app, history.attendance, { token, params });
  const periods = body.attendance.map(({ to_class_name, attendance_history }: ClassPeriod) => [
    to_class_name,
    attendance_history.length,
  ]);
  expect(periods).toEqual([
    ['3A', demoWeeks],
    ['2A', 0],
  ]);
  const users = await database.db.many(
    z.object({ id: z.number(), class_id: z.number() }),
    sql`select user_id as id, class_id from current_members`,
  );
  const transfers = await database.db.many(
    z.object({ user_id: z.number(), to_class_id: z.number() }),
    sql`select user_id, to_class_id from class_transfers order by changed_at, id`,
  );
  const lastClasses = new Map(transfers.map(({ user_id, to_class_id }) => [user_id, to_class_id]));
  expect(users.length).toBeGreaterThan(150);
  expect(users.filter(({ id, class_id }) => lastClasses.get(id) !== class_id)).toEqual([]);
});

test('the demo student was absent once, and the parent sees why', async () => {
  const student = await request(app, auth.me, { token: await logIn('student') });
  const { body } = await request(app, attendance.forStudent, {
    token: await logIn('parent'),
    params: { id: student.body.id },
  });
  const absences = body.attendance.filter(({ status }: { status: string }) => status === 'absent');
  expect(absences).toMatchObject([{ week: 4, note: expect.stringMatching(/./) }]);
});

test('the calendar of the demo says that the first week without a sheet is this week', async () => {
  const today = getVietnamDate(new Date());
  for (const username of ['teacher', 'teacher2']) {
    const { body } = await request(app, auth.me, { token: await logIn(username) });
    expect(getCalendarWeek(today, body.first_monday)).toBe(demoWeeks + 1);
  }
});

test('the demo dates are in the current school year and never in the future', () => {
  const days = fc.date({
    min: new Date('2024-01-01'),
    max: new Date('2034-12-31'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(days, (instant) => {
      const today = instant.toISOString().slice(0, 10);
      const dates = listDemoDates(today);
      expect(dates).toHaveLength(demoWeeks);
      expect(dates).toEqual(dates.toSorted());
      expect(dates.every((date) => date <= today)).toBe(true);
      expect(dates.every((date) => getSchoolYear(date) === getSchoolYear(today))).toBe(true);
      expect(getCalendarWeek(today, getDemoFirstMonday(today))).toBe(demoWeeks + 1);
    }),
    {
      seed: 20_261_115,
      numRuns: 500,
      examples: [[new Date('2026-08-01')], [new Date('2026-07-31')]],
    },
  );
  expect(listDemoDates('2026-11-15')).toMatchObject({ 0: '2026-09-07', 8: '2026-11-02' });
});

test.each(['mod', 'teacher', 'student', 'parent', 'mod2', 'teacher2', 'student2'])(
  'the demo account %s has notifications, newest first',
  async (username) => {
    const { body } = await request(app, notifications.list, {
      token: await logIn(username),
      query: { limit: 100 },
    });
    const times = body.notifications.map(({ createdAt }: Notification) => createdAt);
    expect(times.length).toBeGreaterThan(0);
    expect(times).toEqual(times.toSorted().toReversed());
  },
);

test('the demo teacher sees likes in groups, some read and some not', async () => {
  const token = await logIn('teacher');
  const { body } = await request(app, notifications.list, { token, query: { limit: 100 } });
  const likes = body.notifications.filter(({ type }: Notification) => type === 'like_agg');
  expect(likes.some(({ count }: Notification) => count > 3)).toBe(true);
  expect(new Set(likes.map(({ read }: Notification) => read)).size).toBe(2);
});
