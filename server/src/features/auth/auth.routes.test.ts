import { auth } from '@lop-xanh/contract/auth';
import { messages } from '@lop-xanh/contract/messages';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { verify } from '@node-rs/argon2';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hashToken } from '../../http/authentication.ts';
import { addChild, addClass, addPerson, addSchool, password } from '../../testing/people.ts';
import { call, makeTestApp } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

// As it is, and watched: how much work a login was is seen by what was checked, not by the clock.
vi.mock('@node-rs/argon2', { spy: true });

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);

// All of these tests come from one address, whose wrong tries count together.
beforeEach(() => db.deleteFrom('login_attempts').execute());

const addTeacher = (fields = {}) =>
  addPerson(database, { role: 'Teacher', school_id: schoolId, ...fields });
const logIn = (body: { username: string; password: string }) => call(app, auth.login, { body });
const me = (token: string) => call(app, auth.me, { token });

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
      vi.mocked(verify).mockClear();
      await logIn({ username: name, password: 'khac12345' });
      return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4));
    };
    const known = await checksFor(username);
    expect(known).toEqual([['argon2id', 'v=19', expect.stringMatching(/^m=/)]]);
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

  test('a deleted account is unknown, and its username free', async () => {
    const { id, username } = await addTeacher();
    await db
      .updateTable('users')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    expect((await logIn({ username, password })).status).toBe(401);
    const again = db
      .insertInto('users')
      .values({ role: 'Admin', username, first_name: 'An', password_hash: 'x' })
      .execute();
    await expect(again).resolves.toBeTruthy();
  });
});

describe('throttling', () => {
  test('ten wrong tries for a username close it, also for the right password', async () => {
    const { username } = await addTeacher();
    for (let tries = 0; tries < 10; tries++) {
      expect((await logIn({ username, password: 'khac12345' })).status).toBe(401);
    }
    const { status, body, headers } = await logIn({ username, password });
    expect(status).toBe(429);
    expect(body.code).toBe('too_many_requests');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
  });

  test("right logins never stand in one another's way", async () => {
    const { username } = await addTeacher();
    const all = await Promise.all(Array.from({ length: 30 }, () => logIn({ username, password })));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
  });

  test('of forty wrong tries at once only ten are told that they are wrong', async () => {
    const { username } = await addTeacher();
    const tries = Array.from({ length: 40 }, () => logIn({ username, password: 'khac12345' }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test('a right password clears the wrong tries before it', async () => {
    const { username } = await addTeacher();
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 9; tries++) await logIn({ username, password: 'khac12345' });
      expect((await logIn({ username, password })).status).toBe(200);
    }
  });

  test('tries older than fifteen minutes no longer count', async () => {
    const { username } = await addTeacher();
    for (let tries = 0; tries < 10; tries++) await logIn({ username, password: 'khac12345' });
    await db
      .updateTable('login_attempts')
      .set({ tried_at: new Date(Date.now() - 16 * 60_000).toISOString() })
      .where('username', '=', username)
      .execute();
    expect((await logIn({ username, password })).status).toBe(200);
  });

  test('a hundred wrong tries from one address close it for every username', async () => {
    const address = '203.0.113.7';
    await db
      .insertInto('login_attempts')
      .values(Array.from({ length: 99 }, (_, at) => ({ username: `ai.${at}`, address })))
      .execute();
    const { username } = await addTeacher();
    const from = (word: string) =>
      app.inject({
        method: 'POST',
        url: auth.login.path,
        remoteAddress: address,
        payload: { username, password: word },
      });
    expect((await from('khac12345')).statusCode).toBe(401);
    expect((await from(password)).statusCode).toBe(429);
    expect((await logIn({ username, password })).status).toBe(200);
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
    const pupil = { role: 'Student', school_id: schoolId } as const;
    const child = await addPerson(database, { ...pupil, class_id: classId, first_name: 'Ân' });
    const homeless = await addPerson(database, { ...pupil, first_name: 'Bình' });
    const parent = await addPerson(database, { role: 'Parent', school_id: schoolId });
    await addChild(db, { schoolId, parent, child });
    await addChild(db, { schoolId, parent, child: homeless });

    expect((await me(parent.token)).body.student_ids).toEqual([child.id, homeless.id]);
    const { body } = await call(app, auth.children, { token: parent.token });
    expect(body.children).toMatchObject([
      { id: child.id, class_name: '2B', grade_name: 'Khối 2', teacher_full_name: 'Lê Mai' },
      { id: homeless.id, class_id: null, class_name: null, teacher_full_name: null },
    ]);
    const others = await call(app, auth.children, { token: teacher.token });
    expect(others.body).toEqual({ children: [] });
  });
});
