import { auth } from '@lop-xanh/contract/auth';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import { messages } from '@lop-xanh/contract/messages';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { Piscina } from 'piscina';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hashToken } from '../../http/authentication.ts';
import {
  addChild,
  addClass,
  addSchool,
  addUser,
  password,
  type TestUser,
} from '../../testing/people.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { rememberDevice } from './login-devices.queries.ts';

// How much work a login was is seen by what was given to the threads, not by the clock.
const threads = vi.spyOn(Piscina.prototype, 'run');

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);

// All of these tests come from one network, whose wrong tries count together.
beforeEach(() => db.deleteFrom('login_tries').execute());

const addTeacher = (fields = {}) =>
  addUser(database, { role: 'Teacher', school_id: schoolId, ...fields });
const logIn = async (body: BodyOf<typeof auth.login>, remoteAddress = school) => {
  const request = { method: auth.login.method, url: auth.login.path, payload: body, remoteAddress };
  const { statusCode: status, headers, ...response } = await app.inject(request);
  return { status, headers, body: response.json() };
};
const me = (token: string) => request(app, auth.me, { token });

describe('login', () => {
  test('a right password gets a token that opens the account', async () => {
    const { username } = await addTeacher();
    const { status, body } = await logIn({ username, password });
    expect(status).toBe(200);
    expect(body.message).toBeTruthy();
    expect((await me(body.token)).body.username).toBe(username);
  });

  test('usernames are compared without case and answered as they were stored', async () => {
    const { username } = await addTeacher();
    const { body } = await logIn({ username: username.toUpperCase(), password });
    expect((await me(body.token)).body.username).toBe(username);
  });

  test('a wrong password and an unknown username get the same answer', async () => {
    const { username } = await addTeacher();
    const wrong = await logIn({ username, password: 'khac12345' });
    const unknown = await logIn({ username: 'khong.ai', password });
    for (const { status, body } of [wrong, unknown]) {
      expect(status).toBe(401);
      expect(body).toEqual({ code: 'unauthenticated', message: messages.login.wrong });
    }
  });

  test('an unknown username costs a password check too', async () => {
    const { username } = await addTeacher();
    /** The kind and cost of every hash that a wrong password is checked against. */
    const checksFor = async (name: string) => {
      threads.mockClear();
      await logIn({ username: name, password: 'khac12345' });
      return threads.mock.calls.map(([{ kind, passwordHash }]) => [
        kind,
        ...passwordHash.split('$').slice(1, 4),
      ]);
    };
    const known = await checksFor(username);
    expect(known).toEqual([['verify', 'argon2id', 'v=19', 'm=19456,t=2,p=1']]);
    expect(await checksFor('khong.ai')).toEqual(known);
  });

  test('an inactive account is told so only after the right password', async () => {
    const { username } = await addTeacher({ status: 'inactive' });
    const right = await logIn({ username, password });
    expect(right.status).toBe(403);
    expect(right.body).toEqual({ code: 'forbidden', message: messages.login.locked });
    const wrong = await logIn({ username, password: 'khac12345' });
    expect(wrong.body.message).toBe(messages.login.wrong);
  });

  test('the database keeps the hash of a token, never the token', async () => {
    const { token } = await addTeacher();
    const rows = await db.selectFrom('sessions').select('token_hash').execute();
    const stored = rows.map(({ token_hash }) => token_hash.toString('hex'));
    expect(stored).toContain(hashToken(token).toString('hex'));
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  test('a deleted account is unknown', async () => {
    const { id, username } = await addTeacher();
    await db
      .updateTable('users')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    expect((await logIn({ username, password })).status).toBe(401);
  });
});

const wrong = 'khac12345';
const school = '203.0.113.7';

/** As if somebody had guessed at this account from there until they had to wait. */
async function guessFor({ username }: TestUser, origin = school): Promise<void> {
  const wait_until = new Date(Date.now() + 60_000).toISOString();
  const values = { username, origin, tries: 13, wait_until };
  await db
    .insertInto('login_tries')
    .values(values)
    .onConflict((conflict) => conflict.columns(['username', 'origin']).doUpdateSet(values))
    .execute();
}

describe('throttling', () => {
  test('ten wrong tries slow a username down from there, also for the right password', async () => {
    const { username } = await addTeacher();
    for (let tries = 0; tries < 10; tries++) {
      expect((await logIn({ username, password: wrong })).status).toBe(401);
    }
    const { status, body, headers } = await logIn({ username, password });
    expect(status).toBe(429);
    expect(body.code).toBe('too_many_requests');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(5);
    expect((await logIn({ username, password }, '198.51.100.1')).status).toBe(200);
  });

  test('an IPv6 network counts as one, however many addresses it has', async () => {
    const person = await addTeacher();
    await guessFor(person, '2001:db8:7:7::/64');
    const { username } = person;
    expect((await logIn({ username, password }, '2001:db8:7:7:ffff::1')).status).toBe(429);
    expect((await logIn({ username, password }, '2001:db8:7:8::1')).status).toBe(200);
  });

  test("right logins never stand in one another's way", async () => {
    const { username } = await addTeacher();
    const all = await Promise.all(Array.from({ length: 12 }, () => logIn({ username, password })));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  test('of forty wrong tries at once only ten are told that they are wrong, and hashed', async () => {
    const { username } = await addTeacher();
    threads.mockClear();
    const tries = Array.from({ length: 40 }, () => logIn({ username, password: wrong }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    expect(threads).toHaveBeenCalledTimes(10);
  });
});

describe('a device that has logged in before', () => {
  const deviceOf = async ({ username }: TestUser, device?: string) =>
    (await logIn({ username, password, ...(device && { device }) })).body.device as string;
  const statusOn = async (device: string, { username }: TestUser, word = password) =>
    (await logIn({ username, password: word, device })).status;

  test('passes while a stranger guesses, and has a count of its own', async () => {
    const person = await addTeacher();
    const device = await deviceOf(person);
    expect(device).toMatch(/^[\w-]{43}$/);
    await guessFor(person);
    expect((await logIn({ username: person.username, password })).status).toBe(429);
    expect(await statusOn(device, person)).toBe(200);
    await guessFor(person, `device ${hashToken(device).toString('hex')}`);
    expect(await statusOn(device, person)).toBe(429);
  });

  test('is known to each of its users by one token, and to nobody else', async () => {
    const [one, two, other] = [await addTeacher(), await addTeacher(), await addTeacher()];
    const device = await deviceOf(one);
    expect(await deviceOf(two, device)).toBe(device);
    for (const person of [one, two, other]) await guessFor(person);
    expect(await statusOn(device, one)).toBe(200);
    expect(await statusOn(device, two)).toBe(200);
    expect(await statusOn(device, other)).toBe(429);
  });

  test('opens nothing without the password, and a made-up token counts for nothing', async () => {
    const person = await addTeacher();
    const device = await deviceOf(person);
    expect(await statusOn(device, person, wrong)).toBe(401);
    expect((await me(device)).status).toBe(401);
    const madeUp = 'a'.repeat(43);
    expect(await deviceOf(person, madeUp)).not.toBe(madeUp);
    await guessFor(person);
    expect(await statusOn(madeUp, person)).toBe(429);
  });

  test('is forgotten half a year after its last login, or after twenty others', async () => {
    const person = await addTeacher();
    const devices = [];
    for (let at = 0; at < 21; at++) devices.push(await rememberDevice(db, person.id, undefined));
    const [first = '', second = '', third = ''] = devices;
    await db
      .updateTable('login_devices')
      .set({ used_at: new Date(Date.now() - 181 * 86_400_000).toISOString() })
      .where('token_hash', '=', hashToken(second))
      .execute();
    await guessFor(person);
    expect(await statusOn(first, person)).toBe(429);
    expect(await statusOn(second, person)).toBe(429);
    expect(await statusOn(third, person)).toBe(200);
  });

  test('the database keeps the hash of its token alone', async () => {
    const person = await addTeacher();
    const token_hash = hashToken(await deviceOf(person));
    const stored = db.selectFrom('login_devices').where('user_id', '=', person.id);
    expect(await stored.select('token_hash').execute()).toEqual([{ token_hash }]);
  });
});

describe('the account behind the token', () => {
  test('a teacher reads all the fields of the specification', async () => {
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
      phone: '0912 345 678',
    });
  });

  test('a parent has the children, also those without a class; everyone else has none', async () => {
    const classId = await addClass(db, schoolId, '2B', 2);
    const teacher = await addTeacher({ class_id: classId, last_name: 'Lê', first_name: 'Mai' });
    const student = { role: 'Student', school_id: schoolId } as const;
    const child = await addUser(database, { ...student, class_id: classId, first_name: 'Ân' });
    const homeless = await addUser(database, { ...student, first_name: 'Bình' });
    const parent = await addUser(database, { role: 'Parent', school_id: schoolId });
    await addChild(db, { schoolId, parent, child });
    await addChild(db, { schoolId, parent, child: homeless });

    expect((await me(parent.token)).body.student_ids).toEqual([child.id, homeless.id]);
    const { body } = await request(app, auth.children, { token: parent.token });
    expect(body.children).toMatchObject([
      { id: child.id, class_name: '2B', grade_name: 'Khối 2', teacher_full_name: 'Lê Mai' },
      { id: homeless.id, class_id: null, class_name: null, teacher_full_name: null },
    ]);
    const others = await request(app, auth.children, { token: teacher.token });
    expect(others.body).toEqual({ children: [] });
  });
});
