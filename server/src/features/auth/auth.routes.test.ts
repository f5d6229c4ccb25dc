import { auth } from '@lop-xanh/contract/auth';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import { messages } from '@lop-xanh/contract/messages';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { getFirstMonday } from '@lop-xanh/contract/rules/weeks';
import { Piscina } from 'piscina';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { thisSchoolYear } from '../../testing/attendance.ts';
import {
  addChild,
  addClass,
  addSchool,
  addUser,
  password,
  type TestUser,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { rememberDevice } from './login-devices.queries.ts';
import { hashToken } from './tokens.ts';

// The work of a login is measured by the jobs of the worker threads, not by time.
const runJob = vi.spyOn(Piscina.prototype, 'run');
afterAll(() => runJob.mockRestore());

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);

// All tests run in one network, whose failed attempts are counted together.
beforeEach(() => db.run(sql`delete from login_tries`));

const addTeacher = (fields = {}) =>
  addUser(database, { role: 'Teacher', school_id: schoolId, ...fields });
const logIn = async (body: BodyOf<typeof auth.login>, remoteAddress = schoolAddress) => {
  const request = { method: auth.login.method, url: auth.login.path, payload: body, remoteAddress };
  const { statusCode: status, headers, ...response } = await app.inject(request);
  return { status, headers, body: response.json() };
};
const me = (token: string) => request(app, auth.me, { token });

describe('login', () => {
  test('a correct password returns a token for the account', async () => {
    const { username } = await addTeacher();
    const { status, body } = await logIn({ username, password });
    expect(status).toBe(200);
    expect(body.message).toBeTruthy();
    expect((await me(body.token)).body.username).toBe(username);
  });

  test('usernames are compared case-insensitively and returned as stored', async () => {
    const { username } = await addTeacher();
    const { body } = await logIn({ username: username.toUpperCase(), password });
    expect((await me(body.token)).body.username).toBe(username);
  });

  test('a wrong password and an unknown username get the same response', async () => {
    const { username } = await addTeacher();
    const wrong = await logIn({ username, password: 'khac12345' });
    const unknown = await logIn({ username: 'khong.ai', password });
    for (const { status, body } of [wrong, unknown]) {
      expect(status).toBe(401);
      expect(body).toEqual({
        code: 'unauthenticated',
        reason: 'wrong_login',
        message: messages.login.wrong,
      });
    }
  });

  test('an unknown username costs as much work as a known one', async () => {
    const { username } = await addTeacher();
    /** The kind and parameters of every password job. */
    const listJobs = async (name: string) => {
      runJob.mockClear();
      await logIn({ username: name, password: 'khac12345' });
      return runJob.mock.calls.map(([{ kind, passwordHash }]) => [
        kind,
        ...passwordHash.split('$').slice(1, 4),
      ]);
    };
    const knownJobs = await listJobs(username);
    expect(knownJobs).toEqual([['verify', 'argon2id', 'v=19', 'm=19456,t=2,p=1']]);
    expect(await listJobs('khong.ai')).toEqual(knownJobs);
  });

  test('an inactive account is revealed only after the correct password', async () => {
    const { username } = await addTeacher({ status: 'inactive' });
    const correct = await logIn({ username, password });
    expect(correct.status).toBe(403);
    expect(correct.body).toEqual({
      code: 'forbidden',
      reason: 'account_locked',
      message: messages.login.locked,
    });
    const wrong = await logIn({ username, password: 'khac12345' });
    expect(wrong.body.message).toBe(messages.login.wrong);
  });

  test('the database stores the hash of a token, never the token', async () => {
    const { token } = await addTeacher();
    const stored = await db.values(z.string(), sql`select encode(token_hash, 'hex') from sessions`);
    expect(stored).toContain(hashToken(token).toString('hex'));
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  test('a deleted account cannot log in', async () => {
    const { id, username } = await addTeacher();
    await db.run(sql`update users set deleted_at = ${new Date().toISOString()} where id = ${id}`);
    expect((await logIn({ username, password })).status).toBe(401);
  });
});

const wrongPassword = 'khac12345';
const schoolAddress = '203.0.113.7';

/** Stores so many failed attempts that the next one must wait. */
async function delayLogins({ username }: TestUser, origin = schoolAddress): Promise<void> {
  const wait_until = new Date(Date.now() + 60_000).toISOString();
  await db.run(sql`
    insert into login_tries (username, origin, tries, wait_until)
    values (${username}, ${origin}, 13, ${wait_until})
    on conflict (username, origin) do update
      set tries = excluded.tries, wait_until = excluded.wait_until`);
}

describe('throttling', () => {
  test('after ten failed attempts from a network even the correct password must wait', async () => {
    const { username } = await addTeacher();
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await logIn({ username, password: wrongPassword })).status).toBe(401);
    }
    const { status, body, headers } = await logIn({ username, password });
    expect(status).toBe(429);
    expect(body.code).toBe('too_many_requests');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(5);
    expect((await logIn({ username, password }, '198.51.100.1')).status).toBe(200);
  });

  test('all addresses of an IPv6 network are counted together', async () => {
    const teacher = await addTeacher();
    await delayLogins(teacher, '2001:db8:7:7::/64');
    const { username } = teacher;
    expect((await logIn({ username, password }, '2001:db8:7:7:ffff::1')).status).toBe(429);
    expect((await logIn({ username, password }, '2001:db8:7:8::1')).status).toBe(200);
  });

  test('concurrent logins with the correct password all succeed', async () => {
    const { username } = await addTeacher();
    const logins = Array.from({ length: 12 }, () => logIn({ username, password }));
    const responses = await Promise.all(logins);
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  test('of forty concurrent wrong passwords only ten are checked', async () => {
    const { username } = await addTeacher();
    runJob.mockClear();
    const logins = Array.from({ length: 40 }, () => logIn({ username, password: wrongPassword }));
    const statuses = (await Promise.all(logins)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    expect(runJob).toHaveBeenCalledTimes(10);
  });
});

describe('a known device', () => {
  const getDevice = async ({ username }: TestUser, device?: string) =>
    (await logIn({ username, password, ...(device && { device }) })).body.device as string;
  const logInOn = async (device: string, { username }: TestUser, typed = password) =>
    (await logIn({ username, password: typed, device })).status;

  test('can log in while a stranger guesses, and has its own counter', async () => {
    const teacher = await addTeacher();
    const device = await getDevice(teacher);
    expect(device).toMatch(/^[\w-]{43}$/);
    await delayLogins(teacher);
    expect((await logIn({ username: teacher.username, password })).status).toBe(429);
    expect(await logInOn(device, teacher)).toBe(200);
    await delayLogins(teacher, `device ${hashToken(device).toString('hex')}`);
    expect(await logInOn(device, teacher)).toBe(429);
  });

  test('has one token for all its users, and is unknown to other users', async () => {
    const [first, second, other] = [await addTeacher(), await addTeacher(), await addTeacher()];
    const device = await getDevice(first);
    expect(await getDevice(second, device)).toBe(device);
    for (const teacher of [first, second, other]) await delayLogins(teacher);
    expect(await logInOn(device, first)).toBe(200);
    expect(await logInOn(device, second)).toBe(200);
    expect(await logInOn(device, other)).toBe(429);
  });

  test('still needs the password, and a made-up token is unknown', async () => {
    const teacher = await addTeacher();
    const device = await getDevice(teacher);
    expect(await logInOn(device, teacher, wrongPassword)).toBe(401);
    expect((await me(device)).status).toBe(401);
    const madeUp = 'a'.repeat(43);
    expect(await getDevice(teacher, madeUp)).not.toBe(madeUp);
    await delayLogins(teacher);
    expect(await logInOn(madeUp, teacher)).toBe(429);
  });

  test('expires half a year after its last login or after twenty newer devices', async () => {
    const teacher = await addTeacher();
    const devices = [];
    for (let count = 0; count < 21; count++)
      devices.push(await rememberDevice(db, teacher.id, undefined));
    const [first = '', second = '', third = ''] = devices;
    await db.run(sql`
      update login_devices
      set used_at = ${new Date(Date.now() - 181 * 86_400_000).toISOString()}
      where token_hash = ${hashToken(second)}`);
    await delayLogins(teacher);
    expect(await logInOn(first, teacher)).toBe(429);
    expect(await logInOn(second, teacher)).toBe(429);
    expect(await logInOn(third, teacher)).toBe(200);
  });

  test('has only the hash of its token in the database', async () => {
    const teacher = await addTeacher();
    const token = await getDevice(teacher);
    const stored = await db.values(
      z.instanceof(Buffer),
      sql`select token_hash from login_devices where user_id = ${teacher.id}`,
    );
    expect(stored).toEqual([hashToken(token)]);
  });
});

describe('the profile', () => {
  test('of a teacher has all fields of the specification', async () => {
    const classId = await addClass(db, schoolId, '5C', 5);
    const { token, id, username } = await addTeacher({
      class_id: classId,
      last_name: 'Nguyễn Thị',
      first_name: 'Hoa',
      phone: '0912 345 678',
    });
    expect((await me(token)).body).toEqual({
      id,
      username,
      role: 'Teacher',
      student_ids: [],
      school_id: schoolId,
      school_name: 'TH Kim Đồng',
      class_id: classId,
      class_name: '5C',
      grade_id: 5,
      grade_name: 'Khối 5',
      full_name: 'Nguyễn Thị Hoa',
      first_name: 'Hoa',
      last_name: 'Nguyễn Thị',
      identifier_code: null,
      avt: defaultAvatar,
      email: null,
      parent_name: null,
      status: 'active',
      isChangePass: false,
      language: null,
      phone: '0912 345 678',
      school_year: thisSchoolYear,
      first_monday: getFirstMonday(thisSchoolYear),
      substitutions: [],
      mustAddFactor: false,
    });
  });

  test('of a parent lists all children, and that of a teacher lists none', async () => {
    const classId = await addClass(db, schoolId, '2B', 2);
    const teacher = await addTeacher({ class_id: classId, last_name: 'Lê', first_name: 'Mai' });
    const student = { role: 'Student', school_id: schoolId } as const;
    const child = await addUser(database, { ...student, class_id: classId, first_name: 'Ân' });
    const childWithoutClass = await addUser(database, { ...student, first_name: 'Bình' });
    const parent = await addUser(database, { role: 'Parent', school_id: schoolId });
    await addChild(db, { parent, child });
    await addChild(db, { parent, child: childWithoutClass });

    expect((await me(parent.token)).body.student_ids).toEqual([child.id, childWithoutClass.id]);
    const { body } = await request(app, auth.children, { token: parent.token });
    expect(body.children).toMatchObject([
      { id: child.id, class_name: '2B', grade_name: 'Khối 2', teacher_full_name: 'Lê Mai' },
      { id: childWithoutClass.id, class_id: null, class_name: null, teacher_full_name: null },
    ]);
    const response = await request(app, auth.children, { token: teacher.token });
    expect(response.body).toEqual({ children: [] });
  });
});
