import { studentTables } from '@lop-xanh/contract/account-tables';
import { type Account, accounts, type Departure } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { classes } from '@lop-xanh/contract/classes';
import { history } from '@lop-xanh/contract/history';
import { notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import { schools } from '@lop-xanh/contract/schools';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeSheetInput, today } from '../../testing/attendance.ts';
import {
  addChild,
  addClass,
  addPost,
  addTwoSchools,
  addUser,
  readClassId,
  type TestUser,
  updateRow,
} from '../../testing/fixtures.ts';
import { lastSchoolYear } from '../../testing/past-years.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

const toDay = (instant: number) => new Date(instant + 7 * 3_600_000).toISOString().slice(0, 10);
const daysFromToday = (days: number) => toDay(Date.now() + days * 86_400_000);

let ours: Awaited<ReturnType<typeof addTwoSchools>>['ours'];
let theirs: typeof ours;
let admin: TestUser;
let student: TestUser;
let parent: TestUser;

beforeEach(async () => {
  ({ ours, theirs, admin } = await addTwoSchools(database));
  ({ student, parent } = ours);
  await db.run(sql`
    update memberships set started_at = started_at - interval '60 days' where class_id = ${ours.classId}`);
});

const leave = (changes: Partial<Departure> = {}, { token }: TestUser = ours.mod) =>
  request(app, accounts.leave, {
    token,
    params: { id: student.id },
    body: { left_on: today, reason: 'moved', ...changes },
  });
const comeBack = (body: { class_id?: number | null } = {}, { token }: TestUser = ours.mod) =>
  request(app, accounts.return, { token, params: { id: student.id }, body });
const edit = (body: object, { token }: TestUser = ours.mod, id = student.id) =>
  request(app, accounts.editStudent, { token, params: { id }, body: body as never });
const readStudents = async (query: object = {}) =>
  (await request(app, accounts.students, { token: ours.mod.token, query: query as never })).body
    .students as Account[];
const saveSheet = (week: number, absent: number[] = []) =>
  request(app, attendance.save, {
    token: ours.teacher.token,
    params: { id: ours.classId },
    body: makeSheetInput([student], { week, absent }),
  });
const readReport = ({ token }: TestUser) =>
  request(app, history.report, { token, params: { id: student.id }, query: {} });
/** The days of the student's stays in classes, in Vietnam. */
const readStays = () =>
  db.many(
    z.object({ class_id: z.number(), last_day: z.string().nullable() }),
    sql`
      select class_id,
             ((ended_at - interval '1 microsecond') at time zone interval '7 hours')::date as last_day
      from memberships where user_id = ${student.id} order by id`,
  );

describe('leaving', () => {
  test('a student who leaves today is inactive, without a class and logged out', async () => {
    const { status, body } = await leave({ destination: ' TH Nguyễn Du, Huế ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'inactive',
      class_id: null,
      departure: { left_on: today, reason: 'moved', destination: 'TH Nguyễn Du, Huế' },
      can: { leave: false, return: true },
    });
    expect((await request(app, auth.me, { token: student.token })).status).toBe(401);
    expect(await readStays()).toEqual([{ class_id: ours.classId, last_day: today }]);
    const { body: log } = await request(app, audit.list, {
      token: admin.token,
      query: { subject_id: student.id },
    });
    expect(log.audit[0]).toMatchObject({
      action: 'left',
      actor_id: ours.mod.id,
      details: { left_on: today, reason: 'moved' },
    });
  });

  test('a student who left some days ago was in the class until then', async () => {
    expect((await leave({ left_on: daysFromToday(-10), reason: 'other' })).status).toBe(200);
    expect(await readStays()).toEqual([{ class_id: ours.classId, last_day: daysFromToday(-10) }]);
  });

  test('a day before the student joined the class ends the stay when it began', async () => {
    expect((await leave({ left_on: '2020-01-01' })).status).toBe(200);
    const [stay] = await db.many(
      z.object({ started_at: z.string(), ended_at: z.string() }),
      sql`select started_at, ended_at from memberships where user_id = ${student.id}`,
    );
    expect(stay?.ended_at).toBe(stay?.started_at);
  });

  test('a student without a class can leave, and their former stay keeps its end', async () => {
    await edit({ class_id: null });
    const stays = await readStays();
    expect((await leave({ left_on: daysFromToday(-10) })).status).toBe(200);
    expect(await readStays()).toEqual(stays);
  });

  test('nobody leaves in the future, or twice', async () => {
    const future = await leave({ left_on: daysFromToday(1) });
    expect(future.status).toBe(400);
    expect(future.body.issues).toMatchObject([{ path: 'left_on', reason: 'date_in_future' }]);
    expect(await readClassId(db, student.id)).toBe(ours.classId);
    expect((await leave()).status).toBe(200);
    const second = await leave({ left_on: daysFromToday(-1) });
    expect(second).toMatchObject({ status: 409, body: { reason: 'student_has_left' } });
    expect((await readStudents({ status: 'left' }))[0]?.departure?.left_on).toBe(today);
  });

  test('only students leave', async () => {
    for (const { id } of [ours.teacher, parent]) {
      const { status } = await request(app, accounts.leave, {
        token: admin.token,
        params: { id },
        body: { left_on: today, reason: 'other' },
      });
      expect(status).toBe(404);
    }
  });

  test('the class and the school no longer count the student, and the list can show who left', async () => {
    const readCounts = async () => {
      const { token } = ours.mod;
      const { body } = await request(app, classes.list, { token, query: {} });
      const { body: own } = await request(app, schools.list, { token });
      const schoolClass = body.classes.find(({ id }: { id: number }) => id === ours.classId);
      return [schoolClass.student_count, own.schools[0].student_count];
    };
    expect(await readCounts()).toEqual([1, 2]);
    await leave();
    expect(await readCounts()).toEqual([0, 1]);
    const suspended = await addUser(database, {
      role: 'Student',
      school_id: ours.schoolId,
      status: 'inactive',
    });
    const listIds = async (query: object) => (await readStudents(query)).map(({ id }) => id);
    expect(await listIds({ status: 'left' })).toEqual([student.id]);
    expect(await listIds({ status: 'inactive' })).toEqual([student.id, suspended.id]);
    expect(await listIds({ status: 'active' })).toEqual([ours.otherStudent.id]);
    expect(await listIds({ class_id: 'none' })).toEqual([suspended.id]);
    await comeBack();
    expect(await listIds({ status: 'left' })).toEqual([]);
    expect(await listIds({ class_id: 'none' })).toEqual([student.id, suspended.id]);
  });

  test('an edit or an import cannot activate a student who left, or put them into a class', async () => {
    await leave();
    for (const [field, value] of [
      ['status', 'active'],
      ['class_id', ours.classId],
    ] as const) {
      const { status, body } = await edit({ [field]: value });
      expect(status).toBe(409);
      expect(body.issues).toMatchObject([{ path: field, reason: 'student_has_left' }]);
    }
    expect((await edit({ phone: '0912 000 111' })).status).toBe(200);

    const sendRow = (className: string, accountStatus: string) =>
      sendTable(app, studentTables.importTable, {
        token: ours.mod.token,
        content: `Tên đăng nhập,Tên,Lớp,Trạng thái\n${student.username},An,${className},${accountStatus}`,
        query: { dry_run: true },
      });
    const rejected = (await sendRow('3A', 'Hoạt động')).body.problems;
    expect(rejected).toMatchObject([
      { column: 'Trạng thái', reason: 'student_has_left' },
      { column: 'Lớp', reason: 'student_has_left' },
    ]);
    expect((await sendRow('', 'Ngừng hoạt động')).body.problems).toEqual([]);
  });
});

describe('what stays', () => {
  test('records and parents stay, and the Mod reads the report of a student who left', async () => {
    await saveSheet(1, [student.id]);
    await leave({ reason: 'graduated' });
    const [account] = await readStudents({ status: 'left' });
    expect(account?.parent_ids).toEqual([parent.id]);
    const { body } = await readReport(ours.mod);
    expect(body).toMatchObject({
      student: { status: 'left', class_name: null },
      moves: [
        { from_class_name: '3A', to_class_name: null, departure_reason: 'graduated' },
        { to_class_name: '3A', departure_reason: null },
      ],
      totals: { absent: 1, total: 1 },
    });
    const { body: weeks } = await request(app, attendance.weeks, {
      token: ours.mod.token,
      params: { id: ours.classId },
    });
    expect(weeks.weeks[0].records).toMatchObject([{ student_id: student.id }]);
  });

  test('a departure on an earlier day explains the end of the stay, a class change does not', async () => {
    await edit({ class_id: null });
    await edit({ class_id: ours.otherClassId });
    await db.run(sql`
      update memberships set started_at = started_at - interval '20 days',
        ended_at = ended_at - interval '20 days' where user_id = ${student.id}`);
    await leave({ left_on: daysFromToday(-10), reason: 'other' });
    const { body } = await readReport(ours.mod);
    const reasons = body.moves.map(
      (move: { departure_reason: string | null }) => move.departure_reason,
    );
    expect(reasons).toEqual(['other', null, null, null]);
  });

  test('a parent reads what was posted before the child left, and no later post', async () => {
    const earlier = ours.post;
    await leave();
    const later = await addPost(db, {
      schoolId: ours.schoolId,
      author: ours.teacher,
      status: 'approved',
    });
    const read = (id: number) => request(app, posts.read, { token: parent.token, params: { id } });
    expect((await read(earlier)).status).toBe(200);
    expect((await read(later)).status).toBe(403);
    const { body } = await request(app, posts.list, { token: parent.token, query: {} });
    expect(body.posts).toEqual([]);
    const children = await request(app, auth.children, { token: parent.token });
    expect(children.body.children).toMatchObject([{ id: student.id, class_id: null }]);
    const year = await request(app, attendance.forStudent, {
      token: parent.token,
      params: { id: student.id },
    });
    expect(year.status).toBe(200);
  });
});

describe('coming back', () => {
  test('a student comes back into a class, and is told', async () => {
    await leave();
    const { status, body } = await comeBack({ class_id: ours.otherClassId });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'active',
      class_id: ours.otherClassId,
      departure: null,
      can: { leave: true, return: false },
    });
    // The sessions from before are over.
    expect((await request(app, auth.me, { token: student.token })).status).toBe(401);
    const [first, second] = await readStays();
    expect([first?.class_id, second?.class_id]).toEqual([ours.classId, ours.otherClassId]);
    const login = await request(app, auth.login, {
      body: { username: student.username, password: 'matkhau123' },
    });
    const { body: told } = await request(app, notifications.list, {
      token: login.body.token,
      query: {},
    });
    // Of the return only: nobody reads notifications while inactive.
    expect(told.notifications).toMatchObject([{ type: 'class_changed', class_name: '4B' }]);
  });

  test('a student comes back without a class, and may leave again', async () => {
    await leave();
    expect((await comeBack()).body).toMatchObject({ status: 'active', class_id: null });
    expect((await leave({ reason: 'other' })).status).toBe(200);
    expect((await readStudents({ status: 'left' }))[0]?.departure?.reason).toBe('other');
  });

  test('only into a class of the school’s current year, and only after leaving', async () => {
    expect(await comeBack()).toMatchObject({
      status: 409,
      body: { reason: 'student_has_not_left' },
    });
    await leave();
    const pastClassId = await addClass(db, ours.schoolId, '2A', 2, lastSchoolYear);
    for (const class_id of [theirs.classId, pastClassId]) {
      const { status, body } = await comeBack({ class_id });
      expect(status).toBe(400);
      expect(body.issues).toMatchObject([{ path: 'class_id', reason: 'unknown_class' }]);
    }
    expect(await readStudents({ status: 'left' })).toHaveLength(1);
  });
});

describe('moving to another school', () => {
  const move = (changes: object = {}) =>
    edit({ school_id: theirs.schoolId, class_id: theirs.classId, ...changes }, admin);

  test('the new school reads the earlier attendance, the old school what it recorded', async () => {
    await saveSheet(1, [student.id]);
    await leave({ destination: 'TH Lê Văn Tám' });
    expect((await move()).body).toMatchObject({
      status: 'active',
      departure: null,
      class_id: theirs.classId,
    });
    const saved = await request(app, attendance.save, {
      token: theirs.teacher.token,
      params: { id: theirs.classId },
      body: makeSheetInput([theirs.student, student], { week: 2 }),
    });
    expect(saved.status).toBe(201);
    const weeksRead = async (user: TestUser) =>
      (await readReport(user)).body.weeks.map(({ week }: { week: number }) => week);
    expect(await weeksRead(theirs.mod)).toEqual([1, 2]);
    expect(await weeksRead(theirs.teacher)).toEqual([1, 2]);
    expect(await weeksRead(ours.mod)).toEqual([1]);
    expect(await weeksRead(admin)).toEqual([1, 2]);
    const { body } = await request(app, history.attendance, {
      token: theirs.mod.token,
      params: { id: student.id },
    });
    const records = body.attendance.flatMap(
      ({ attendance_history }: { attendance_history: object[] }) => attendance_history,
    );
    expect(records).toHaveLength(2);
    expect((await readReport(ours.teacher)).status).toBe(403);
  });

  test('a parent follows once all their children have moved, and keeps the memories', async () => {
    const sibling = await addUser(database, { role: 'Student', school_id: ours.schoolId });
    await addChild(db, { parent, child: sibling });
    const readParent = async () =>
      (await request(app, auth.me, { token: parent.token })).body as {
        school_id: number;
        student_ids: number[];
      };
    await move();
    const childIds = [student.id, sibling.id];
    expect(await readParent()).toMatchObject({ school_id: ours.schoolId, student_ids: childIds });
    await edit({ school_id: theirs.schoolId }, admin, sibling.id);
    expect(await readParent()).toMatchObject({ school_id: theirs.schoolId, student_ids: childIds });
    for (const id of [ours.post, theirs.post]) {
      const { status } = await request(app, posts.read, { token: parent.token, params: { id } });
      expect(status).toBe(200);
    }
    const sheet = await request(app, attendance.forStudent, {
      token: parent.token,
      params: { id: student.id },
    });
    expect(sheet.status).toBe(200);
  });

  test('the account stays inactive if the Admin says so', async () => {
    await leave();
    const { body } = await move({ status: 'inactive', class_id: null });
    expect(body).toMatchObject({ status: 'inactive', departure: null });
  });
});

describe('the report for teachers', () => {
  test('is open to the homeroom teacher and a substitute, in their time only', async () => {
    await saveSheet(1);
    expect((await readReport(ours.teacher)).body).toMatchObject({
      student: { id: student.id, class_name: '3A' },
      moves: [{ to_class_name: '3A' }],
      totals: { present: 1 },
    });
    const substitute = ours.otherTeacher;
    expect((await readReport(substitute)).status).toBe(403);
    const membershipId = await db.value(
      z.number(),
      sql`
        insert into memberships (school_id, class_id, user_id, kind, started_at, ended_at)
        values (${ours.schoolId}, ${ours.classId}, ${substitute.id}, 'substitute',
          now() - interval '1 day', now() + interval '1 day')
        returning id`,
    );
    expect((await readReport(substitute)).status).toBe(200);
    const file = await request(app, history.reportFile, {
      token: substitute.token,
      params: { id: student.id },
      query: {},
    });
    expect(file.status).toBe(200);
    await updateRow(db, 'memberships', membershipId, { ended_at: new Date().toISOString() });
    expect((await readReport(substitute)).status).toBe(403);
  });

  test('is closed when the student is in another class or has left', async () => {
    const classId = await addClass(db, ours.schoolId, '3C');
    await edit({ class_id: classId });
    expect((await readReport(ours.teacher)).status).toBe(403);
    await edit({ class_id: ours.classId });
    expect((await readReport(ours.teacher)).status).toBe(200);
    await leave();
    expect((await readReport(ours.teacher)).status).toBe(403);
    expect((await readReport(theirs.teacher)).status).toBe(404);
  });
});
