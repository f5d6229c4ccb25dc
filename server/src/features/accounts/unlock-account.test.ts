import { accounts } from '@lop-xanh/contract/accounts';
import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { classes } from '@lop-xanh/contract/classes';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { insertRows } from '../../database/insert-rows.ts';
import { addTwoSchools, password, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, admin } = await addTwoSchools(database);
const { student, otherStudent, teacher, mod } = ours;
const params = { id: student.id };

const logIn = (body: { username: string; password: string; device?: string }) =>
  request(app, auth.login, { body });
/** Whether this user sees that the student's logins are delayed. */
const isDelayedFor = async (user: TestUser) => {
  const query = { school_id: ours.schoolId };
  const { body } =
    user === teacher
      ? await request(app, classes.students, { token: user.token, params: { id: ours.classId } })
      : await request(app, accounts.students, { token: user.token, query: query as never });
  const students: { id: number; isLoginSlowed: boolean }[] = body.students;
  return students.find(({ id }) => id === student.id)?.isLoginSlowed;
};

/** Stores so many failed attempts, on this network and on a device, that the next login must wait. */
beforeEach(async () => {
  const wait_until = new Date(Date.now() + 60_000).toISOString();
  const counter = { username: student.username, tries: 13, wait_until };
  const values = [
    { ...counter, origin: '127.0.0.1' },
    { ...counter, origin: 'device 00' },
    { ...counter, username: otherStudent.username, origin: '127.0.0.1' },
  ];
  await db.run(sql`delete from login_tries`);
  await db.run(insertRows('login_tries', values));
});

test.each([
  ['the teacher', teacher],
  ['the Mod', mod],
  ['an Admin', admin],
])('%s sees that a student must wait, and can unlock them', async (_, actor) => {
  expect((await logIn({ username: student.username, password })).status).toBe(429);
  expect(await isDelayedFor(actor)).toBe(true);
  expect((await request(app, accounts.unlock, { token: actor.token, params })).status).toBe(200);
  expect(await isDelayedFor(actor)).toBe(false);
  expect((await logIn({ username: student.username, password })).status).toBe(200);
  expect((await logIn({ username: otherStudent.username, password })).status).toBe(429);
});

test('a classmate cannot see who must wait', async () => {
  const { body } = await request(app, classes.students, {
    token: student.token,
    params: { id: ours.classId },
  });
  expect(JSON.stringify(body)).not.toContain('isLoginSlowed');
});

test('logins are no longer delayed fifteen minutes after the last attempt', async () => {
  const since = new Date(Date.now() - 16 * 60_000).toISOString();
  await db.run(sql`update login_tries set since = ${since}, wait_until = ${since}`);
  expect(await isDelayedFor(teacher)).toBe(false);
});

test('an unlock is written to the audit log', async () => {
  await request(app, accounts.unlock, { token: teacher.token, params });
  const { body } = await request(app, audit.list, {
    token: admin.token,
    query: { action: 'unlocked', actor_id: teacher.id } as never,
  });
  expect(body.audit[0]).toMatchObject({
    subject: 'account',
    subject_id: student.id,
    school_id: ours.schoolId,
  });
});

test('a password reset clears failed attempts and known devices', async () => {
  await db.run(
    insertRows('login_devices', [{ user_id: student.id, token_hash: Buffer.from('device') }]),
  );
  const { body } = await request(app, accounts.resetPassword, { token: mod.token, params });
  expect(
    await db.value(
      z.number(),
      sql`select count(*) from login_devices where user_id = ${student.id}`,
    ),
  ).toBe(0);
  const login = await logIn({ username: student.username, password: body.password });
  expect(login.status).toBe(200);
});
