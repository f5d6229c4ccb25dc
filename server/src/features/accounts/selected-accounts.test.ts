import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { cards } from '@lop-xanh/contract/cards';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type SkippedAccount, selectedAccounts } from '@lop-xanh/contract/selected-accounts';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readSheets } from '../../tables/read-table.ts';
import {
  addClass,
  addTwoSchools,
  addUser,
  password,
  readClassId,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let world: TwoSchools;
let ours: TwoSchools['ours'];
let left: TestUser;
let idle: TestUser;
beforeEach(async () => {
  world = await addTwoSchools(database);
  ours = world.ours;
  const inSchool = { role: 'Student', school_id: ours.schoolId } as const;
  left = await addUser(database, { ...inSchool, status: 'inactive' });
  idle = await addUser(database, { ...inSchool, status: 'inactive', class_id: ours.classId });
  await db.run(sql`
    insert into departures (school_id, student_id, left_on, reason)
    values (${ours.schoolId}, ${left.id}, '2026-10-01', 'moved')`);
});

const toReasons = (skipped: SkippedAccount[]) =>
  Object.fromEntries(skipped.map(({ id, reason }) => [id, reason]));
const isLoggedIn = async ({ token }: TestUser) =>
  (await request(app, auth.me, { token })).status === 200;
const readStatus = ({ id }: TestUser) =>
  db.value(z.string(), sql`select status from users where id = ${id}`);
const countEntries = async (action: 'changed' | 'reset' | 'created' | 'exported') => {
  const { body } = await request(app, audit.list, {
    token: ours.mod.token,
    query: { limit: 100 },
  });
  return body.audit.filter((entry: { action: string }) => entry.action === action).length;
};

const move = (user: TestUser, body: { ids: number[]; class_id: number | null }) =>
  request(app, selectedAccounts.move, { token: user.token, body });

describe('moving students', () => {
  test('all are moved in one request, except those whom the rule for one excludes', async () => {
    const { student, otherStudent, teacher, parent, mod } = ours;
    const classId = await addClass(db, ours.schoolId, '3C');
    const { student: stranger } = world.theirs;
    const chosen = [student, otherStudent, student, teacher, left, stranger, parent];
    const ids = [...chosen.map(({ id }) => id), 999_999_999];
    const { status, body } = await move(mod, { ids, class_id: classId });
    expect([status, body.done]).toEqual([200, 2]);
    expect(toReasons(body.skipped)).toEqual({
      [teacher.id]: 'students_only',
      [parent.id]: 'students_only',
      [left.id]: 'student_has_left',
      [stranger.id]: 'unknown_account',
      999999999: 'unknown_account',
    });
    const names = new Map(
      body.skipped.map(({ id, full_name }: SkippedAccount) => [id, full_name] as const),
    );
    expect([names.get(stranger.id), names.get(left.id)]).toEqual([null, 'An']);
    for (const { id } of [student, otherStudent]) expect(await readClassId(db, id)).toBe(classId);
    expect(await readClassId(db, stranger.id)).toBe(world.theirs.classId);
    expect(await countEntries('changed')).toBe(2);
  });

  test('a class of another school, or of nobody, is refused and nobody is moved', async () => {
    const { student, mod } = ours;
    for (const class_id of [world.theirs.classId, 999_999_999]) {
      expect((await move(mod, { ids: [student.id], class_id })).status).toBe(400);
      expect(await readClassId(db, student.id)).toBe(ours.classId);
    }
  });

  test('without a class they are pending assignment', async () => {
    const { student, mod } = ours;
    await move(mod, { ids: [student.id], class_id: null });
    expect(await readClassId(db, student.id)).toBeNull();
  });
});

test(`at most ${limits.maxSelectedAccounts} accounts can be chosen, and at least one`, async () => {
  const ids = Array.from({ length: limits.maxSelectedAccounts + 1 }, (_, index) => index + 1);
  for (const chosen of [ids, []]) {
    expect((await move(ours.mod, { ids: chosen, class_id: null })).status).toBe(400);
  }
});

test(`at most ${limits.maxPasswordsPerReset} passwords are reset by one request`, async () => {
  const ids = Array.from({ length: limits.maxPasswordsPerReset + 1 }, (_, index) => index + 1);
  const { status } = await request(app, selectedAccounts.resetPasswords, {
    token: ours.mod.token,
    body: { ids },
  });
  expect(status).toBe(400);
});

const setStatus = (user: TestUser, ids: number[], status: 'active' | 'inactive', key = '') =>
  request(app, selectedAccounts.setStatus, {
    token: user.token,
    body: { ids, status },
    ...(key && { headers: { 'idempotency-key': key } }),
  });

test('deactivated accounts are logged out, and activated ones can log in again', async () => {
  const { student, otherStudent, teacher, mod } = ours;
  const ids = [student.id, teacher.id, left.id, mod.id];
  const { body } = await setStatus(mod, ids, 'inactive');
  // A Mod sees no Mods.
  expect([body.done, toReasons(body.skipped)]).toEqual([
    2,
    { [left.id]: 'student_has_left', [mod.id]: 'unknown_account' },
  ]);
  expect([await isLoggedIn(student), await isLoggedIn(otherStudent)]).toEqual([false, true]);
  await setStatus(mod, ids, 'active');
  expect([await readStatus(student), await readStatus(left)]).toEqual(['active', 'inactive']);
  // Who is active again has to log in again.
  expect(await isLoggedIn(student)).toBe(false);
  expect(await countEntries('changed')).toBe(4);
});

test('nobody deactivates themselves or an Admin with a selection', async () => {
  const other = await addUser(database, { role: 'Admin' });
  const { body } = await setStatus(
    world.admin,
    [world.admin.id, other.id, ours.mod.id],
    'inactive',
  );
  expect(toReasons(body.skipped)).toEqual({
    [world.admin.id]: 'forbidden',
    [other.id]: 'forbidden',
  });
  expect([await readStatus(other), await readStatus(ours.mod)]).toEqual(['active', 'inactive']);
});

test('a retried request changes nothing again and gets the same answer', async () => {
  const ids = [ours.student.id, left.id];
  const first = await setStatus(ours.mod, ids, 'inactive', 'khoa-1');
  await updateRow(db, 'users', ours.student.id, { status: 'active' });
  const second = await setStatus(ours.mod, ids, 'inactive', 'khoa-1');
  expect(second.body).toEqual(first.body);
  expect(await readStatus(ours.student)).toBe('active');
});

test('passwords are reset for all at once and shown once', async () => {
  const { student, otherStudent, mod } = ours;
  const ids = [student.id, otherStudent.id, world.theirs.student.id];
  const send = () =>
    request(app, selectedAccounts.resetPasswords, {
      token: mod.token,
      body: { ids },
      headers: { 'idempotency-key': 'dat-lai' },
    });
  const { body } = await send();
  expect([body.done, toReasons(body.skipped)]).toEqual([
    2,
    { [world.theirs.student.id]: 'unknown_account' },
  ]);
  for (const { username, password: issued } of body.accounts) {
    const { status } = await request(app, auth.login, { body: { username, password: issued } });
    expect(status).toBe(200);
  }
  const former = await request(app, auth.login, {
    body: { username: student.username, password },
  });
  expect(former.status).toBe(401);
  expect(await countEntries('reset')).toBe(2);
  const { body: again } = await send();
  expect(again.accounts.map((account: { password: string }) => account.password)).toEqual(['', '']);
});

test('cards are issued class by class to active students who have a class', async () => {
  const { student, otherStudent, teacher, mod } = ours;
  const pending = await addUser(database, { role: 'Student', school_id: ours.schoolId });
  const chosen = [otherStudent, student, idle, left, pending, teacher, world.theirs.student];
  const { status, body } = await request(app, selectedAccounts.issueCards, {
    token: mod.token,
    body: { ids: chosen.map(({ id }) => id) },
  });
  expect([status, body.done]).toEqual([200, 2]);
  expect(toReasons(body.skipped)).toEqual({
    [idle.id]: 'account_inactive',
    [left.id]: 'student_has_left',
    [pending.id]: 'student_without_class',
    [teacher.id]: 'students_only',
    [world.theirs.student.id]: 'unknown_account',
  });
  // By grade.
  expect(body.sheets.map(({ class_id }: { class_id: number }) => class_id)).toEqual([
    ours.classId,
    ours.otherClassId,
  ]);
  const { secret } = body.sheets[0].cards[0];
  expect((await request(app, cards.open, { body: { secret } })).status).toBe(200);
  expect(await countEntries('created')).toBe(2);
});

test('an export has the chosen ones of the school only', async () => {
  const { student, mod, schoolId } = ours;
  const send = (user: TestUser, school_id: number | undefined) =>
    request(app, selectedAccounts.export, {
      token: user.token,
      body: {
        ids: [student.id, world.theirs.student.id, ours.teacher.id],
        kind: 'students',
        ...(school_id && { school_id }),
      },
    });
  for (const user of [mod, world.admin]) {
    const { status, body } = await send(user, schoolId);
    expect(status).toBe(200);
    const [sheet] = await readSheets(body);
    const usernames = sheet?.rows.map((row) => row[1]);
    expect(usernames).toEqual(['Tên đăng nhập', student.username]);
  }
  expect((await send(mod, world.theirs.schoolId)).status).toBe(403);
  expect((await send(world.admin, undefined)).status).toBe(400);
  expect(await countEntries('exported')).toBe(2);
});
