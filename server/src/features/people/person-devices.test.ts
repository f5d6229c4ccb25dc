import { auth } from '@lop-xanh/contract/auth';
import { type Session, sessions } from '@lop-xanh/contract/factors';
import { type Person, people } from '@lop-xanh/contract/people';
import { describe, expect, test } from 'vitest';
import {
  addChild,
  addTwoSchools,
  addUser,
  password,
  type TestUser,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { openSession } from '../auth/sessions.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
// A Mod sees the account of this parent, but does not edit it.
await addChild(db, { parent: theirs.parent, child: ours.student });

const read = async ({ id }: { id: number }, { token } = ours.mod): Promise<Person> =>
  (await request(app, people.read, { token, params: { id } })).body;
const listSessionIds = async (token: string) =>
  ((await request(app, sessions.list, { token })).body.sessions as Session[]).map(({ id }) => id);

test('whoever may reset the password of a person sees their devices, and nobody else', async () => {
  expect((await read(admin, admin)).sessions.map(({ id }) => id)).toEqual(
    await listSessionIds(admin.token),
  );
  const { username, token } = ours.student;
  await updateRow(db, 'users', ours.student.id, { last_login_at: null });
  expect((await read(ours.student)).account.lastLoginAt).toBeNull();
  await request(app, auth.login, {
    body: { username, password },
    headers: { 'user-agent': 'Chrome/120 (Android 14)' },
  });
  const seen = await read(ours.student);
  expect(Date.now() - Date.parse(seen.account.lastLoginAt ?? '')).toBeLessThan(60_000);
  expect(seen.sessions.map(({ id }) => id)).toEqual(await listSessionIds(token));
  expect(seen.sessions).toMatchObject([
    { device: 'Chrome · Android', isCurrent: false },
    { isCurrent: false },
  ]);
  expect((await read(ours.student, admin)).sessions).toEqual(seen.sessions);
  // Neither of a parent whose account another school manages, nor of another Admin.
  const otherAdmin = await addUser(database, { role: 'Admin' });
  expect((await read(theirs.parent)).sessions).toEqual([]);
  expect((await read(otherAdmin, admin)).sessions).toEqual([]);
});

describe('a person is logged out', () => {
  const isLoggedIn = async (token: string) =>
    (await request(app, auth.me, { token })).status === 200;
  const end = async (actor: TestUser, { id }: { id: number }, session_id: number) => {
    const params = { id, session_id };
    return (await request(app, sessions.endOfUser, { token: actor.token, params })).status;
  };
  const endAll = async (actor: TestUser, { id }: { id: number }) =>
    (await request(app, sessions.endAllOfUser, { token: actor.token, params: { id } })).status;
  const listEntries = async ({ id }: { id: number }) => {
    const { audit: entries } = await read({ id }, admin);
    return entries
      .filter(({ subject }) => subject === 'session')
      .map(({ actor, action, details }) => ({ actor, action, details }));
  };
  const addStudent = () =>
    addUser(database, { role: 'Student', school_id: ours.schoolId, class_id: ours.classId });

  test('on one device, and it is recorded', async () => {
    const child = await addStudent();
    const other = await openSession(db, child.id, { userAgent: 'Chrome/120 (Android 14)' });
    const phone = (await read(child)).sessions.find(({ device }) => device !== '');
    const phoneId = phone?.id ?? 0;
    // The session of somebody else stays, and nobody learns whether there is one.
    expect(await end(ours.mod, ours.otherTeacher, phoneId)).toBe(200);
    expect(await isLoggedIn(other)).toBe(true);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await end(ours.mod, child, phoneId)).toBe(200);
    }
    expect([await isLoggedIn(other), await isLoggedIn(child.token)]).toEqual([false, true]);
    const { username } = ours.mod;
    expect(await listEntries(child)).toEqual([
      { actor: username, action: 'ended', details: { device: 'Chrome · Android' } },
    ]);
    expect(await listEntries(ours.otherTeacher)).toEqual([]);
  });

  test('on all devices, and it is recorded', async () => {
    const child = await addStudent();
    const other = await openSession(db, child.id);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await endAll(admin, child)).toBe(200);
    }
    expect([await isLoggedIn(other), await isLoggedIn(child.token)]).toEqual([false, false]);
    expect((await read(child)).sessions).toEqual([]);
    expect(await listEntries(child)).toEqual([
      { actor: admin.username, action: 'ended', details: { devices: 2 } },
    ]);
  });

  test('only by whoever may reset their password', async () => {
    const child = await addStudent();
    const [sessionId = 0] = await listSessionIds(child.token);
    const otherAdmin = await addUser(database, { role: 'Admin' });
    const denied: [TestUser, TestUser, number][] = [
      [theirs.mod, child, 404],
      [ours.teacher, child, 403],
      [ours.student, child, 403],
      [ours.parent, child, 403],
      [child, child, 403],
      [ours.mod, theirs.parent, 403],
      [ours.mod, ours.mod, 404],
      [admin, otherAdmin, 403],
      [admin, admin, 403],
    ];
    for (const [actor, target, status] of denied) {
      expect([await end(actor, target, sessionId), await endAll(actor, target)]).toEqual([
        status,
        status,
      ]);
      expect(await isLoggedIn(target.token)).toBe(true);
    }
  });
});
